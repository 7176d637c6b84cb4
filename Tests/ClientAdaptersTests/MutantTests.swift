import AdapterProtocol
import ClientAdapters
import FixtureServer
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Each mutant beside the reference, in the situation that its fault is about.
@Suite(.timeLimit(.minutes(5))) struct `Mutants of the bundled client` {
    private static let reference = "sessionkit"

    @Test(arguments: AdapterRegistry.mutants)
    func `a mutant is a client like any other where its fault has nothing to do`(mutant: String) async throws {
        try await playing(.pattern(), with: mutant) { instance, desk in
            desk.start("a", instance.url + "/x", .file)
            let end = try await desk.end(of: "a")
            let story = ["started", "head 200 of \(size)", "bytes", "progress", "file \(size)", "end complete \(size)"]
            #expect(desk.story(of: "a").prefix(6) == story[...])
            #expect(end.hash == digest())
        }
    }

    @Test(arguments: [reference, "sessionkit+append-on-200"])
    func `append-on-200 has the whole of the new version behind the half of the old one`(client: String) async throws {
        try await playing(.held(1), .pattern(2), with: client) { instance, desk in
            try await desk.resumeHalf(instance)
            let end = try await desk.end(of: "rest")
            let isMutant = client != Self.reference
            #expect(end.total == (isMutant ? size / 2 + size : size))
            #expect((end.hash == digest(seed: 2)) == !isMutant)
            // Nothing else gives it away.
            #expect(desk.story(of: "rest").prefix(2) == ["started", "head 200 of \(size) at 0"])
            #expect(desk.progress(of: "rest").last?.done == size)
        }
    }

    @Test(arguments: [reference, "sessionkit+ignore-if-range"])
    func `ignore-if-range has the head of one version and the tail of another`(client: String) async throws {
        try await playing(.held(1), .pattern(2), with: client) { instance, desk in
            try await desk.resumeHalf(instance)
            let end = try await desk.end(of: "rest")
            let isMutant = client != Self.reference
            #expect(end.outcome == .complete && end.total == size)
            #expect((end.hash == digest(seed: 2)) == !isMutant)
            let head = try #require(desk.heads(of: "rest").first)
            #expect(head.status == (isMutant ? 206 : 200) && head.resumedAt == (isMutant ? size / 2 : 0))
            #expect(head.headers.contains { $0.name == "ETag" })
            let request = try #require(await instance.end().exchanges.last?.request.head)
            #expect(request.fields.contains("Range"))
            #expect(request.fields.contains("If-Range") == !isMutant)
        }
    }

    @Test(arguments: [reference, "sessionkit+ignore-if-range"])
    func `ignore-if-range shows a part that was asked for by hand as it came`(client: String) async throws {
        try await playing(["/x": [.pattern()]], with: client) { instance, desk in
            desk.send(
                .start(.init(t: "a", url: instance.url + "/x", headers: [.init("Range", "bytes=100-199")])))
            let end = try await desk.end(of: "a")
            #expect(end.outcome == .complete && end.total == 100)
            let head = try #require(desk.heads(of: "a").first)
            #expect(head.status == 206 && head.headers.contains { $0.name == "Last-Modified" })
        }
    }

    @Test(arguments: [reference, "sessionkit+buffer-until-end"])
    func `buffer-until-end has nothing of the first half when the second one is held back`(client: String) async throws
    {
        try await playing(["/x": [.held()], "/small": [.pattern()]], with: client) { instance, desk in
            desk.start("a", instance.url + "/x")
            await desk.event { $0.ev == "head" }
            #expect(await instance.wait(limit: .ample) { $0.isHold } != nil)
            let isMutant = client != Self.reference
            if isMutant {
                // A whole transfer later the first half, which was sent before, would have come.
                desk.start("b", instance.url + "/small")
                try await desk.end(of: "b")
                #expect(desk.pieces(of: "a") == [])
            } else {
                await desk.bytes(size / 2, of: "a")
            }
            await instance.open("half")
            let end = try await desk.end(of: "a")
            #expect(end.hash == digest())
        }
    }

    @Test(arguments: [reference, "sessionkit+second-end"])
    func `second-end ends twice, however it ends`(client: String) async throws {
        let lost = Answer.pattern(0, .length, [.half(.cut(.fin))])
        try await playing(["/x": [.pattern()], "/lost": [lost], "/held": [.held()]], with: client) { instance, desk in
            desk.start("whole", instance.url + "/x")
            desk.start("lost", instance.url + "/lost", .file)
            desk.start("held", instance.url + "/held")
            await desk.bytes(size / 2, of: "held")
            desk.send(.cancel(t: "held", resume: .none))
            for t in ["whole", "lost", "held"] { try await desk.end(of: t) }
            // The pong comes from behind both ends.
            desk.send(.ping(id: 1))
            await desk.event { $0 == .pong(id: 1) }
            let count = client == Self.reference ? 1 : 2
            #expect(desk.ends(of: "whole").map(\.outcome) == Array(repeating: .complete, count: count))
            #expect(desk.ends(of: "lost").map(\.outcome) == Array(repeating: .failed, count: count))
            #expect(desk.ends(of: "held").map(\.outcome) == Array(repeating: .cancelled, count: count))
            #expect(desk.resumeData(of: "lost").count == 1)
        }
    }

    @Test(arguments: [reference, "sessionkit+swallow-early-close"], Answer.Framing.allCases)
    func `swallow-early-close takes half of it for the whole`(client: String, framing: Answer.Framing) async throws {
        try await playing(.held(0, framing, then: [.half(.cut(.rst))]), with: client) { instance, desk in
            desk.start("a", instance.url + "/x", .file)
            await desk.bytes(size / 2, of: "a")
            await instance.open("half")
            let end = try await desk.end(of: "a")
            let isMutant = client != Self.reference
            #expect(end.outcome == (isMutant ? .complete : .failed))
            #expect(end.total == size / 2 && end.hash == digest(size / 2))
            #expect(desk.files(of: "a").map(\.size) == (isMutant ? [size / 2] : []))
        }
    }
}

extension JournalEvent {
    /// Whether an exchange holds at a gate.
    fileprivate var isHold: Bool { if case .held = kind { true } else { false } }
}
