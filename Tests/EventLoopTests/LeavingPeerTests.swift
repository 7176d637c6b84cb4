import TestSupport
import Testing

@testable import EventLoop

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct LeavingPeerTests {
    @Test func `a client that leaves at any stage, in any way, leaves nothing behind`() async {
        await #expect(processExitsWith: .success) { try await LeavingPeerTests.play() }
    }

    /// Apart, because the compiler cannot check this much inside the macro.
    private static func play() async throws {
        alarm(200)
        let loop = EventLoop()
        let served = Served()
        let server = try await ScriptedServer.start(on: loop, sendBuffer: 16 * 1024) { connection in
            served.took(connection)
            await Stage.serve(connection, on: loop)
            served.finished()
        }
        let before = await loop.run { loop.core.registrations }
        let descriptors = openDescriptors()
        for stage in Stage.allCases {
            for leave in Leave.allCases {
                await loop.run {
                    guard let client = try? await Connection.connect(port: server.port, on: loop) else { exit(3) }
                    await stage.reach(client)
                    await leave.go(client)
                }
            }
        }
        let count = Stage.allCases.count * Leave.allCases.count
        while served.count < count { await loop.run { await loop.nextTurn() } }
        // The last task gives its connection up in the turn in which it ends.
        for _ in 0..<3 { await loop.run { await loop.nextTurn() } }
        #expect(await loop.run { served.alive } == 0)
        #expect(await loop.run { loop.core.registrations } == before)
        // The process may have one open for a moment for something else; one that is left behind runs into the alarm.
        while openDescriptors() != descriptors { await loop.run { await loop.nextTurn() } }
        await server.stop()
    }
}

/// How far an exchange has come when the client leaves.
private enum Stage: UInt8, CaseIterable {
    case connected, insideRequest, held, pausing, insideHead, stalled, fileStalled, finishing, resetting, idleAgain

    /// The client's part; the server is told by the first byte what to do.
    func reach(_ client: Connection) async {
        guard self != .connected else { return }
        try? await client.write(self == .insideRequest ? [rawValue] : [rawValue, 10])
        switch self {
        case .insideHead, .idleAgain: _ = await client.read()
        case .stalled, .fileStalled: _ = await client.read(atMost: 1)
        default: await client.loop.nextTurn()
        }
    }

    /// The server's part: reads the order, follows it, and returns when the client is gone.
    static func serve(_ connection: Connection, on loop: EventLoop) async {
        var order: [UInt8] = []
        while order.last != 10 {
            guard let bytes = await connection.read() else { return }
            order += bytes
        }
        let isGone = Gate()
        connection.onPeerEnd = { _ in isGone.open() }
        if connection.peerEnd != nil { isGone.open() }
        switch order.first.flatMap(Stage.init) {
        case .held: await isGone.pass()
        case .pausing:
            let pause = loop.spawn { _ = try? await LoopClock(on: loop).sleep(for: .seconds(3600)) }
            await isGone.pass()
            pause.cancel()
        case .insideHead:
            try? await connection.write(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8))
            await isGone.pass()
        case .stalled: try? await connection.write([UInt8](repeating: 1, count: 20_000_000))
        case .fileStalled:
            guard let file = try? TemporaryFile([UInt8](repeating: 1, count: 5_000_000)) else { exit(4) }
            try? await connection.sendFile(file.descriptor, range: 0..<5_000_000)
            await isGone.pass()
        case .finishing: await connection.finish()
        case .resetting:
            try? await connection.write([UInt8](repeating: 1, count: 10_000))
            await connection.reset(waitingAtMost: .milliseconds(50))
        default:
            try? await connection.write(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
            _ = await connection.read()
        }
    }
}

/// How the client leaves.
private enum Leave: CaseIterable {
    case reset, close, halfThenReset, halfThenClose

    func go(_ client: Connection) async {
        switch self {
        case .reset: await client.reset(waitingAtMost: .zero)
        case .close: client.close()
        case .halfThenReset:
            client.shutdownWriting()
            await client.loop.nextTurn()
            await client.reset(waitingAtMost: .zero)
        case .halfThenClose:
            client.shutdownWriting()
            await client.loop.nextTurn()
            client.close()
        }
    }
}

/// The connections a server took, without keeping them alive.
///
/// `@unchecked Sendable`: touched on one loop only, but for the count.
private final class Served: @unchecked Sendable {
    private struct Weak { weak var connection: Connection? }

    private var connections: [Weak] = []
    private let ended = Log<Void>()

    func took(_ connection: Connection) { connections.append(Weak(connection: connection)) }
    func finished() { ended.append(()) }
    var count: Int { ended.entries.count }
    var alive: Int { connections.count { $0.connection != nil } }
}
