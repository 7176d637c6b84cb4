import Digests
import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The form in which resume data leaves the library, and what comes back (contract M04).
@Suite(.timeLimit(.minutes(5))) struct ResumeDataTests {
    private static let sample = ResumeData(
        url: URL("http://example.test/song.mp3?a=b%20c"), fields: ["X-Mine": "1", "Accept": "audio/*"],
        validator: .entityTag(EntityTag("v1")), completeLength: 100, length: 60, partialFile: Transcript.partial)

    @Test func `what was written is read`() throws {
        var dated = Self.sample
        dated.validator = .date("Sun, 06 Nov 1994 08:49:37 GMT")
        dated.completeLength = nil
        for data in [Self.sample, dated] { #expect(try ResumeData(data.encoded) == data) }
    }

    @Test(.tags(.M04)) func `no credentials are kept`() {
        var task = Transcript(.file) {
            for name in ["authorization", "Cookie", "Proxy-Authorization", "X-Mine"] {
                $0.request.setValue("secret", forHTTPHeaderField: name)
            }
        }
        task.start()
        task.after(.head(200, ["ETag": "\"v1\""]), .bytes(5), .fileWritten(5))
        #expect(task.life.ownResumeData?.fields.map { $0.name.lowercased() } == ["x-mine"])
    }

    @Test(.tags(.M04)) func `any byte that is flipped, and any that is missing, is noticed`() {
        let good = [UInt8](Self.sample.encoded)
        for place in good.indices {
            var bad = good
            bad[place] ^= 1 << UInt8(place % 8)
            #expect(throws: HTTPSessionFailure.self) { try ResumeData(Data(bad)) }
            #expect(throws: HTTPSessionFailure.self) { try ResumeData(Data(good[..<place])) }
        }
        #expect(throws: HTTPSessionFailure.self) { try ResumeData(Data(good + [0])) }
    }

    @Test(.tags(.M04)) func `random bytes are refused, with and without the magic in front`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<300, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
            for data in [Data(bytes), Data("SluiceR1".utf8) + Data(bytes), Data(bytes).dropFirst(3)] {
                let error = #expect(throws: HTTPSessionFailure.self, "seed \(seed)") { try ResumeData(data) }
                #expect(error?.code == .resumeInvalid)
            }
        }
    }

    @Test func `a slice of a larger Data is read like any other`() throws {
        let padded = Data([1, 2, 3]) + Self.sample.encoded
        #expect(try ResumeData(padded.dropFirst(3)) == Self.sample)
    }

    @Test(arguments: [
        "/etc/passwd", "/tmp/SessionKit-x.download", "/tmp/SessionKit-00000000-0000-0000-0000-000000000000.txt",
        "relative", "",
    ])
    func `nobody else's file can be named`(path: String) {
        var data = Self.sample
        data.partialFile = URL(fileURLWithPath: path)
        #expect(throws: HTTPSessionFailure.self) { try ResumeData(data.encoded) }
    }

    @Test func `a folder is no partial file`() throws {
        let record = String(decoding: Self.sample.encoded.dropFirst(40), as: UTF8.self)
        let folder = Array(record.replacing(".download\"", with: ".download/\"").utf8)
        #expect(folder.count == record.utf8.count + 1)
        let signed = Array("SluiceR1".utf8) + SHA256.digest(of: folder) + folder
        #expect(throws: HTTPSessionFailure.self) { try ResumeData(Data(signed)) }
    }

    @Test func `values that contradict each other are refused`() {
        let changes: [(inout ResumeData) -> Void] = [
            { $0.length = 0 }, { $0.length = -1 }, { $0.length = 101 }, { $0.url = URL("file:///x") },
            { $0.validator = .entityTag(EntityTag("v1", isWeak: true)) }, { $0.validator = .date("yesterday") },
        ]
        for change in changes {
            var data = Self.sample
            change(&data)
            #expect(throws: HTTPSessionFailure.self) { try ResumeData(data.encoded) }
        }
    }

    @Test(.tags(.K08, .M04)) func `a task made from garbage fails when it is resumed, and can be cancelled before`()
        async throws
    {
        let scratch = try Scratch()
        for data in [Data(), Data("garbage".utf8), Self.sample.encoded.dropLast()] {
            let witness = Witness()
            let session = scratch.session(witness)
            let task = session.downloadTask(withResumeData: data)
            #expect(task.originalRequest == nil)
            task.resume()
            session.downloadTask(withResumeData: data).cancel()
            await witness.end(of: 2)
            #expect(witness.lines.sorted() == ["end -1002", "end -999"])
            session.invalidateAndCancel()
        }
    }
}
