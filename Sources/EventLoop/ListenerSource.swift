import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One `evconnlistener`, told to an owner on the loop.
///
/// The core's table holds it while it listens; the handler refers to its owner weakly.
///
/// `@unchecked Sendable`: all state is touched on the loop only; the reference travels from an owner freed elsewhere to
/// the loop, where `release` is called.
@safe final class ListenerSource: LoopSource, @unchecked Sendable {
    enum Occasion {
        case accepted(Int32, SocketAddress?)
        /// The socket cannot accept: usually out of descriptors.
        case failed
        case stop
    }

    private let core: LoopCore
    private var raw: OpaquePointer?
    private let handler: (Occasion) -> Void

    /// Takes over a socket that listens already.
    init(on core: LoopCore, listening descriptor: Int32, handler: @escaping (Occasion) -> Void) {
        self.core = core
        self.handler = handler
        unsafe raw = nil
        let flags = LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe raw = evconnlistener_new(core.base, Self.onAccept, context, flags, 0, descriptor)
        unsafe evconnlistener_set_error_cb(raw, Self.onError)
        core.insert(self)
    }

    /// The listening socket, which stays the C object's; nil once it is freed.
    var descriptor: Int32? {
        guard let raw = unsafe raw else { return nil }
        return unsafe evconnlistener_get_fd(raw)
    }

    func enable() {
        if let raw = unsafe raw { unsafe evconnlistener_enable(raw) }
    }

    func disable() {
        if let raw = unsafe raw { unsafe evconnlistener_disable(raw) }
    }

    /// Frees the C object, which closes the socket.
    func release() {
        guard let raw = unsafe raw else { return }
        unsafe evconnlistener_free(raw)
        unsafe self.raw = nil
        core.remove(self)
    }

    func stop() { handler(.stop) }

    /// Frees the C object on the loop, wherever the owner ended.
    func dispose() { core.perform { self.release() } }

    private static func source(_ context: UnsafeMutableRawPointer?) -> ListenerSource? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<ListenerSource>.fromOpaque(context).takeUnretainedValue()
    }

    private static let onAccept: evconnlistener_cb = { _, socket, address, _, context in
        guard let source = unsafe source(context) else { return }
        let peer = unsafe SocketAddress(address)
        source.core.turn { source.handler(.accepted(socket, peer)) }
    }

    private static let onError: evconnlistener_errorcb = { _, context in
        guard let source = unsafe source(context) else { return }
        source.core.turn { source.handler(.failed) }
    }
}
