import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One connected socket on the loop.
///
/// Not `Sendable`: it is made, used and dropped on its loop. One task reads and one task writes at a time. Nothing is
/// buffered on either side: bytes leave the kernel when somebody calls `read`, and enter it when somebody calls `write`;
/// so a connection costs the same few hundred bytes whether its peer sends a little or everything.
///
/// The socket is registered once, for everything, edge-triggered. The peer's end is therefore seen at any time, also
/// while nobody reads and while bytes wait unread, without a system call per request and without spinning.
///
/// Dropping the last reference closes the socket.
public final class Connection {
    /// How the peer has ended.
    public enum PeerEnd: Sendable, Hashable {
        /// It will send nothing more; it may still read.
        case fin
        /// It has gone, and what it had not read is lost. Can follow `fin`.
        case reset
    }

    /// The loop this connection lives on.
    public let loop: EventLoop
    /// Who is on the other side.
    public let peer: SocketAddress?
    /// How the peer has ended, as soon as the kernel knows, even if bytes it sent before are still unread.
    public private(set) var peerEnd: PeerEnd?
    /// Called on the loop whenever `peerEnd` changes: for `fin`, for `reset`, or for one after the other.
    public var onPeerEnd: ((PeerEnd) -> Void)?

    /// Called on the loop when a write finds no room and begins to wait: the peer does not read as fast as we write.
    public var onStall: (() -> Void)?

    var descriptor: Int32
    private var source: EventSource?
    /// Bytes or an end may be there; cleared when the kernel has been emptied.
    var mayRead = false
    var reader: Waiter<Void>?
    /// Deals with input while `reader` goes on waiting; says whether it could.
    var readerOnTheSpot: (() -> Bool)?
    var writer: Waiter<Void>?
    /// The kernel was emptied by the last read, and nothing since has proven that the peer is still there.
    var isUnverified = false
    /// What the socket said when it was asked for an error.
    var pendingError: Int32 = 0
    /// Operations that did not have to wait since the last one that had; limits how long one task keeps the loop.
    var unbroken = 0

    /// Takes over a connected, non-blocking socket.
    init(adopting descriptor: Int32, peer: SocketAddress?, on loop: EventLoop) {
        self.loop = loop
        self.descriptor = descriptor
        self.peer = peer
        loop.checkIsolated()
        let flags = EV_READ | EV_WRITE | EV_CLOSED | EV_ET | EV_PERSIST
        let source = EventSource(on: loop.core, descriptor: descriptor, flags: flags) { [weak self] occasion in
            self?.report(occasion)
        }
        source.add(after: nil)
        self.source = source
        if loop.core.isEnding { close() }
    }

    deinit {
        if descriptor >= 0 { source?.dispose(closing: descriptor) }
    }

    /// Whether the socket is still open on this side.
    public var isOpen: Bool { descriptor >= 0 }

    /// The address on this side.
    public var local: SocketAddress? { SocketAddress(localOf: descriptor) }

    /// Closes the socket now.
    ///
    /// Whoever reads meets the end, whoever writes an error.
    /// The kernel goes on delivering what it has taken, and sends FIN; if input is unread it sends RST instead. See
    /// `finish` and `reset` for ends that are exact.
    public func close() {
        loop.checkIsolated()
        guard descriptor >= 0 else { return }
        source?.release()
        source = nil
        // Qualified, because the method has the name of the system call.
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
        descriptor = -1
        onPeerEnd = nil
        onStall = nil
        reader.take()?.resume()
        writer.take()?.resume()
    }

    // MARK: Reported by libevent

    private func report(_ occasion: EventSource.Occasion) {
        switch occasion {
        case .ready(let what): ready(Int32(what))
        case .settled: if isUnverified { verify() }
        case .stop: close()
        }
    }

    private func ready(_ what: Int32) {
        mayRead = true
        if what & EV_CLOSED != 0 { note(.fin) }
        if reader != nil {
            // Reading comes next, and meets a reset itself unless bytes arrived together with it; `verify` sees to that.
            isUnverified = true
            if readerOnTheSpot?() != true { reader.take()?.resume() }
        } else {
            verify()
        }
        if what & EV_WRITE != 0 { writer.take()?.resume() }
    }

    /// Asks the socket whether the peer has reset it.
    private func verify() {
        isUnverified = false
        guard descriptor >= 0, peerEnd != .reset else { return }
        pendingError = Socket.takeError(descriptor)
        if pendingError != 0 { note(.reset) }
    }

    func note(_ end: PeerEnd) {
        guard peerEnd != end, peerEnd != .reset else { return }
        peerEnd = end
        if end == .reset {
            mayRead = true
            reader.take()?.resume()
            writer.take()?.resume()
        }
        onPeerEnd?(end)
    }
}
