import EventLoop
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct SignalTests {
    @Test func `signals are told on the loop instead of ending the process`() async {
        await #expect(processExitsWith: .success) {
            alarm(30)
            let loop = EventLoop()
            let stream = await loop.signals(SIGINT, SIGTERM)
            kill(getpid(), SIGTERM)
            var signals = stream.makeAsyncIterator()
            guard await signals.next() == SIGTERM else { exit(3) }
            kill(getpid(), SIGINT)
            guard await signals.next() == SIGINT else { exit(4) }
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `a signal nobody watches any more has its former effect`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            alarm(30)
            let loop = EventLoop()
            do { _ = await loop.signals(SIGTERM) }
            await loop.run { await loop.nextTurn() }
            kill(getpid(), SIGTERM)
            sleep(20)
        }
    }

    @Test func `two loops that watch signals are one too many, and the trap says so`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let one = EventLoop()
            let other = EventLoop()
            let first = await one.signals(SIGINT)
            let second = await other.signals(SIGINT)
            withExtendedLifetime((first, second)) {}
            exit(EXIT_SUCCESS)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("another event loop"))
    }

    @Test func `a peer that is gone does not end the process with SIGPIPE`() async {
        await #expect(processExitsWith: .success) {
            let loop = EventLoop()
            guard await loop.run({ true }) else { exit(3) }
            kill(getpid(), SIGPIPE)
            exit(EXIT_SUCCESS)
        }
    }
}
