// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Connection {
    /// The next bytes from the peer, or `nil` when there will be none: `peerEnd` says why.
    ///
    /// Waits until something is there. Does not notice that the task is cancelled; `close()` ends it.
    ///
    /// - Parameter limit: The most bytes to return; never more than 64 KiB.
    /// - Returns: At least one byte, or `nil`.
    nonisolated(nonsending) public func read(atMost limit: Int = 64 * 1024) async -> [UInt8]? {
        precondition(reader == nil, "two tasks read from the same connection")
        await breathe()
        while true {
            switch take(atMost: limit) {
            case .bytes(let bytes): return bytes
            case .end: return nil
            case .nothing:
                unbroken = 0
                await Waiter.suspend { reader = $0 }
            }
        }
    }

    /// Hands everything that comes in to a closure, until it wants no more or there will be none.
    ///
    /// For what can be dealt with on the spot: while the closure goes on, no task is resumed, which is most of what a
    /// small request costs.
    ///
    /// - Parameters:
    ///   - limit: The most bytes to hand over at once; never more than 64 KiB.
    ///   - use: Called on the loop with at least one byte; says whether to go on. It may write, it must not read.
    /// - Returns: Whether the closure ended it; false when there will be no more, and `peerEnd` says why.
    nonisolated(nonsending) public func receive(
        atMost limit: Int = 64 * 1024, while use: @escaping ([UInt8]) -> Bool
    ) async -> Bool {
        precondition(reader == nil, "two tasks read from the same connection")
        defer { readerOnTheSpot = nil }
        while true {
            await breathe()
            switch hand(atMost: limit, to: use) {
            case .wantsNoMore: return true
            case .end: return false
            case .hasMore: continue
            case .nothing: break
            }
            unbroken = 0
            var outcome = Handing.nothing
            readerOnTheSpot = { [unowned self] in
                outcome = hand(atMost: limit, to: use)
                return outcome == .nothing
            }
            await Waiter.suspend { reader = $0 }
            readerOnTheSpot = nil
            if outcome == .wantsNoMore { return true }
        }
    }

    /// What handing input over came to.
    private enum Handing {
        /// All there was has been used.
        case nothing
        /// The closure wants no more.
        case wantsNoMore
        /// There is more, and others should go first.
        case hasMore
        case end
    }

    private func hand(atMost limit: Int, to use: ([UInt8]) -> Bool) -> Handing {
        for _ in 0..<16 {
            switch take(atMost: limit) {
            case .bytes(let bytes): guard use(bytes) else { return .wantsNoMore }
            case .nothing: return .nothing
            case .end: return .end
            }
        }
        return .hasMore
    }

    private enum Input {
        case bytes([UInt8])
        case nothing
        case end
    }

    private func take(atMost limit: Int) -> Input {
        loop.checkIsolated()
        guard descriptor >= 0 else { return .end }
        guard mayRead else { return .nothing }
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: loop.core.scratch.prefix(limit))
        let count = unsafe Socket.receive(descriptor, into: room)
        switch count {
        case 1...:
            // Less than was asked for: the kernel is empty now. An end that came along was reported with the same edge.
            if count < room.count && peerEnd == nil { mayRead = false }
            return .bytes(unsafe [UInt8](room.prefix(count)))
        case 0:
            isUnverified = false
            note(.fin)
            return .end
        case -Int(EAGAIN):
            mayRead = false
            return .nothing
        default:
            isUnverified = false
            note(.reset)
            return .end
        }
    }

    /// Lets others go first after many operations that did not have to wait.
    nonisolated(nonsending) func breathe() async {
        unbroken += 1
        guard unbroken > 16 else { return }
        unbroken = 0
        await loop.nextTurn()
    }
}
