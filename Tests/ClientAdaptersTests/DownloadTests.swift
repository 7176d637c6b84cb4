import AdapterProtocol
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Transfers into files` {
    @Test func `a file is reported while it is there, and is gone afterwards`() async throws {
        try await playing(.pattern(0, .chunked)) { instance, desk in
            desk.start("a", instance.url + "/x", .file)
            let end = try await desk.end(of: "a")
            #expect(
                desk.story(of: "a") == [
                    "started", "head 200", "bytes", "progress", "file \(size)", "end complete \(size)",
                ])
            #expect(end.hash == digest())
            let file = try #require(desk.files(of: "a").first)
            #expect(file.filename == "x")
            #expect(file.path.hasPrefix(desk.folder.path + "/"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder.path) == [])
        }
    }

    @Test func `an empty file has a head and no bytes`() async throws {
        try await playing(Answer()) { instance, desk in
            desk.start("a", instance.url + "/x", .file)
            try await desk.end(of: "a")
            #expect(desk.story(of: "a") == ["started", "head 200 of 0", "file 0", "end complete 0"])
        }
    }

    @Test(arguments: Answer.Framing.allCases)
    func `a cancelled download goes on where it stopped`(framing: Answer.Framing) async throws {
        try await playing(.held(0, framing), .pattern()) { instance, desk in
            desk.start("first", instance.url + "/x", .file)
            await desk.bytes(size / 2, of: "first")
            desk.send(.cancel(t: "first", resume: .want))
            let cancelled = try await desk.end(of: "first")
            #expect(desk.story(of: "first").suffix(2) == ["resume data 5000", "end cancelled 5000 cancelled"])
            #expect(cancelled.hash == digest(size / 2))
            let material = try #require(desk.resumeData(of: "first").first)
            let partial = try #require(material.partial)
            #expect(partial.hasPrefix(desk.folder.path + "/") && FileManager.default.fileExists(atPath: partial))

            desk.send(.resume(.init(t: "rest", from: try #require(material.value), options: .init(sink: .file))))
            let end = try await desk.end(of: "rest")
            #expect(
                desk.story(of: "rest") == [
                    "started", "head 206 of \(size) at 5000", "bytes", "progress", "file \(size)",
                    "end complete \(size)",
                ])
            #expect(end.hash == digest())
            #expect(desk.pieces(of: "rest").first?.from == size / 2)
            #expect(desk.progress(of: "rest").map(\.done) == desk.pieces(of: "rest").map(\.total))
            let requests = await instance.end().exchanges
            #expect(requests.map(\.transfer) == ["first", "rest"])
            #expect(requests.last?.request.head?.fields["Range"] == "bytes=5000-")
            #expect(!FileManager.default.fileExists(atPath: partial))
        }
    }

    @Test func `a changed file is fetched anew, and is said to begin at 0`() async throws {
        try await playing(.held(1), .pattern(2)) { instance, desk in
            try await desk.resumeHalf(instance)
            #expect(desk.story(of: "rest").prefix(2) == ["started", "head 200 of \(size) at 0"])
            let end = try await desk.end(of: "rest")
            #expect(end.hash == digest(seed: 2))
        }
    }

    @Test func `a lost download hands out resume material unasked`() async throws {
        try await playing(.held(then: [.half(.cut(.rst))]), .pattern()) { instance, desk in
            desk.start("a", instance.url + "/x", .file)
            await desk.bytes(size / 2, of: "a")
            await instance.open("half")
            let end = try await desk.end(of: "a")
            #expect(desk.story(of: "a").suffix(2) == ["resume data 5000", "end failed 5000 connection-lost"])
            #expect(end.hash == digest(size / 2))
        }
    }

    @Test func `without a validator there is no resume material, and nobody knows the hash of a removed file`()
        async throws
    {
        var answer = Answer.held()
        answer.etag = .none
        answer.modified = .none
        try await playing(answer) { instance, desk in
            desk.start("a", instance.url + "/x", .file)
            await desk.bytes(size / 2, of: "a")
            desk.send(.cancel(t: "a", resume: .want))
            let end = try await desk.end(of: "a")
            #expect(desk.story(of: "a").suffix(2) == ["resume data none", "end cancelled 5000 cancelled"])
            #expect(end.hash == nil)
            await desk.emptied()
        }
    }

    @Test(arguments: [AdapterCommand.TransferOptions.Sink.memory, .file])
    func `resume material is told of only when it was asked for`(
        sink: AdapterCommand.TransferOptions.Sink
    ) async throws {
        try await playing(.held()) { instance, desk in
            for (t, wish) in [("a", AdapterCommand.ResumeWish.none), ("b", .want)] {
                desk.start(t, instance.url + "/x", sink)
                await desk.bytes(size / 2, of: t)
                desk.send(.cancel(t: t, resume: wish))
                try await desk.end(of: t)
            }
            #expect(desk.resumeData(of: "a") == [])
            #expect(desk.resumeData(of: "b").map { $0.value == nil } == [sink == .memory])
        }
    }

    @Test func `what is no resume material fails as such, without a request`() async throws {
        try await playing(.pattern()) { instance, desk in
            let garbage = Data("garbage".utf8).base64EncodedString()
            desk.send(.resume(.init(t: "a", from: garbage, options: .init(sink: .file))))
            try await desk.end(of: "a")
            #expect(desk.story(of: "a") == ["started", "end failed 0 resume-invalid"])
            #expect(await instance.end().exchanges.isEmpty)
        }
    }
}
