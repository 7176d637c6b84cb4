import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Cancel between any two events: one completion, and nothing after it.
@Suite(.timeLimit(.minutes(5))) struct CancelTests {
    private static let other = URL(string: "http://example.test/b") ?? Transcript.file

    /// Lives with every event that can occur, as long as they go on.
    static let lives: [(name: String, goal: TaskPlan.Goal, events: [TaskEvent])] = [
        (
            "data", .memory,
            [
                .resumed, .slotGranted, .interim(103),
                .head(302, ["Location": "/b"]), .redirectDecided(question: 1, URLRequest(url: other)),
                .head(302, ["Location": "/c"]), .redirectDecided(question: 2, nil),
                .responseDecided(question: 3, .allow), .bytes(5), .suspended, .resumed, .slotGranted, .consumed(5),
                .trailers([:]), .finished,
            ]
        ),
        (
            "download", .file,
            [
                .resumed, .slotGranted, .head(200, ["ETag": "\"v1\"", "Content-Length": "100"]), .bytes(50),
                .fileWritten(50), .suspended, .lost(), .resumed, .slotGranted,
                .head(206, ["Content-Range": "bytes 50-99/100", "ETag": "\"v1\""]), .fileOpened, .bytes(50),
                .fileWritten(50), .finished, .fileClosed,
            ]
        ),
        (
            "resume", .continuation(Transcript.resumeData()),
            [
                .resumed, .partialInspected(size: 60), .slotGranted,
                .head(206, ["Content-Range": "bytes 60-79/100"]), .fileOpened, .bytes(20), .finished, .fileWritten(20),
                .slotGranted, .head(200), .fileOpened, .bytes(10), .diskFull,
            ]
        ),
        (
            "vanished", .continuation(Transcript.resumeData()),
            [
                .resumed, .partialInspected(size: 60), .slotGranted, .head(206, ["Content-Range": "bytes 60-99/100"]),
                .partialVanished, .slotGranted, .head(404), .bytes(9), .fileWritten(9), .idleTimeout(.seconds(1)),
            ]
        ),
    ]

    static let cases: [(life: Int, cut: Int, producing: Bool)] = lives.indices.flatMap { life in
        (0...lives[life].events.count).flatMap { cut in [(life, cut, true), (life, cut, false)] }
    }

    @Test(.tags(.K06, .K09), arguments: cases)
    func `a cancel between any two events ends the task exactly once`(life: Int, cut: Int, producing: Bool) {
        let plan = Self.lives[life]
        var task = Transcript(plan.goal)
        var lines: [String] = []
        for event in plan.events.prefix(cut) { lines += task.on(event) }
        let isOver = lines.last == "dismantle"
        lines += task.on(.cancelled(producingResumeData: producing))
        // What was on its way when the cancel came.
        for event in plan.events.dropFirst(cut) { lines += task.on(event) }
        lines += task.on(.fileWritten(1000)) + task.on(.fileClosed)
        #expect(lines.filter { $0 == "dismantle" }.count == 1)
        #expect(lines.last == "dismantle")
        let ends = lines.filter { Self.isEnd($0) }
        #expect(ends.count == 1)
        if !isOver, !lines.contains("> file") { #expect(ends.first?.hasPrefix("> cancelled") == true) }
    }

    @Test(.tags(.M02, .M03)) func `a cancelled download with bytes on disk is handed out after they are`() {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, ["ETag": "\"v1\"", "Content-Length": "100"]), .bytes(50), .fileWritten(50), .bytes(10))
        #expect(task.on(.cancelledForResume) == ["stop", "give up the slot", "idle clock off"])
        #expect(task.on(.fileWritten(10)) == ["> wrote 10, 60 of 100", "close"])
        #expect(task.on(.fileClosed) == ["> cancelled, resume data of 60", "dismantle"])
    }

    @Test(.tags(.P07)) func `a plain cancel removes the file`() {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, ["ETag": "\"v1\""]), .bytes(50), .fileWritten(50))
        #expect(task.on(.cancelled) == ["stop", "give up the slot", "remove", "> cancelled", "dismantle"])
    }

    @Test func `a resumed download that is cancelled before the answer gives back what it was made from`() {
        for events in [[TaskEvent](), [.resumed], [.resumed, .partialInspected(size: 55)]] {
            var task = Transcript.resuming()
            for event in events { task.after(event) }
            let length = events.count == 2 ? 55 : 60
            #expect(task.on(.cancelledForResume).suffix(2) == ["> cancelled, resume data of \(length)", "dismantle"])
        }
    }

    @Test(.tags(.K11)) func `a late answer to a question changes nothing`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(302, ["Location": "/b"]), .cancelled)
        #expect(task.on(.redirectDecided(question: 1, nil)) == [])
        var other = Transcript(.memory)
        other.start()
        other.after(.head(200), .responseDecided(question: 1, .allow))
        #expect(other.on(.responseDecided(question: 1, .cancel)) == [])
    }

    @Test(
        .tags(.M01),
        arguments: [
            ("no validator", [:]), ("weak", ["ETag": "W/\"v1\""]),
            ("coded", ["ETag": "\"v1\"", "Content-Encoding": "gzip"]),
            ("refused", ["ETag": "\"v1\"", "Accept-Ranges": "none"]),
            (
                "same minute",
                ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:36 GMT"]
            ),
            ("no date", ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]),
        ] as [(String, HTTPFields)])
    func `without a strong validator there is no resume data`(why: String, fields: HTTPFields) {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, fields), .bytes(50), .fileWritten(50))
        #expect(task.on(.cancelledForResume).suffix(3) == ["remove", "> cancelled", "dismantle"])
    }

    @Test(
        .tags(.M01),
        arguments: [
            ["ETag": "\"v1\""], ["ETag": "\"v1\"", "Accept-Ranges": "bytes", "Content-Encoding": "identity"],
            ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:37 GMT"],
            [
                "ETag": "W/\"v1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
                "Date": "Sun, 06 Nov 1994 09:50:37 GMT",
            ],
        ] as [HTTPFields])
    func `with one there is`(fields: HTTPFields) {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, fields), .bytes(50), .fileWritten(50), .cancelledForResume)
        #expect(task.on(.fileClosed) == ["> cancelled, resume data of 50", "dismantle"])
    }

    @Test(.tags(.M01)) func `other requests than a plain GET for the whole cannot be gone on with`() {
        for method in ["POST", "HEAD", "PUT"] {
            var task = Transcript(.file, method: method)
            task.start()
            task.after(.head(200, ["ETag": "\"v1\""]), .bytes(50), .fileWritten(50))
            #expect(task.on(.cancelledForResume).contains("> cancelled"))
        }
        var ranged = Transcript(.file) { $0.request.setValue("bytes=0-9", forHTTPHeaderField: "Range") }
        ranged.start()
        ranged.after(.head(206, ["ETag": "\"v1\""]), .bytes(5), .fileWritten(5))
        #expect(ranged.on(.cancelledForResume).contains("> cancelled"))
    }

    private static func isEnd(_ line: String) -> Bool {
        guard line.hasPrefix("> ") else { return false }
        let words = ["complete", "cancelled", "write", "idle-timeout", "range-mismatch", "connection-lost"]
        return words.contains { line == "> \($0)" || line.hasPrefix("> \($0),") }
    }
}
