import Digests
import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

/// Resume data that somebody has changed, with a digest that fits again (contract M04).
@Suite(.timeLimit(.minutes(5))) struct ResumeDataMutationTests {
    private static let sample = ResumeData(
        url: URL("http://127.0.0.1:1/song.mp3"), fields: ["X-Mine": "1"], validator: .entityTag(EntityTag("v1")),
        completeLength: 100, length: 60, partialFile: Transcript.partial)

    /// Values of the wrong type, out of range, or meant to lead astray.
    private static let values = [
        "null", "0", "-1", "1e400", "9223372036854775807", "9223372036854775808", "0.5", "true", "\"\"", "\"\\u0000\"",
        "[]", "{}", "[[[[[[[[]]]]]]]]", "\"/etc/passwd\"", "\"file:///x\"", "\"http://\"", "\"\\ud800\"", "\u{1}",
        "{\"opaque\":\"\",\"isWeak\":true}", "\"/../SessionKit-00000000-0000-0000-0000-000000000000.download\"",
    ]

    /// Eight bytes of magic, the digest of the rest, the rest.
    private static func signed(_ record: [UInt8]) -> Data {
        Data(Array("SluiceR1".utf8) + SHA256.digest(of: record) + record)
    }

    private static func mutated(_ good: [UInt8], _ dice: inout Dice) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let place = Int.random(in: 0...bytes.count, using: &dice)
            let end = min(bytes.count, place + Int.random(in: 0...24, using: &dice))
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &dice) }
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes = Array(bytes.prefix(place))
            case 4: bytes.insert(contentsOf: (values.randomElement(using: &dice) ?? "").utf8, at: place)
            default:
                // A value gives way to another, where there is one.
                guard let colon = bytes.indices.filter({ bytes[$0] == 0x3A }).randomElement(using: &dice) else { break }
                let rest = bytes[colon...].dropFirst()
                let next = rest.firstIndex { $0 == 0x2C || $0 == 0x7D } ?? bytes.endIndex
                bytes.replaceSubrange(rest.startIndex..<next, with: (values.randomElement(using: &dice) ?? "").utf8)
            }
        }
        return bytes
    }

    @Test(.tags(.M04)) func `whatever is changed, the data is refused, or holds nothing that could do harm`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed)
        let good = [UInt8](Self.sample.encoded)
        var (refused, read) = (0, 0)
        for _ in 0..<4000 {
            // The digest fits every other time, so that the record itself is read.
            let isSigned = Bool.random(using: &dice)
            let bytes =
                isSigned
                ? Self.signed(Self.mutated(Array(good.dropFirst(40)), &dice)) : Data(Self.mutated(good, &dice))
            do throws(HTTPSessionFailure) {
                let data = try ResumeData(bytes)
                read += 1
                #expect(["http", "https"].contains(data.url.scheme?.lowercased()), "seed \(seed)")
                #expect(data.length > 0 && data.completeLength ?? .max >= data.length, "seed \(seed)")
                #expect(PartialName.isOne(data.partialFile.path), "seed \(seed)")
                #expect(data.validator.ifRange.hasPrefix("W/") == false, "seed \(seed)")
                // What was read can be written and read again.
                #expect(try ResumeData(data.encoded) == data, "seed \(seed)")
            } catch {
                refused += 1
                #expect(error.code == .resumeInvalid, "seed \(seed)")
                #expect(!error.message.isEmpty)
            }
        }
        #expect(read > 0 && refused > 3000, "seed \(seed)")
    }

    @Test(.tags(.M04)) func `a session that is given such data fails the task with a sentence, and lives on`()
        async throws
    {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed)
        let good = [UInt8](Self.sample.encoded)
        var hostile: [Data] = []
        while hostile.count < 200 {
            let bytes = Self.signed(Self.mutated(Array(good.dropFirst(40)), &dice))
            // What happens to pass is a download like any other.
            if (try? ResumeData(bytes)) == nil { hostile.append(bytes) }
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        for data in hostile { session.downloadTask(withResumeData: data).resume() }
        await witness.end(of: hostile.count)
        #expect(witness.lines.withoutRepeats == ["end -1002"], "seed \(seed)")
        #expect(witness.error?.httpSessionFailure?.code == .resumeInvalid)
        await scratch.untilEmpty()
        let server = try await RawServer { peer in
            _ = await peer.request()
            await peer.send("HTTP/1.1 204 No\r\n\r\n")
        }
        #expect(try await session.data(from: URL(server.url())).1.statusCode == 204)
        session.invalidateAndCancel()
    }
}
