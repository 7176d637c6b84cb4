import TestSupport
import Testing

@testable import EventLoop

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct LifetimeTests {
    @Test func `stopping wakes who sleeps and who reads, and ends what is open`() async throws {
        let loop = EventLoop()
        let clock = LoopClock(on: loop)
        let isReading = Gate()
        let server = try await ScriptedServer.start(on: loop) { connection in
            loop.spawn { isReading.open() }
            _ = await connection.read()
        }
        let other = EventLoop()
        defer { other.stop() }
        let client = try await RawClient.connect(port: server.port, on: other)
        let sleeper = loop.spawn { (try? await clock.sleep(for: .seconds(3600))) == nil }
        await isReading.pass()
        loop.stop()
        #expect(await sleeper.value)
        #expect(await client.readToEnd() == .init(bytes: [], end: .fin))
        let error = await #expect(throws: SocketError.self) {
            try await RawClient.connect(port: server.port, on: other)
        }
        #expect(error?.code == .refused)
        loop.stop()
    }

    @Test func `work that comes after the stop is done all the same, one piece at a time`() async {
        let loop = EventLoop()
        loop.stop()
        let counter = Counter(on: loop)
        await withTaskGroup { group in
            for _ in 0..<500 { group.addTask { await counter.increment() } }
        }
        #expect(await counter.value == 500)
        #expect(await loop.run { loop.isOnLoopThread })
    }

    @Test func `a stopped loop refuses what cannot work there any more`() async {
        let loop = EventLoop()
        loop.stop()
        let clock = LoopClock(on: loop)
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(3600)) }
        let listening = await #expect(throws: SocketError.self) {
            try await ScriptedServer.start(on: loop) { _ in }
        }
        #expect(listening?.code == .closed)
    }

    @Test func `a loop may be stopped from within`() async {
        let loop = EventLoop()
        await loop.run { loop.stop() }
        loop.stop()
        #expect(await loop.run { loop.isOnLoopThread })
    }

    @Test func `loops leave no thread and no descriptor behind, stopped or dropped, used or not`() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            await LifetimeTests.useLoops(1)
            let before = openDescriptors()
            await LifetimeTests.useLoops(50)
            // A dropped loop's thread ends by itself, and nobody can wait for it: so look until it has.
            while openDescriptors() != before || threadNames().contains("lifetime") { usleep(1000) }
            exit(EXIT_SUCCESS)
        }
    }

    private static func useLoops(_ count: Int) async {
        for round in 0..<count {
            let loop = EventLoop(name: "lifetime")
            if round % 2 == 0 {
                guard let server = try? await ScriptedServer.start(on: loop, script: { _ = await $0.read() }) else {
                    return
                }
                guard let client = try? await RawClient.connect(port: server.port, on: loop) else { return }
                try? await client.send("x")
                try? await LoopClock(on: loop).sleep(for: .microseconds(1))
            }
            if round % 3 == 0 { loop.stop() }
        }
    }
}

private actor Counter: LoopActor {
    nonisolated let loop: EventLoop
    private(set) var value = 0
    private var isBusy = false

    init(on loop: EventLoop) { self.loop = loop }

    func increment() {
        precondition(!isBusy)
        isBusy = true
        value += 1
        isBusy = false
    }
}
