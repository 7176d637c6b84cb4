import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A download that goes on: 60 of 100 bytes are on disk, of the version "v1" (oracle table 2).
@Suite(.timeLimit(.minutes(5))) struct ResumeLifeTests {
    @Test(.tags(.M05)) func `the rest is asked for and appended`() {
        var task = Transcript.resuming()
        #expect(task.on(.resumed) == ["total clock", "inspect partial"])
        #expect(task.on(.partialInspected(size: 60)) == ["ask for a slot at example.test"])
        #expect(
            task.on(.slotGranted) == [
                "GET /song.mp3 Range: bytes=60- If-Range: \"v1\" Accept-Encoding: identity", "idle clock on",
            ])
        #expect(
            task.on(.head(206, ["Content-Range": "bytes 60-99/100", "ETag": "\"v1\""])) == [
                "adopt 60", "stop receiving", "idle clock off",
            ])
        #expect(task.on(.bytes(40)) == [])
        #expect(
            task.on(.fileOpened) == [
                "> response 206 of 100", "> resumed at 60 of 100", "write 40", "receive", "idle clock on",
            ])
        #expect(task.on(.fileWritten(40)) == ["> wrote 40, 100 of 100"])
        #expect(task.on(.finished) == ["give up the slot", "close", "idle clock off"])
        #expect(task.on(.fileClosed) == ["> file", "> complete", "dismantle"])
    }

    @Test(
        .tags(.M07),
        arguments: [
            ("total unknown", ["Content-Range": "bytes 60-99/*"]),
            ("no tag", ["Content-Range": "bytes 60-99/100"]),
            ("chunked", ["Content-Range": "bytes 60-99/100", "Transfer-Encoding": "chunked"]),
            ("part of it", ["Content-Range": "bytes 60-79/100"]),
        ] as [(String, HTTPFields)])
    func `a part that begins where the file ends is taken`(name: String, fields: HTTPFields) {
        var task = Transcript.resuming()
        task.start()
        #expect(task.on(.head(206, fields)).first == "adopt 60")
        #expect(task.on(.fileOpened).contains("> resumed at 60 of 100"))
    }

    @Test(
        .tags(.M07),
        arguments: [
            ("starts before", ["Content-Range": "bytes 40-99/100"]),
            ("starts after", ["Content-Range": "bytes 61-99/100"]),
            ("starts at 0", ["Content-Range": "bytes 0-99/100"]), ("no Content-Range", [:]),
            ("other total", ["Content-Range": "bytes 60-99/120"]), ("other unit", ["Content-Range": "rows 60-99/100"]),
            ("multipart", ["Content-Type": "multipart/byteranges; boundary=x"]),
            ("other tag", ["Content-Range": "bytes 60-99/100", "ETag": "\"v2\""]),
            ("weak tag", ["Content-Range": "bytes 60-99/100", "ETag": "W/\"v1\""]),
            ("beyond the whole", ["Content-Range": "bytes 60-109/*"]),
            ("coded", ["Content-Range": "bytes 60-99/100", "Content-Encoding": "gzip"]),
            ("two of them", ["Content-Range": "bytes 60-99/100", "content-range": "bytes 60-99/100"]),
        ] as [(String, HTTPFields)])
    func `a 206 that does not fit leads to one request for everything`(name: String, fields: HTTPFields) {
        var task = Transcript.resuming()
        task.start()
        #expect(task.on(.head(206, fields)) == ["stop", "GET /song.mp3", "idle clock on"])
        #expect(task.on(.head(200, ["Content-Length": "100"])).first == "adopt 0")
        #expect(
            task.on(.fileOpened) == ["> response 200 of 100", "> resumed at 0 of 100", "receive", "idle clock on"])
    }

    @Test func `a 206 to a request for everything goes into a file of its own, and does not loop`() {
        var task = Transcript.resuming()
        task.start()
        task.after(.head(206))
        #expect(task.on(.head(206)) == ["> response 206 of -1", "create"])
    }

    @Test(.tags(.M08)) func `a server that ignores the range starts the file anew`() {
        var task = Transcript.resuming()
        task.start()
        #expect(task.on(.head(200, ["Content-Length": "120"])) == ["adopt 0", "stop receiving", "idle clock off"])
        #expect(
            task.on(.fileOpened) == ["> response 200 of 120", "> resumed at 0 of 120", "receive", "idle clock on"])
        #expect(task.on(.bytes(120)) == ["write 120"])
        #expect(task.on(.fileWritten(120)) == ["> wrote 120, 120 of 120"])
    }

    @Test func `a 200 with a part is a contradiction and keeps the partial file`() {
        var task = Transcript.resuming()
        task.start()
        #expect(
            task.on(.head(200, ["Content-Range": "bytes 60-99/100", "Content-Length": "40"])) == [
                "stop", "give up the slot", "> range-mismatch, resume data of 60", "dismantle",
            ])
    }

    @Test(.tags(.M09), arguments: [Int64?.some(60), nil])
    func `a 416 that says the file is whole ends in success, without its body`(stored: Int64?) {
        var task = Transcript.resuming(60, of: stored)
        task.start()
        #expect(task.on(.head(416, ["Content-Range": "bytes */60"])) == ["stop", "adopt 60", "idle clock off"])
        #expect(task.on(.bytes(9)) == [])
        #expect(
            task.on(.fileOpened).suffix(4) == [
                "> response 416 of 60", "> resumed at 60 of 60", "give up the slot", "close",
            ])
        #expect(task.on(.fileClosed) == ["> file", "> complete", "dismantle"])
    }

    @Test(.tags(.M09), arguments: ["bytes */59", "bytes */100", "bytes 0-0/60", "nonsense", nil])
    func `any other 416 leads to one request for everything`(contentRange: String?) {
        var task = Transcript.resuming()
        task.start()
        let fields = contentRange.map { ["Content-Range": $0] as HTTPFields } ?? [:]
        #expect(task.on(.head(416, fields)) == ["stop", "GET /song.mp3", "idle clock on"])
        #expect(task.on(.head(416, fields)) == ["> response 416 of -1", "create"])
    }

    @Test(.tags(.M10), arguments: [403, 404, 500, 503])
    func `an answer about something else is given, and the partial file stays`(status: Int) {
        var task = Transcript.resuming()
        task.start()
        #expect(task.on(.head(status, ["Content-Length": "9"])) == ["> response \(status) of 9", "create"])
        #expect(task.on(.bytes(9)) == ["write 9"])
        task.after(.fileWritten(9), .finished)
        #expect(task.on(.fileClosed) == ["> file", "> complete", "dismantle"])
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect keeps the range`(status: Int) {
        var task = Transcript.resuming()
        task.start()
        #expect(
            task.on(.head(status, ["Location": "/mirror"])).first
                == "ask 1: \(status) to GET http://example.test/mirror?")
        guard let mirror = URL(string: "http://example.test/mirror") else { return }
        let lines = task.on(.redirectDecided(question: 1, URLRequest(url: mirror)))
        #expect(
            lines.prefix(3) == [
                "stop", "> request /mirror", "GET /mirror Range: bytes=60- If-Range: \"v1\" Accept-Encoding: identity",
            ])
    }

    @Test(arguments: [HTTPSessionFailure.Code.refused, .dns, .connectionLost])
    func `no answer leaves everything as it was`(code: HTTPSessionFailure.Code) {
        var task = Transcript.resuming()
        task.start()
        #expect(task.on(.lost(code)).suffix(2) == ["> \(code.rawValue), resume data of 60", "dismantle"])
    }

    @Test(.tags(.M13)) func `an honest part that is shorter than asked is followed by the next`() {
        var task = Transcript.resuming()
        task.start()
        task.after(.head(206, ["Content-Range": "bytes 60-79/100"]), .fileOpened, .bytes(20), .fileWritten(20))
        let lines = task.on(.finished)
        #expect(
            lines == [
                "give up the slot", "ask for a slot at example.test", "idle clock off",
            ])
        #expect(
            task.on(.slotGranted) == [
                "GET /song.mp3 Range: bytes=80- If-Range: \"v1\" Accept-Encoding: identity", "idle clock on",
            ])
        #expect(task.on(.head(206, ["Content-Range": "bytes 80-99/100"])).first == "truncate 80")
        #expect(task.on(.fileOpened) == ["receive", "idle clock on"])
        #expect(task.on(.bytes(20)) == ["write 20"])
        #expect(task.on(.fileWritten(20)) == ["> wrote 20, 100 of 100"])
        task.after(.finished)
        #expect(task.on(.fileClosed) == ["> file", "> complete", "dismantle"])
    }

    @Test func `a server that gives one byte at a time is not asked for ever`() {
        var task = Transcript.resuming(60, of: 1000)
        task.start()
        var requests = 1
        for place in 60..<1000 {
            task.after(.head(206, ["Content-Range": "bytes \(place)-\(place)/1000"]), .fileOpened, .bytes(1))
            task.after(.fileWritten(1), .finished)
            let lines = task.on(.slotGranted)
            guard lines.first?.hasPrefix("GET") == true else { break }
            requests += 1
        }
        #expect(requests == 17)
        #expect(task.on(.fileClosed) == ["> incomplete-body, resume data of 77", "dismantle"])
    }

    @Test func `a part that ends before what it announced is incomplete`() {
        var task = Transcript.resuming()
        task.start()
        task.after(
            .head(206, ["Content-Range": "bytes 60-99/100", "Transfer-Encoding": "chunked"]), .fileOpened, .bytes(30),
            .fileWritten(30), .finished)
        #expect(task.on(.fileClosed) == ["> incomplete-body, resume data of 90", "dismantle"])
    }

    @Test func `a part that brings more than it announced is not written`() {
        var task = Transcript.resuming()
        task.start()
        task.after(.head(206, ["Content-Range": "bytes 60-99/100"]), .fileOpened)
        #expect(
            task.on(.bytes(41)) == [
                "stop", "give up the slot", "remove", "> range-mismatch", "dismantle",
            ])
    }

    @Test(.tags(.M11), arguments: [(nil, nil), (0, nil), (40, 40), (60, 60), (100, 60)] as [(Int64?, Int64?)])
    func `the file that is really there decides`(size: Int64?, offset: Int64?) {
        var task = Transcript.resuming()
        task.after(.resumed, .partialInspected(size: size))
        let range = offset.map { " Range: bytes=\($0)- If-Range: \"v1\" Accept-Encoding: identity" } ?? ""
        #expect(task.on(.slotGranted).first == "GET /song.mp3\(range)")
    }

    @Test func `of two tasks made from the same data one starts over`() {
        var task = Transcript.resuming()
        task.start()
        task.after(.head(206, ["Content-Range": "bytes 60-99/100"]), .bytes(40))
        #expect(task.on(.partialVanished) == ["stop", "GET /song.mp3", "idle clock on"])
        task.after(.head(200, ["Content-Length": "100"]))
        #expect(task.on(.fileOpened).contains("> resumed at 0 of 100"))
    }

    @Test(.tags(.M04)) func `unusable resume data fails when resumed`() {
        var task = Transcript(.file) {
            $0.refusal = HTTPSessionFailure(.resumeInvalid, .local, "damaged")
        }
        #expect(task.on(.resumed) == ["total clock", "> resume-invalid", "dismantle"])
    }
}
