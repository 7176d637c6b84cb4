// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Listener {
    /// Whether connections are refused.
    public var isRefusing: Bool { kept != nil }

    /// Refuses connections from now on, while the port stays ours; what was accepted stays open.
    ///
    /// A second socket is bound to the port before the first is closed, so that there is no moment at which somebody else
    /// could have it.
    ///
    /// - Throws: Why the port could not be kept; then it goes on listening.
    public func refuse() throws(SocketError) {
        loop.checkIsolated()
        guard let source, let listening = source.descriptor else { return }
        let descriptor = Socket.make(family: address.family)
        guard descriptor >= 0 else { throw Self.failure(address, errno) }
        Self.prepare(descriptor, for: address, sendBuffer: sendBuffer)
        // Only a pair that shares the port can be bound to it at once.
        for one in [listening, descriptor] { Socket.set(SO_REUSEPORT, to: 1, on: one) }
        guard Self.bind(descriptor, to: address) == 0 else {
            let code = errno
            Socket.set(SO_REUSEPORT, to: 0, on: listening)
            _ = closeDescriptor(descriptor)
            throw Self.failure(address, code)
        }
        // A socket that does not listen would let others have the port who also say that it may be used again.
        for option in [SO_REUSEPORT, SO_REUSEADDR] { Socket.set(option, to: 0, on: descriptor) }
        stopListening()
        kept = KeptPort(descriptor)
    }

    /// Accepts connections again after ``refuse()``.
    ///
    /// - Throws: Why the port cannot be listened on any more.
    public func accept() throws(SocketError) {
        loop.checkIsolated()
        guard let kept else { return }
        // Connections from before still have the port.
        Socket.set(SO_REUSEADDR, to: 1, on: kept.descriptor)
        guard listen(kept.descriptor, Int32(clamping: backlog)) == 0 else { throw Self.failure(address, errno) }
        startListening(kept.take())
        self.kept = nil
    }
}
