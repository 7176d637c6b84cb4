import FixtureServerTesting
import Foundation
import SessionKit
import TestSupport
import Testing

/// The closure form, which needs nothing of Swift Testing.
@Suite(.timeLimit(.minutes(5))) struct ClosureTests {
    @Test func `the closure has its server, and its result comes out`() async throws {
        let length = try await withFixtureServer("slow-chunks", speed: 100) { server in
            #expect(try FixtureServer.current.id == server.id)
            let photo = try server.url("/photo.jpg")
            async let loaded = HTTPSession.shared.data(from: photo)
            let sent = try await server.reached("quarter")
            // A fact about order: nothing behind the gate is on its way while it is shut.
            #expect(await server.journal().exchanges.first?.bodySent == sent)
            await server.open("quarter")
            #expect(try await server.reached("late") > sent)
            await server.open("late")
            return try await loaded.0.count
        }
        #expect(length == 182_620)
    }

    @Test func `its end is the end of the server, also when it throws`() async throws {
        struct Interrupted: Error {}
        let seen = Log<Instance>()
        await #expect(throws: Interrupted.self) {
            try await withFixtureServer("basic/media/images-aurora.jpg") { server in
                seen.append(server)
                throw Interrupted()
            }
        }
        let photo = try #require(seen.entries.first).url("/media")
        await #expect(throws: URLError.self) { try await HTTPSession.shared.data(from: photo) }
    }

    @Test func `many at a time are apart, and share one thread`() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...20 {
                group.addTask {
                    try await withFixtureServer("resume/after-reset/length") { server in
                        let song = try server.url("/song.mp3")
                        async let broken: Void = {
                            _ = try? await HTTPSession.shared.data(from: song)
                        }()
                        try await server.reached("tunnel")
                        let threads = Self.threads(named: "fixture-tests")
                        await server.open("tunnel")
                        await broken
                        #expect(await server.journal().exchanges.count == 1)
                        return threads
                    }
                }
            }
            for try await threads in group { #expect(threads == 1) }
        }
    }

    /// How many threads of this process have a name; 1 where that cannot be seen.
    private static func threads(named name: String) -> Int {
        #if os(Linux)
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.filter { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == name + "\n"
        }.count
        #else
        return 1
        #endif
    }

    @Test func `a faulty file is told with place and remedy`() async {
        let error = await #expect(throws: (any Error).self) {
            try await withFixtureServer(file: "faulty.yaml") { _ in }
        }
        let text = String(describing: error as Any)
        #expect(text.contains("faulty.yaml:5:29: error: unknown key 'frameing' of an answer (did you mean 'framing'?)"))
    }

    @Test func `a file of several scenarios wants to know which`() async {
        let several = await #expect(throws: FixtureServerTestingError.self) {
            try await withFixtureServer(file: "greeting.yaml", root: "Files") { _ in }
        }
        #expect(several?.code == .ambiguous && several?.description.hasSuffix(#"such as id: "greeting/en""#) == true)
        let error = await #expect(throws: (any Error).self) {
            try await withFixtureServer(file: "greeting.yaml", id: "greeting/dee", root: "Files") { _ in }
        }
        #expect(String(describing: error as Any).contains("did you mean 'greeting/de'?"))
    }

    @Test func `gates and origins are known by name`() async throws {
        try await withFixtureServer("slow-chunks") { server in
            let gate = await #expect(throws: FixtureServerTestingError.self) { try await server.reached("quater") }
            #expect(gate?.code == .unknownGate && gate?.description.contains("did you mean 'quarter'?") == true)
            let late = await #expect(throws: FixtureServerTestingError.self) {
                try await server.reached("late", within: .milliseconds(1))
            }
            #expect(late?.code == .notHeld)
            let origin = #expect(throws: FixtureServerTestingError.self) { try server.url("/x", at: "other") }
            #expect(origin?.code == .unknownOrigin)
        }
    }
}
