import AdapterProtocol
import Digests
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Transfers into memory` {
    @Test(arguments: Answer.Framing.allCases)
    func `every byte in front of a gate is reported before the gate opens`(framing: Answer.Framing) async throws {
        try await playing(.held(0, framing)) { instance, desk in
            desk.start("a", instance.url + "/x")
            await desk.bytes(size / 2, of: "a")
            #expect(desk.pieces(of: "a").last?.total == size / 2)
            await instance.open("half")
            let end = try await desk.end(of: "a")
            #expect(end.hash == digest())
            let length = framing == .length ? " of \(size)" : ""
            #expect(
                desk.story(of: "a") == ["started", "head 200\(length)", "bytes", "progress", "end complete \(size)"])
            #expect(desk.complaints == [])
        }
    }

    @Test(arguments: ["sessionkit", "urlsession"])
    func `pieces join without a gap, and the head says what the server sent`(client: String) async throws {
        var answer = Answer.held()
        answer.fields = [.init(name: "X-Twice", value: "a"), .init(name: "X-Twice", value: "b")]
        try await playing(answer, with: client) { instance, desk in
            desk.start("a", instance.url + "/x")
            await desk.bytes(size / 2, of: "a")
            await instance.open("half")
            let end = try await desk.end(of: "a")
            #expect(end.outcome == .complete && end.total == size && end.hash == digest())
            let pieces = desk.pieces(of: "a")
            #expect(pieces.count > 1)
            #expect(pieces.map(\.from) == [0] + pieces.dropLast().map(\.total))
            #expect(pieces.allSatisfy { $0.total == $0.from + $0.count })
            let head = try #require(desk.heads(of: "a").first)
            #expect(head.expected == size && head.finalURL == instance.url + "/x")
            let values = head.headers.filter { $0.name == "X-Twice" }.map(\.value)
            #expect(values.joined(separator: ", ") == "a, b")
            #expect(await instance.end().exchanges.first?.transfer == "a")
        }
    }

    @Test func `progress says what the bytes say, unless it is not wanted`() async throws {
        try await playing(.pattern()) { instance, desk in
            desk.start("a", instance.url + "/x")
            desk.start("b", instance.url + "/x") { $0.options.report.progress = false }
            try await desk.end(of: "a")
            try await desk.end(of: "b")
            let progress = desk.progress(of: "a")
            #expect(progress.map(\.done) == desk.pieces(of: "a").map(\.total))
            #expect(progress.allSatisfy { $0.expected == size })
            #expect(progress.last?.fraction == 1)
            #expect(desk.progress(of: "b") == [])
        }
    }

    @Test func `pieces carry their hash or their bytes where that is wanted`() async throws {
        try await playing(.pattern()) { instance, desk in
            desk.start("a", instance.url + "/x") { $0.options.report.chunks = .hash }
            desk.start("b", instance.url + "/x") { $0.options.report.chunks = .data }
            try await desk.end(of: "a")
            try await desk.end(of: "b")
            let whole = PatternStream(seed: 0).bytes(from: 0, count: size)
            for piece in desk.pieces(of: "a") {
                #expect(piece.hash == SHA256.digest(of: whole[piece.from..<piece.total]).hex)
                #expect(piece.data == nil)
            }
            let joined = desk.pieces(of: "b").compactMap { Data(base64Encoded: $0.data ?? "") }.reduce(Data(), +)
            #expect(Octets([UInt8](joined)) == Octets(whole))
        }
    }

    @Test func `an error page is a response like any other`() async throws {
        var answer = Answer(body: .text(Template("gone")))
        answer.status = 404
        try await playing(answer) { instance, desk in
            desk.start("a", instance.url + "/x")
            try await desk.end(of: "a")
            #expect(desk.story(of: "a") == ["started", "head 404 of 4", "bytes", "progress", "end complete 4"])
        }
    }

    @Test(arguments: [(Step.Cut.fin, ErrorKind.incompleteBody), (.rst, .connectionLost)])
    func `a body that ends too early is a failure with what was given`(cut: Step.Cut, kind: ErrorKind) async throws {
        try await playing(.held(then: [.half(.cut(cut))])) { instance, desk in
            desk.start("a", instance.url + "/x")
            await desk.bytes(size / 2, of: "a")
            await instance.open("half")
            let end = try await desk.end(of: "a")
            #expect(end.outcome == .failed && end.total == size / 2 && end.hash == digest(size / 2))
            let error = try #require(end.error)
            #expect(error.kind == kind && error.code == -1005 && error.domain == NSURLErrorDomain)
            #expect(error.afterBytes == size / 2)
        }
    }

    @Test(arguments: [AdapterCommand.TransferOptions.Sink.memory, .file])
    func `where nobody listens there is an end and no head`(
        sink: AdapterCommand.TransferOptions.Sink
    ) async throws {
        let url = try await playing(.pattern()) { instance, _ in instance.url }
        try await adapting { desk in
            desk.start("a", url + "/x", sink)
            let end = try await desk.end(of: "a")
            #expect(desk.story(of: "a") == ["started", "end failed 0 refused"])
            #expect(end.hash == digest(0))
        }
    }

    @Test(arguments: ["sessionkit", "urlsession"])
    func `a computed body is sent whole, one that is not described is refused`(client: String) async throws {
        try await playing(.pattern(), with: client) { instance, desk in
            desk.start("a", instance.url + "/x") { start in
                start.method = "POST"
                start.body = .init(from: .data, pattern: .init(size: 100_000, seed: 1))
            }
            try await desk.end(of: "a")
            desk.start("b", instance.url + "/x") { $0.body = .init(from: .data) }
            await desk.event { $0.ev == "unsupported" }
            #expect(desk.refusals == ["body"])
            let exchanges = await instance.end().exchanges
            #expect(exchanges.map(\.request.bodyReceived) == [100_000])
        }
    }

    @Test func `a body from memory is sent, one of another kind is refused by name`() async throws {
        try await playing(.pattern()) { instance, desk in
            desk.start("a", instance.url + "/x") { start in
                start.method = "PUT"
                start.headers = [.init("X-Own", "yes")]
                start.body = .init(from: .data, data: Data("hello".utf8).base64EncodedString())
            }
            desk.start("b", instance.url + "/x") { $0.body = .init(from: .stream, data: "") }
            try await desk.end(of: "a")
            await desk.event { $0.ev == "unsupported" }
            #expect(
                desk.events(of: "b") == [
                    .unsupported(what: "body", t: "b", reason: "SessionKit sends bodies from memory only")
                ])
            let request = try #require(await instance.end().exchanges.first?.request)
            #expect(request.head?.method == "PUT" && request.head?.fields["X-Own"] == "yes")
            #expect(request.head?.fields["Content-Length"] == "5")
        }
    }
}
