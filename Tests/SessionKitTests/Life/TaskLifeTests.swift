import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Data tasks and downloads that nobody disturbs, and what the network does to them.
@Suite(.timeLimit(.minutes(5))) struct TaskLifeTests {
    @Test(.tags(.D01)) func `a data task from resume to completion`() {
        var task = Transcript(.memory)
        #expect(task.on(.resumed) == ["total clock", "ask for a slot at example.test"])
        #expect(task.on(.slotGranted) == ["GET /song.mp3", "idle clock on"])
        #expect(
            task.on(.head(200, ["Content-Length": "5"])) == ["ask 1: 200 of 5?", "stop receiving", "idle clock off"])
        #expect(task.on(.responseDecided(question: 1, .allow)) == ["receive", "idle clock on"])
        #expect(task.on(.bytes(3)) == ["> data 3"])
        #expect(task.on(.consumed(3)) == [])
        #expect(task.on(.bytes(2)) == ["> data 2"])
        #expect(task.on(.finished) == ["give up the slot", "> complete", "dismantle"])
        #expect(task.on(.finished) == [])
    }

    @Test(.tags(.D02, .P01)) func `a download from resume to completion`() {
        var task = Transcript(.file)
        task.start()
        #expect(task.on(.head(200, ["Content-Length": "5"])) == ["> response 200 of 5", "create"])
        #expect(task.on(.bytes(3)) == ["write 3"])
        #expect(task.on(.fileWritten(3)) == ["> wrote 3, 3 of 5"])
        #expect(task.on(.bytes(2)) == ["write 2"])
        #expect(task.on(.finished) == ["give up the slot", "idle clock off"])
        #expect(task.on(.fileWritten(2)) == ["> wrote 2, 5 of 5", "close"])
        #expect(task.on(.fileClosed) == ["> file", "> complete", "dismantle"])
    }

    @Test(.tags(.P06)) func `an empty download is an empty file, without progress`() {
        var task = Transcript(.file)
        task.start()
        #expect(task.on(.head(204)) == ["> response 204 of 0", "create"])
        #expect(task.on(.finished) == ["give up the slot", "close", "idle clock off"])
        #expect(task.on(.fileClosed) == ["> file", "> complete", "dismantle"])
    }

    @Test(.tags(.D03)) func `everything that came with the head waits for the application's answer, in order`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(200))
        #expect(task.on(.bytes(3)) == [])
        #expect(task.on(.trailers(["X": "1"])) == [])
        #expect(task.on(.finished) == [])
        #expect(
            task.on(.responseDecided(question: 1, .allow)) == [
                "> data 3", "> trailers 1", "give up the slot", "> complete", "dismantle",
            ])
    }

    @Test(.tags(.D06)) func `interim answers are told and are not the response`() {
        var task = Transcript(.memory)
        task.start()
        #expect(task.on(.interim(103)) == ["> interim 103"])
        #expect(task.on(.head(200)).first == "ask 1: 200 of -1?")
    }

    @Test func `the application refuses the response`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(200))
        #expect(
            task.on(.responseDecided(question: 1, .cancel)) == [
                "stop", "give up the slot", "> cancelled", "dismantle",
            ])
    }

    @Test(.tags(.D04)) func `a data task becomes a download in the middle`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(200, ["ETag": "\"v1\""]), .bytes(3))
        #expect(
            task.on(.responseDecided(question: 1, .becomeDownload)) == [
                "> became a download", "create", "write 3", "receive", "idle clock on",
            ])
        #expect(task.on(.fileWritten(3)) == ["> wrote 3, 3 of -1"])
        #expect(task.on(.cancelledForResume).contains("close"))
        #expect(task.on(.fileClosed) == ["> cancelled, resume data of 3", "dismantle"])
    }

    @Test(.tags(.S05))
    func `bytes on their way to the application are bounded, and the gate stays open for those that came`() {
        var task = Transcript(.memory) { $0.maximumBytesInFlight = 100 }
        task.start()
        task.after(.head(200), .responseDecided(question: 1, .allow))
        #expect(task.on(.bytes(99)) == ["> data 99"])
        #expect(task.on(.bytes(1)) == ["> data 1", "stop receiving", "idle clock off"])
        #expect(task.on(.bytes(5)) == ["> data 5"])
        #expect(task.on(.consumed(79)) == [])
        #expect(task.on(.consumed(1)) == ["receive", "idle clock on"])
    }

    @Test(arguments: [HTTPSessionFailure.Code.connectionLost, .incompleteBody, .badFraming, .refused])
    func `a failed transfer fails a data task`(code: HTTPSessionFailure.Code) {
        var task = Transcript(.memory)
        task.start()
        #expect(task.on(.lost(code)) == ["give up the slot", "> \(code.rawValue)", "dismantle"])
    }

    @Test(.tags(.M03)) func `a failed download hands out what another can go on from, once it is on disk`() {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, ["ETag": "\"v1\"", "Content-Length": "100"]), .bytes(60))
        #expect(task.on(.lost(.incompleteBody)) == ["give up the slot", "idle clock off"])
        #expect(task.on(.fileWritten(60)) == ["> wrote 60, 60 of 100", "close"])
        #expect(task.on(.fileClosed) == ["> incomplete-body, resume data of 60", "dismantle"])
    }

    @Test(arguments: [HTTPSessionFailure.Code.badFraming, .decode])
    func `content that cannot be trusted is not gone on from`(code: HTTPSessionFailure.Code) {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, ["ETag": "\"v1\""]), .bytes(60), .fileWritten(60))
        #expect(
            task.on(.lost(code)) == [
                "give up the slot", "remove", "> \(code.rawValue)", "dismantle",
            ])
    }

    @Test(.tags(.P09, .E24)) func `a full disk fails the download and removes the file`() {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, ["ETag": "\"v1\""]), .bytes(60), .fileWritten(60), .bytes(10))
        #expect(task.on(.diskFull) == ["stop", "give up the slot", "remove", "> write", "dismantle"])
    }

    @Test(.tags(.S12)) func `silence ends the task, unless the clock was stopped meanwhile`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.head(200))
        #expect(task.on(.idleTimeout(.seconds(1))) == [])
        task.after(.responseDecided(question: 1, .allow))
        #expect(
            task.on(.idleTimeout(.seconds(1))) == [
                "stop", "give up the slot", "> idle-timeout", "dismantle",
            ])
    }

    @Test(.tags(.S14, .M03)) func `a download that is too slow as a whole hands out what another can go on from`() {
        var task = Transcript(.file)
        task.start()
        task.after(.head(200, ["ETag": "\"v1\""]), .bytes(5), .fileWritten(5))
        #expect(task.on(.totalTimeout(.seconds(1))) == ["stop", "give up the slot", "close", "idle clock off"])
        #expect(task.on(.fileClosed) == ["> request-timeout, resume data of 5", "dismantle"])
    }

    @Test(.tags(.K05)) func `the total timeout waits for a suspended task to be resumed`() {
        var task = Transcript(.memory)
        task.start()
        task.after(.suspended)
        #expect(task.on(.totalTimeout(.seconds(1))) == [])
        #expect(task.on(.resumed) == ["stop", "> request-timeout", "dismantle"])
    }

    @Test(
        .tags(.E22),
        arguments: [
            ("ftp://example.test/", "unsupported-scheme"), ("http:///x", "bad-request"),
            ("file:///etc/passwd", "unsupported-scheme"),
        ])
    func `a URL that cannot be asked for fails at once, without a socket`(url: String, code: String) {
        var task = Transcript(.memory, url: url)
        #expect(task.on(.resumed) == ["total clock", "> \(code)", "dismantle"])
    }
}
