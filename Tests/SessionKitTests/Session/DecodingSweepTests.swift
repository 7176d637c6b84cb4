import Compression
import Foundation
import HTTPMessages
import SessionKit
import TestSupport
import Testing

/// Coded content that is cut or damaged at every octet, in correct framing (contract E12 to E15).
@Suite(.timeLimit(.minutes(5))) struct DecodingSweepTests {
    enum Kind: String, CaseIterable { case data, download }

    private static let text = "hello, hello, hello and once more: hello, world"
    private static let codes: [(coding: String, code: [UInt8])] = [
        ("gzip", Deflater.code(Array(text.utf8), .gzip)), ("deflate", Deflater.code(Array(text.utf8), .zlib)),
    ]

    /// Answers `/cut/N` with the first N octets and `/flip/N` with the Nth octet inverted.
    private static func server(_ coding: String, _ code: [UInt8]) async throws -> RawServer {
        try await RawServer { peer in
            while let request = await peer.request() {
                let words = request.split(separator: " ")[1].split(separator: "/")
                let place = Int(words[1]) ?? 0
                var bytes = code
                if words[0] == "cut" { bytes = Array(code.prefix(place)) } else { bytes[place] ^= 0xFF }
                await peer.send(
                    "HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Encoding: \(coding)\r\n"
                        + "Content-Length: \(bytes.count)\r\n\r\n")
                await peer.send(bytes)
            }
        }
    }

    /// Loads a path and returns what it came to.
    private static func load(_ kind: Kind, _ url: String, _ session: HTTPSession, _ witness: Witness) async -> URLError?
    {
        let ends = witness.ends
        let task: HTTPSessionTask =
            kind == .data ? session.dataTask(with: URL(url)) : session.downloadTask(with: URL(url))
        task.resume()
        await witness.end(of: ends + 1)
        let error = task.error as? URLError
        if let error {
            #expect(error.code == .cannotDecodeRawData, "\(url)")
            #expect(error.httpSessionFailure?.code == .decode)
            #expect(error.httpSessionFailure?.phase == .content)
            #expect(error.httpSessionFailure?.cause is DecodingFailure)
            // What is coded cannot be gone on with.
            #expect(error.downloadTaskResumeData == nil)
        }
        return error
    }

    @Test(.tags(.E13), arguments: codes, Kind.allCases)
    func `cut after any octet, what ends before its coding does is an error`(
        code: (coding: String, code: [UInt8]), kind: Kind
    ) async throws {
        let server = try await Self.server(code.coding, code.code)
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        for count in 0...code.code.count {
            let before = witness.content.count
            let error = await Self.load(kind, server.url("/cut/\(count)"), session, witness)
            // What came before the cut is good.
            #expect(Self.text.utf8.starts(with: witness.content.dropFirst(before)), "cut after \(count) octets")
            // Servers name a coding for content that is empty.
            #expect((error == nil) == (count == 0 || count == code.code.count), "cut after \(count) octets")
        }
        await scratch.untilEmpty()
        session.invalidateAndCancel()
    }

    @Test(.tags(.E12), arguments: codes, Kind.allCases)
    func `damaged at any octet, content is refused`(code: (coding: String, code: [UInt8]), kind: Kind) async throws {
        let server = try await Self.server(code.coding, code.code)
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        // In gzip's header the time, the compression level and the system say nothing about the content.
        let harmless = code.coding == "gzip" ? 4...9 : -1...(-1)
        for place in code.code.indices {
            let error = await Self.load(kind, server.url("/flip/\(place)"), session, witness)
            #expect((error == nil) == harmless.contains(place), "octet \(place)")
        }
        await scratch.untilEmpty()
        session.invalidateAndCancel()
    }

    @Test(.tags(.E15), arguments: ["br", "zstd", "compress", "x", "gzip, br", "br, gzip", "gzip;q=1"], Kind.allCases)
    func `a coding that is not known is an error before any content`(coding: String, kind: Kind) async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                await peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 1\r\n\r\nx")
            }
        }
        let witness = Witness()
        let scratch = try Scratch()
        let session = scratch.session(witness)
        let task: HTTPSessionTask =
            kind == .data ? session.dataTask(with: URL(server.url())) : session.downloadTask(with: URL(server.url()))
        task.resume()
        await witness.end()
        #expect(witness.lines == ["end -1016"])
        #expect(witness.error?.httpSessionFailure?.code == .unknownCoding)
        #expect(witness.error?.httpSessionFailure?.message.contains(coding.contains("br") ? "br" : coding) == true)
        #expect(witness.error?.httpSessionFailure?.phase == .head)
        await scratch.untilEmpty()
        session.invalidateAndCancel()
    }
}
