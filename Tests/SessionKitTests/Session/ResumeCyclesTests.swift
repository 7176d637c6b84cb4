import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import SessionKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Cancelled and gone on with, again and again, in every form (contract M02 to M04, M12).
@Suite(.timeLimit(.minutes(5))) struct ResumeCyclesTests {
    enum Form: String, CaseIterable { case delegate, handler, awaited }

    @Test(.tags(.M12, .P08), arguments: Form.allCases)
    func `any number of cycles at random places gives the same file`(form: Form) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed)
        let answer = Answer(body: .pattern(size: Played.size, seed: .number(0)))
        let places = Set((0..<5).map { _ in Int64.random(in: 1..<Played.size, using: &dice) }).sorted()
        let attempts = places.map { Played.held(answer, at: .offset(.bytes($0)), gate: "gate") }
        try await Played.playing(answer, attempts: attempts) { instance in
            let scratch = try Scratch()
            let url = URL(instance.url + "/x")
            var data: Data?
            for place in places {
                let cancelled = try await Self.cancelled(form, scratch, url, data, at: place)
                data = cancelled.given
                #expect(data != nil, "seed \(seed)")
                #expect(cancelled.error?.code == .cancelled)
                #expect(cancelled.error?.downloadTaskResumeData == data, "seed \(seed)")
                #expect(scratch.files.count == 1)
            }
            let last = try #require(data)
            let content = try await Self.finished(form, scratch, last)
            #expect(Octets(content) == Octets(Played.whole), "seed \(seed)")
            let ranges = await instance.end().exchanges.map { $0.request.head?.fields["Range"] }
            #expect(ranges == [nil] + places.map { "bytes=\($0)-" }, "seed \(seed)")
        }
    }

    /// What a cancelled download gave: to who cancelled it, and in its error.
    private struct Cancelled {
        var given: Data?
        var error: URLError?
    }

    /// Starts or goes on, and cancels when so many bytes are in the file.
    private static func cancelled(
        _ form: Form, _ scratch: Scratch, _ url: URL, _ data: Data?, at place: Int64
    ) async throws -> Cancelled {
        let witness = Witness()
        switch form {
        case .delegate:
            let session = scratch.session(witness)
            defer { session.invalidateAndCancel() }
            let task = data.map { session.downloadTask(withResumeData: $0) } ?? session.downloadTask(with: url)
            task.resume()
            await witness.bytes(place)
            let given = await task.cancelByProducingResumeData()
            await witness.end()
            return Cancelled(given: given, error: witness.error)
        case .handler:
            let session = scratch.session()
            defer { session.invalidateAndCancel() }
            let (isOver, errors, given) = (Gate(), Log<URLError?>(), Log<Data?>())
            let handler: @Sendable (URL?, HTTPSessionResponse?, (any Error)?) -> Void = { file, _, failure in
                #expect(file == nil)
                errors.append(failure as? URLError)
                isOver.open()
            }
            let task =
                data.map { session.downloadTask(withResumeData: $0, completionHandler: handler) }
                ?? session.downloadTask(with: url, completionHandler: handler)
            task.delegate = witness
            task.resume()
            await witness.bytes(place)
            task.cancel(byProducingResumeData: { given.append($0) })
            await isOver.pass()
            return Cancelled(given: given.entries.first ?? nil, error: errors.entries.first ?? nil)
        case .awaited:
            let session = scratch.session()
            defer { session.invalidateAndCancel() }
            let download = Task {
                if let data { return try await session.download(resumeFrom: data, delegate: witness).0 }
                return try await session.download(from: url, delegate: witness).0
            }
            await witness.bytes(place)
            let task = witness.created.first as? HTTPSessionDownloadTask
            let given = await task?.cancelByProducingResumeData()
            let error = await #expect(throws: URLError.self) { try await download.value }
            return Cancelled(given: given, error: error)
        }
    }

    /// Goes on to the end.
    private static func finished(_ form: Form, _ scratch: Scratch, _ data: Data) async throws -> Data? {
        let witness = Witness()
        switch form {
        case .delegate:
            let session = scratch.session(witness)
            session.downloadTask(withResumeData: data).resume()
            await witness.end()
            session.invalidateAndCancel()
            return witness.file
        case .handler:
            let session = scratch.session()
            defer { session.invalidateAndCancel() }
            return await withCheckedContinuation { continuation in
                session.downloadTask(withResumeData: data) { file, _, _ in
                    continuation.resume(returning: file.flatMap { try? Data(contentsOf: $0) })
                }.resume()
            }
        case .awaited:
            let session = scratch.session()
            defer { session.invalidateAndCancel() }
            return try Data(contentsOf: await session.download(resumeFrom: data).0)
        }
    }
}
