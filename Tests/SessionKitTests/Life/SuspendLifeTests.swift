import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Suspending: silence, the same connection, no timer, the slot for others (contract K02 to K05, S15).
@Suite(.timeLimit(.minutes(5))) struct SuspendLifeTests {
    @Test(.tags(.K03, .K04)) func `a suspended task is silent and goes on where it was`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(200), .responseDecided(question: 1, .allow), .bytes(5))
        #expect(task.on(.suspended) == ["give up the slot", "stop receiving", "idle clock off"])
        #expect(task.on(.bytes(7)) == [])
        #expect(task.on(.resumed) == ["ask for a slot at example.test"])
        #expect(task.on(.slotGranted) == ["> data 7", "receive", "idle clock on"])
    }

    @Test(.tags(.K03)) func `a whole answer that came before or during the pause completes after it, without a slot`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(200), .responseDecided(question: 1, .allow), .suspended, .bytes(5))
        #expect(task.on(.finished) == [])
        #expect(task.on(.resumed) == ["> data 5", "> complete", "dismantle"])
    }

    @Test(.tags(.K03))
    func `a download whose connection was lost during the pause goes on by range, and nobody is told`() {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, ["ETag": "\"v1\"", "Content-Length": "100"]), .bytes(25), .fileWritten(25), .suspended)
        task.after(.lost())
        #expect(task.on(.resumed) == ["ask for a slot at example.test"])
        #expect(
            task.on(.slotGranted) == [
                "GET /song.mp3 Range: bytes=25- If-Range: \"v1\" Accept-Encoding: identity", "idle clock on",
            ])
        #expect(
            task.on(.head(206, ["Content-Range": "bytes 25-99/100"])) == [
                "truncate 25", "stop receiving", "idle clock off",
            ])
        #expect(task.on(.fileOpened) == ["receive", "idle clock on"])
        #expect(task.on(.bytes(75)) == ["write 75"])
        #expect(task.on(.fileWritten(75)) == ["> wrote 75, 100 of 100"])
    }

    @Test func `a loss that is noticed only after the pause goes on too, once`() {
        var task = Transcript(.file)
        task.start()
        task.after(
            .head(200, ["ETag": "\"v1\"", "Content-Length": "100"]), .bytes(25), .fileWritten(25), .suspended, .resumed,
            .slotGranted)
        #expect(task.on(.lost(.incompleteBody)).contains("ask for a slot at example.test"))
        task.after(.slotGranted, .head(206, ["Content-Range": "bytes 25-99/100"]), .fileOpened)
        task.after(.lost())
        #expect(task.on(.fileClosed) == ["> connection-lost, resume data of 25", "dismantle"])
    }

    @Test(.tags(.K03)) func `a changed file after the pause starts over, and that is told`() {
        var task = Transcript(.file)
        task.start()
        task.after(
            .head(200, ["ETag": "\"v1\"", "Content-Length": "100"]), .bytes(25), .fileWritten(25), .suspended, .lost(),
            .resumed, .slotGranted)
        #expect(task.on(.head(200, ["ETag": "\"v2\"", "Content-Length": "90"])).first == "truncate 0")
        #expect(task.on(.fileOpened).prefix(2) == ["> response 200 of 90", "> resumed at 0 of 90"])
    }

    @Test(.tags(.K03)) func `a data task whose connection was lost during the pause fails after it`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(200), .responseDecided(question: 1, .allow), .bytes(5), .suspended)
        #expect(task.on(.lost()) == [])
        #expect(task.on(.resumed) == ["> connection-lost", "dismantle"])
    }

    @Test(.tags(.S15)) func `suspended while waiting for a slot, a task leaves the queue`() {
        var task = Transcript(.memory)
        task.after(.resumed)
        #expect(task.on(.suspended) == ["give up the slot"])
        #expect(task.on(.resumed) == ["ask for a slot at example.test"])
    }

    @Test func `suspended while the application decides, the answer waits`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(200), .suspended)
        #expect(task.on(.responseDecided(question: 1, .allow)) == [])
        task.after(.resumed)
        #expect(task.on(.slotGranted) == ["receive", "idle clock on"])
    }

    @Test func `suspended again while waiting for the slot it gave up, a task waits for both`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.suspended, .resumed)
        #expect(task.on(.suspended) == ["give up the slot"])
        task.after(.resumed)
        #expect(task.on(.slotGranted) == ["receive", "idle clock on"])
    }

    @Test func `a redirect that is decided during the pause is followed after it`() throws {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(302, ["Location": "/b"]), .suspended)
        let url = try #require(URL(string: "http://example.test/b"))
        #expect(task.on(.redirectDecided(question: 1, URLRequest(url: url))) == ["stop", "> request /b"])
        #expect(task.on(.resumed) == ["ask for a slot at example.test"])
        #expect(task.on(.slotGranted) == ["GET /b", "idle clock on"])
    }
}
