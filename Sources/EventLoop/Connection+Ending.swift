// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Connection {
    /// How long nothing may move before a peer is given up: as long as a crowded machine may keep a good one from reading.
    public static var patienceWithPeers: Duration { .seconds(30) }

    /// Says that nothing more will be sent (FIN); reading goes on.
    public func shutdownWriting() {
        loop.checkIsolated()
        if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    /// Ends cleanly: FIN, then what the peer still sends is read and dropped until it ends too, then the socket closes.
    ///
    /// Closing right away would send RST if anything was unread, and the peer could lose what it had not read. A slow peer
    /// has all the time it needs: only one for which nothing moves is given up.
    ///
    /// - Parameters:
    ///   - limit: How many bytes to drop before giving up on the peer.
    ///   - patience: How long nothing may move, in real time: nothing acknowledged and nothing received.
    ///   - look: Called on the loop with what is dropped.
    nonisolated(nonsending) public func finish(
        droppingAtMost limit: Int = 1 << 20, waitingAtMost patience: Duration = patienceWithPeers,
        _ look: ([UInt8]) -> Void = { _ in }
    ) async {
        shutdownWriting()
        var dropped = 0
        var movement = Movement(unacknowledged: unacknowledgedBytes, dropped: 0)
        let timer = LoopTimer(on: loop) { [weak self] in
            guard let self, !movement.goesOn(unacknowledged: unacknowledgedBytes, dropped: dropped) else { return }
            close()
        }
        timer.schedule(every: max(patience, .microseconds(1)))
        while dropped < limit, let bytes = await read() {
            dropped += bytes.count
            look(bytes)
        }
        timer.cancel()
        close()
    }

    /// Cuts the connection with RST, after the peer's kernel has acknowledged everything that was written.
    ///
    /// A reset overtakes what is still queued: without the wait, 300,000 written bytes arrived as 113,152.
    ///
    /// - Parameter patience: How long nothing may be acknowledged, in real time; zero cuts at once.
    /// - Returns: How many bytes were still unacknowledged, and may be lost.
    @discardableResult
    nonisolated(nonsending) public func reset(waitingAtMost patience: Duration = patienceWithPeers) async -> Int {
        loop.checkIsolated()
        var deadline = Duration.monotonic + patience
        let clock = LoopClock(on: loop)
        var movement = Movement(unacknowledged: unacknowledgedBytes, dropped: 0)
        while unacknowledgedBytes > 0, peerEnd != .reset, Duration.monotonic < deadline {
            guard (try? await clock.sleep(for: .milliseconds(1))) != nil else { break }
            if movement.goesOn(unacknowledged: unacknowledgedBytes, dropped: 0) { deadline = .monotonic + patience }
        }
        let left = unacknowledgedBytes
        if descriptor >= 0 { Socket.resetOnClose(descriptor) }
        close()
        return left
    }
}

/// Whether a peer still takes or sends anything.
struct Movement {
    private var unacknowledged: Int
    private var dropped: Int

    /// What there is to begin with.
    init(unacknowledged: Int, dropped: Int) {
        self.unacknowledged = unacknowledged
        self.dropped = dropped
    }

    /// Whether something moved since the last look.
    mutating func goesOn(unacknowledged: Int, dropped: Int) -> Bool {
        defer { (self.unacknowledged, self.dropped) = (unacknowledged, dropped) }
        return unacknowledged < self.unacknowledged || dropped > self.dropped
    }
}
