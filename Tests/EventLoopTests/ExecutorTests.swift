import EventLoop
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct ExecutorTests {
    @Test func `a spawned task runs on the loop and stays there`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let clock = LoopClock(on: loop)
        let places = await loop.spawn {
            var places = [loop.isOnLoopThread]
            try? await clock.sleep(for: .milliseconds(1))
            places.append(loop.isOnLoopThread)
            await loop.nextTurn()
            places.append(loop.isOnLoopThread)
            return places
        }.value
        #expect(places == [true, true, true])
        #expect(!loop.isOnLoopThread)
    }

    @Test func `a closure run on the loop hands its result and its error back`() async {
        struct Refusal: Error, Equatable {}
        let loop = EventLoop()
        defer { loop.stop() }
        #expect(await loop.run { loop.isOnLoopThread })
        await #expect(throws: Refusal.self) { try await loop.run { throw Refusal() } }
    }

    @Test func `an actor of the loop keeps its state on the loop`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let resident = Resident(on: loop)
        #expect(await resident.places() == [true, true, true, true])
    }

    @Test func `jobs run in the order in which they were handed over`() async {
        let loop = EventLoop()
        defer { loop.stop() }
        let order = Log<Int>()
        await loop.run {
            let tasks = (0..<2000).map { number in loop.spawn { order.append(number) } }
            for task in tasks { await task.value }
        }
        #expect(order.entries == Array(0..<2000))
    }

    @Test func `a task that never waits does not starve sockets`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let server = try await ScriptedServer.start(on: loop) { connection in
            while let bytes = await connection.read() { try? await connection.write(bytes) }
        }
        let hog = loop.spawn { while !Task.isCancelled { await loop.nextTurn() } }
        let client = try await RawClient.connect(port: server.port, on: loop)
        try await client.send("ping")
        #expect(await client.read(exactly: 4) == Array("ping".utf8))
        hog.cancel()
        await hog.value
        await client.close()
    }

    @Test func `nothing on the loop needs the global pool`() async {
        await #expect(processExitsWith: .success) {
            // A detour through the pool would hang here, since every thread of it is blocked; the alarm ends that.
            alarm(30)
            let loop = EventLoop()
            let server = try await ScriptedServer.start(on: loop) { connection in
                while let bytes = await connection.read() {
                    guard loop.isOnLoopThread else { exit(3) }
                    try? await connection.write(bytes)
                    guard loop.isOnLoopThread else { exit(4) }
                }
            }
            // A task of the pool's that has gone to the loop when the pool goes under.
            let resident = Resident(on: loop)
            let arrived = Gate()
            let poolIsBlocked = Gate()
            let stayed = Gate()
            Task.detached {
                await loop.run { await resident.stay(arrived, poolIsBlocked, stayed) }
            }
            await arrived.pass()
            let blocked = Log<Void>()
            for _ in 0..<64 {
                Task.detached {
                    blocked.append(())
                    sleep(60)
                }
            }
            loop.spawn {
                let clock = LoopClock(on: loop)
                guard (try? await clock.sleep(for: .milliseconds(20))) != nil, loop.isOnLoopThread else { exit(5) }
                guard let client = try? await RawClient.connect(port: server.port, on: loop) else { exit(6) }
                for _ in 0..<100 {
                    try? await client.send("ping")
                    guard loop.isOnLoopThread, await client.read(exactly: 4).count == 4 else { exit(7) }
                    guard loop.isOnLoopThread, await resident.places().allSatisfy({ $0 }) else { exit(8) }
                }
                poolIsBlocked.open()
                await stayed.pass()
                guard (1..<64).contains(blocked.entries.count) else { exit(9) }
                exit(EXIT_SUCCESS)
            }
            sleep(60)
        }
    }
}

/// An actor of a loop that tells where it runs after each kind of wait.
private actor Resident: LoopActor {
    nonisolated let loop: EventLoop

    init(on loop: EventLoop) { self.loop = loop }

    func stay(_ arrived: Gate, _ poolIsBlocked: Gate, _ stayed: Gate) async {
        arrived.open()
        await poolIsBlocked.pass()
        guard await places().allSatisfy({ $0 }) else { exit(2) }
        stayed.open()
    }

    func places() async -> [Bool] {
        var places = [loop.isOnLoopThread]
        try? await LoopClock(on: loop).sleep(for: .microseconds(100))
        places.append(loop.isOnLoopThread)
        await loop.nextTurn()
        places.append(loop.isOnLoopThread)
        await loop.spawn { self.loop.checkIsolated() }.value
        places.append(loop.isOnLoopThread)
        return places
    }
}
