import FixtureServerTesting
import Foundation
import Scenarios
import SessionKit
import TestSupport
import Testing

/// The trait gives each test a server of its own, and takes it away again.
@Suite(.timeLimit(.minutes(5))) struct TraitTests {
    @Test(.fixtureServer("resume/after-reset/length"), arguments: 1...3)
    func `each case has an instance in which nothing has happened yet`(case: Int) async throws {
        let server = try FixtureServer.current
        await server.open("tunnel")
        let song = try server.url("/song.mp3")
        await #expect(throws: URLError.self) { try await HTTPSession.shared.data(from: song) }
        // Its first request took the attempt that cuts; the next one is answered whole.
        let (whole, _) = try await HTTPSession.shared.data(from: song)
        #expect(whole.count > 100_000)
        #expect(await server.journal().exchanges.map(\.attempt) == [0, nil])
    }

    @Suite(.fixtureServer("basic/media/images-aurora.jpg")) struct Inherited {
        @Test(arguments: 1...2) func `a test has what its suite says, and shares it with none`(case: Int) async throws {
            let server = try FixtureServer.current
            _ = try await HTTPSession.shared.data(from: try server.url("/media"))
            #expect(await server.journal().exchanges.count == 1)
        }

        @Test(.fixtureServer("slow-chunks", seed: 7, speed: 100, gates: .openWhenReached))
        func `a test says otherwise`() async throws {
            let server = try FixtureServer.current
            #expect(server.scenario.id == "slow-chunks" && server.seed == 7)
            // Nobody opens the gates, and at its own speed it would take three seconds.
            let (photo, _) = try await HTTPSession.shared.data(from: try server.url("/photo.jpg"))
            let exchange = try #require(await server.end().exchanges.first)
            #expect(exchange.holds.map(\.gate) == ["quarter", "late"] && exchange.bodySent == photo.count)
        }
    }

    @Test(.fixtureServer("slow-chunks", clock: .manual))
    func `a test may move the clock itself`() async throws {
        let server = try FixtureServer.current
        let photo = try server.url("/photo.jpg")
        async let loaded = HTTPSession.shared.data(from: photo)
        _ = await server.wait(limit: .seconds(240)) { if case .requested = $0.kind { true } else { false } }
        await server.advance(by: .milliseconds(20 * 9))
        // The first piece at once, and one each 20 ms.
        #expect(await server.record(of: ExchangeID(1))?.bodySent == 10 * 1386)
        for gate in ["quarter", "late"] { await server.open(gate) }
        await server.advance(by: .seconds(10))
        #expect(try await loaded.0.count == 182_620)
    }

    @Test(.fixtureServer(file: "greeting.yaml", id: "greeting/en", root: "Files"))
    func `a file of one's own lies beside the test, and what it serves too`() async throws {
        let server = try FixtureServer.current
        let (greeting, _) = try await HTTPSession.shared.data(from: try server.url("/greeting"))
        #expect(String(decoding: greeting, as: UTF8.self) == "hello\n")
    }

    @Test func `the instance ends with the test`() async throws {
        let test = try #require(Test.current)
        let seen = Log<Instance>()
        let trait: FixtureServerTrait = .fixtureServer("basic/media/images-aurora.jpg")
        try await trait.provideScope(for: test, testCase: Test.Case.current) {
            seen.append(try FixtureServer.current)
        }
        let server = try #require(seen.entries.first)
        let photo = try server.url("/media")
        await #expect(throws: URLError.self) { try await HTTPSession.shared.data(from: photo) }
        var last: JournalEvent?
        for await event in server.events { last = event }
        guard case .finished = last?.kind else { return #expect(Bool(false), "the last event is \(last as Any)") }
    }

    @Test func `what cannot be played fails the test with the reason`() async throws {
        let test = try #require(Test.current)
        let trait: FixtureServerTrait = .fixtureServer("slow-chunk")
        let error = await #expect(throws: (any Error).self) {
            try await trait.provideScope(for: test, testCase: Test.Case.current) {}
        }
        #expect(String(describing: error as Any).contains("did you mean 'slow-chunks'?"))
    }

    @Test func `without the trait there is none, and the error says how to get one`() async {
        let error = #expect(throws: FixtureServerTestingError.self) { try FixtureServer.current }
        #expect(error?.code == .noServer && error?.description.contains(".fixtureServer(") == true)
    }
}
