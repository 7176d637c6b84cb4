import EventLoop
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct ConfinementTests {
    @Test func `a timer made off the loop traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = LoopTimer(on: EventLoop()) {}
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `a watch made off the loop traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = FileWatch(0, for: .read, on: EventLoop()) { _ in }
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `a listener made off the loop traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Listener(on: EventLoop()) { _ in }
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `an object of one loop, made on another, traps`() async {
        await #expect(processExitsWith: .failure) {
            let one = EventLoop()
            let other = EventLoop()
            await one.run { _ = LoopTimer(on: other) {} }
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `an actor's state assumed to be here, off the loop, traps`() async {
        await #expect(processExitsWith: .failure) {
            let server = try await ScriptedServer.start(on: EventLoop()) { _ in }
            assume(server)
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `an actor's state assumed to be here, on the loop, is there`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let server = try await ScriptedServer.start(on: loop) { _ in }
        let isHere = await loop.run { assume(server) }
        #expect(isHere)
    }

    @Test func `the trap names the loop`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            EventLoop(name: "kitchen").checkIsolated()
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("event loop kitchen"))
    }
}

/// Apart, because in an asynchronous function one would simply await.
@discardableResult
private func assume(_ server: ScriptedServer) -> Bool {
    server.assumeIsolated { $0.loop.isOnLoopThread }
}
