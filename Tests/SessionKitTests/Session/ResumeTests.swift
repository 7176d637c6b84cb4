import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import SessionKit
import TestSupport
import Testing
import YAML

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Resuming downloads from the fixture server (oracle table 2, contract M).
@Suite(.timeLimit(.minutes(5))) struct ResumeTests {
    enum Outcome: Sendable { case continued, startedOver, failed }

    static let answers: [(RangeBehaviour, Outcome)] = [
        (.rfc9110, .continued), (.silent, .continued), (.unknownTotal, .continued), (.short(4096), .continued),
        (.earlier(1000), .startedOver), (.later(1000), .startedOver), (.fromZero, .startedOver),
        (.noContentRange, .startedOver), (.otherTotal(1024), .startedOver), (.otherUnit, .startedOver),
        (.multipart, .startedOver), (.ignored, .startedOver), (.advertised, .startedOver), (.refused, .startedOver),
        (.refusedBare, .startedOver), (.status200, .failed), (.bodyShort(4096), .failed),
    ]

    @Test(.tags(.M06, .M07, .M08, .M09, .M10), arguments: answers)
    func `the answer to a resume decides what happens to the partial file`(
        ranges: RangeBehaviour, outcome: Outcome
    ) async throws {
        let answer = Answer(body: .pattern(size: Played.size, seed: .number(0)), ranges: ranges)
        try await Played.playing(answer, attempts: [Played.heldHalfWay(answer)]) { instance in
            let scratch = try Scratch()
            let data = try await Played.half(instance, scratch)
            let witness = Witness()
            let session = scratch.session(witness)
            session.downloadTask(withResumeData: data).resume()
            await witness.end()
            switch outcome {
            case .continued:
                #expect(witness.lines.withoutRepeats == ["resumed at 50000 of 100000", "wrote", "file", "end"])
                #expect(Octets(witness.file) == Octets(Played.whole))
            case .startedOver:
                #expect(witness.lines.withoutRepeats == ["resumed at 0 of 100000", "wrote", "file", "end"])
                #expect(Octets(witness.file) == Octets(Played.whole))
            case .failed:
                #expect(witness.file == nil)
                #expect(witness.error?.downloadTaskResumeData != nil)
            }
            session.invalidateAndCancel()
            let second = try #require(await instance.end().exchanges.dropFirst().first)
            #expect(second.request.head?.fields["Range"] == "bytes=50000-")
            #expect(second.request.head?.fields["If-Range"]?.hasPrefix("\"") == true)
            #expect(second.request.head?.fields["Accept-Encoding"] == "identity")
        }
    }

    @Test func `a file that changed is fetched anew, even when the server ignores If-Range`() async throws {
        for ranges in [RangeBehaviour.rfc9110, .ignoresIfRange] {
            let old = Answer(body: .pattern(size: Played.size, seed: .number(1)), etag: .strong("v1"), ranges: ranges)
            let new = Answer(body: .pattern(size: Played.size, seed: .number(0)), etag: .strong("v2"), ranges: ranges)
            try await Played.playing(new, attempts: [Played.heldHalfWay(old)]) { instance in
                let scratch = try Scratch()
                let data = try await Played.half(instance, scratch)
                let witness = Witness()
                let session = scratch.session(witness)
                session.downloadTask(withResumeData: data).resume()
                await witness.end()
                #expect(witness.lines.first == "resumed at 0 of 100000")
                #expect(Octets(witness.file) == Octets(Played.whole))
                session.invalidateAndCancel()
            }
        }
    }

    @Test(.tags(.M03), arguments: [Step.Cut.fin, .rst])
    func `a download that was lost hands out what it has, and goes on`(cut: Step.Cut) async throws {
        let answer = Answer(body: .pattern(size: Played.size, seed: .number(0)))
        var lost = answer
        lost.script = [
            Played.step(.offset(.percent(millionths: 60_000_000)), .hold(gate: "tunnel")),
            Played.step(.offset(.percent(millionths: 60_000_000)), .cut(cut)),
        ]
        try await Played.playing(answer, attempts: [Attempt(answer: lost, location: Played.here)]) { instance in
            let scratch = try Scratch()
            let witness = Witness()
            let session = scratch.session(witness)
            session.downloadTask(with: URL(instance.url + "/x")).resume()
            await witness.bytes(60_000)
            await instance.open("tunnel")
            await witness.end()
            #expect(witness.error?.code == .networkConnectionLost)
            let data = try #require(witness.error?.downloadTaskResumeData)
            #expect(scratch.files.count == 1)
            let (file, _) = try await session.download(resumeFrom: data)
            #expect(try Octets(Data(contentsOf: file)) == Octets(Played.whole))
            #expect(scratch.files == [file.lastPathComponent])
            session.invalidateAndCancel()
        }
    }

    @Test func `resume data can be used twice, at once`() async throws {
        let answer = Answer(body: .pattern(size: Played.size, seed: .number(0)))
        try await Played.playing(answer, attempts: [Played.heldHalfWay(answer)]) { instance in
            let scratch = try Scratch()
            let data = try await Played.half(instance, scratch)
            let session = scratch.session()
            async let one = session.download(resumeFrom: data)
            async let two = session.download(resumeFrom: data)
            for (file, _) in try await [one, two] {
                #expect(try Octets(Data(contentsOf: file)) == Octets(Played.whole))
            }
            session.invalidateAndCancel()
        }
    }

    @Test(.tags(.M10), arguments: [403, 404, 503])
    func `an error answer to a resume leaves the partial file usable`(status: Int) async throws {
        let answer = Answer(body: .pattern(size: Played.size, seed: .number(0)))
        let refused = Attempt(answer: Answer(body: .text("no"), status: status), location: Played.here)
        try await Played.playing(answer, attempts: [Played.heldHalfWay(answer), refused]) { instance in
            let scratch = try Scratch()
            let data = try await Played.half(instance, scratch)
            let session = scratch.session()
            let (page, response) = try await session.download(resumeFrom: data)
            #expect(response.statusCode == status)
            #expect(try Data(contentsOf: page) == Data("no".utf8))
            let (file, _) = try await session.download(resumeFrom: data)
            #expect(try Octets(Data(contentsOf: file)) == Octets(Played.whole))
            session.invalidateAndCancel()
        }
    }

    enum Tampering: String, CaseIterable { case missing, shorter, longer, empty }

    @Test(.tags(.M11), arguments: Tampering.allCases)
    func `a resume looks at the file that is really there`(tampering: Tampering) async throws {
        let answer = Answer(body: .pattern(size: Played.size, seed: .number(0)))
        try await Played.playing(answer, attempts: [Played.heldHalfWay(answer)]) { instance in
            let scratch = try Scratch()
            let data = try await Played.half(instance, scratch)
            let name = try #require(scratch.files.first)
            let partial = scratch.folder.appendingPathComponent(name)
            let held = try Data(contentsOf: partial)
            #expect(held.count == 50_000)
            let offset: Int
            switch tampering {
            case .missing:
                try FileManager.default.removeItem(at: partial)
                offset = 0
            case .shorter:
                try held.prefix(40_000).write(to: partial)
                offset = 40_000
            case .longer:
                try (held + Data("junk".utf8)).write(to: partial)
                offset = 50_000
            case .empty:
                try Data().write(to: partial)
                offset = 0
            }
            let witness = Witness()
            let session = scratch.session(witness)
            session.downloadTask(withResumeData: data).resume()
            await witness.end()
            #expect(witness.lines.first == "resumed at \(offset) of 100000")
            #expect(Octets(witness.file) == Octets(Played.whole))
            session.invalidateAndCancel()
        }
    }

    @Test(.tags(.M09)) func `a file that is whole already is not fetched again`() async throws {
        let answer = Answer(body: .pattern(size: Played.size, seed: .number(0)))
        var chunked = answer
        chunked.framing = .chunked
        chunked.script = [Played.step(.end(0), .hold(gate: "half"))]
        try await Played.playing(answer, attempts: [Attempt(answer: chunked, location: Played.here)]) { instance in
            let scratch = try Scratch()
            let data = try await Played.half(instance, scratch, of: Played.size)
            let witness = Witness()
            let session = scratch.session(witness)
            session.downloadTask(withResumeData: data).resume()
            await witness.end()
            #expect(witness.lines == ["resumed at 100000 of 100000", "file", "end"])
            #expect(Octets(witness.file) == Octets(Played.whole))
            session.invalidateAndCancel()
        }
    }

    @Test(.tags(.M02)) func `a second request for resume data gets none, nor does a complete task`() async throws {
        let answer = Answer(body: .pattern(size: Played.size, seed: .number(0)))
        try await Played.playing(answer, attempts: [Played.heldHalfWay(answer)]) { instance in
            let scratch = try Scratch()
            let witness = Witness()
            let session = scratch.session(witness)
            let task = session.downloadTask(with: URL(instance.url + "/x"))
            task.resume()
            await witness.bytes(Played.size / 2)
            async let first = task.cancelByProducingResumeData()
            let results = await [first, task.cancelByProducingResumeData(), task.cancelByProducingResumeData()]
            #expect(results.filter { $0 != nil }.count == 1)
            await witness.end()
            #expect(await task.cancelByProducingResumeData() == nil)
            #expect(witness.ends == 1)
            session.invalidateAndCancel()
        }
    }
}
