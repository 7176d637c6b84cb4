// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A listening socket that starts a task on the loop for each connection.
///
/// Not `Sendable`: made, used and dropped on the loop. Dropping the last reference stops listening.
public final class Listener {
    /// What the socket is bound to, with the port the kernel chose if it was asked to.
    public let address: SocketAddress

    let loop: EventLoop
    let backlog: Int
    let sendBuffer: Int?
    private let start: (Accepted) -> Void
    private(set) var source: ListenerSource?
    /// The port while connections are refused.
    var kept: KeptPort?
    /// The entry in a folder that a Unix socket has.
    private var file: UnixSocketFile?
    private lazy var retry = LoopTimer(on: loop) { [weak self] in self?.source?.enable() }

    /// Where to listen, and with what.
    public struct Configuration: Sendable {
        /// A numeric address or the word localhost.
        ///
        /// Anything but loopback is reachable from outside.
        public var host: String
        /// The port; 0 asks the kernel for a free one.
        public var port: Int
        /// Connections the kernel completes before they are accepted; its own limit applies too.
        ///
        /// With the usual 128, thousands of connects at once stall on SYN retries.
        public var backlog: Int
        /// Size of each connection's send buffer in bytes; the kernel doubles it.
        ///
        /// Unset, a peer that reads nothing still swallows 4 MB on loopback; with 16 KiB, 176 KB.
        public var sendBuffer: Int?
        /// The path of a Unix socket to listen on, in place of host and port.
        ///
        /// It is removed when the listener ends; one that nobody listens on any more is replaced.
        public var unixSocket: String?

        /// Loopback and any free port unless said otherwise.
        ///
        /// - Parameters:
        ///   - host: A numeric address or `localhost`.
        ///   - port: 0 for a free one.
        ///   - backlog: Connections the kernel completes in advance.
        ///   - sendBuffer: Bytes, or `nil` for the system's default, which grows.
        public init(host: String = "127.0.0.1", port: Int = 0, backlog: Int = 4096, sendBuffer: Int? = nil) {
            self.host = host
            self.port = port
            self.backlog = backlog
            self.sendBuffer = sendBuffer
        }

        /// A Unix socket.
        ///
        /// - Parameter path: Where it shall be; see `SocketAddress.init(unixSocket:)` for how long it may be.
        public init(unixSocket path: String) {
            self.init()
            unixSocket = path
        }

        /// Where to listen, or nil when that is nowhere.
        fileprivate var address: SocketAddress? {
            unixSocket.map { SocketAddress(unixSocket: $0) } ?? SocketAddress(host: host, port: port)
        }
    }

    /// Listens for an actor, and serves each connection in a task inside it.
    ///
    /// - Parameters:
    ///   - configuration: Where to listen.
    ///   - owner: An actor of the loop the caller is on; the listener does not keep it alive.
    ///   - serve: Run once for each connection, which closes when nobody refers to it any more.
    /// - Throws: Why the address could not be had.
    public convenience init<Owner: LoopActor>(
        _ configuration: Configuration = Configuration(), in owner: Owner,
        serve: @escaping @Sendable (isolated Owner, sending Connection) async -> Void
    ) throws(SocketError) {
        let loop = owner.loop
        try self.init(configuration, on: loop) { [weak owner] accepted in
            guard let owner else { return accepted.drop() }
            Task(executorPreference: loop) { await serve(owner, accepted.adopt(on: loop)) }
        }
    }

    /// Listens, and serves each connection in a task on the loop.
    ///
    /// - Parameters:
    ///   - configuration: Where to listen.
    ///   - loop: The loop the caller is on.
    ///   - serve: Run once for each connection, which closes when nobody refers to it any more.
    /// - Throws: Why the address could not be had.
    public convenience init(
        _ configuration: Configuration = Configuration(), on loop: EventLoop,
        serve: @escaping @Sendable (sending Connection) async -> Void
    ) throws(SocketError) {
        try self.init(configuration, on: loop) { accepted in
            Task(executorPreference: loop) { await serve(accepted.adopt(on: loop)) }
        }
    }

    /// A socket on its way from the kernel to the task that serves it.
    private struct Accepted: Sendable {
        let descriptor: Int32
        let peer: SocketAddress?

        func adopt(on loop: EventLoop) -> sending Connection {
            Connection(adopting: descriptor, peer: peer, on: loop)
        }

        func drop() { _ = closeDescriptor(descriptor) }
    }

    private init(
        _ configuration: Configuration, on loop: EventLoop, start: @escaping (Accepted) -> Void
    ) throws(SocketError) {
        loop.checkIsolated()
        guard let wanted = configuration.address else {
            let what = configuration.unixSocket.map { ($0, "a path that is not too long") }
            throw SocketError(
                .badAddress,
                "cannot listen on \(what?.0 ?? "\(configuration.host), port \(configuration.port)"): "
                    + "expected \(what?.1 ?? "a numeric address and a port up to 65535")")
        }
        try UnixSocketFile.clear(for: wanted)
        let descriptor = try Self.bind(
            to: wanted, backlog: configuration.backlog, sendBuffer: configuration.sendBuffer)
        address = SocketAddress(localOf: descriptor) ?? wanted
        file = UnixSocketFile(of: wanted)
        self.loop = loop
        self.start = start
        backlog = configuration.backlog
        sendBuffer = configuration.sendBuffer
        guard !loop.core.isEnding else {
            _ = closeDescriptor(descriptor)
            throw SocketError(.closed, "cannot listen on \(wanted): the event loop \(loop.core.name) has stopped")
        }
        startListening(descriptor)
    }

    /// Accepts what a listening socket has.
    func startListening(_ descriptor: Int32) {
        source = ListenerSource(on: loop.core, listening: descriptor) { [weak self] occasion in
            self?.report(occasion)
        }
    }

    /// Closes the listening socket; what was not accepted is reset.
    func stopListening() {
        retry.cancel()
        source?.release()
        source = nil
    }

    deinit { source?.dispose() }

    /// The port.
    public var port: Int { address.port }

    /// Stops accepting; the kernel goes on completing connections until its queue is full.
    public func pause() {
        loop.checkIsolated()
        retry.cancel()
        source?.disable()
    }

    /// Accepts again.
    public func resume() {
        loop.checkIsolated()
        source?.enable()
    }

    /// Stops listening; what was accepted stays open, what was not is reset.
    public func close() {
        loop.checkIsolated()
        stopListening()
        kept = nil
        file = nil
    }

    private static func bind(
        to address: SocketAddress, backlog: Int, sendBuffer: Int?
    ) throws(SocketError) -> Int32 {
        let descriptor = Socket.make(family: address.family)
        guard descriptor >= 0 else { throw failure(address, errno) }
        prepare(descriptor, for: address, sendBuffer: sendBuffer)
        let bound = bind(descriptor, to: address)
        if bound == 0 && listen(descriptor, Int32(clamping: backlog)) == 0 { return descriptor }
        let code = errno
        _ = closeDescriptor(descriptor)
        throw failure(address, code)
    }

    /// Sets what a socket must have before it is bound; accepted sockets inherit it, which saves system calls for each.
    static func prepare(_ descriptor: Int32, for address: SocketAddress, sendBuffer: Int?) {
        Socket.set(SO_REUSEADDR, to: 1, on: descriptor)
        if address.family == AF_INET6 { Socket.set(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6), to: 1, on: descriptor) }
        if let sendBuffer { Socket.set(SO_SNDBUF, to: Int32(clamping: sendBuffer), on: descriptor) }
        if address.path == nil { Socket.sendWithoutDelay(descriptor) }
    }

    static func bind(_ descriptor: Int32, to address: SocketAddress) -> Int32 {
        #if canImport(Glibc)
        unsafe address.withSockaddr { unsafe Glibc.bind(descriptor, $0, $1) }
        #else
        unsafe address.withSockaddr { unsafe Darwin.bind(descriptor, $0, $1) }
        #endif
    }

    static func failure(_ address: SocketAddress, _ code: Int32) -> SocketError {
        switch code {
        case EADDRINUSE:
            SocketError(
                .addressInUse,
                "cannot listen on \(address): somebody else does; choose another "
                    + (address.path == nil ? "port, or 0 for any free one" : "path"),
                errno: code)
        case EADDRNOTAVAIL, EACCES:
            SocketError(.addressNotAvailable, "cannot listen on \(address): \(String(errno: code))", errno: code)
        default: SocketError(.system, "cannot listen on \(address): \(String(errno: code))", errno: code)
        }
    }

    // MARK: Reported by libevent

    private func report(_ occasion: ListenerSource.Occasion) {
        switch occasion {
        case .accepted(let socket, let peer): start(Accepted(descriptor: socket, peer: peer))
        case .failed: waitForDescriptors()
        case .stop: close()
        }
    }

    /// Out of descriptors or memory: the waiting connection stays readable, so without a break this would spin.
    private func waitForDescriptors() {
        source?.disable()
        retry.schedule(after: .milliseconds(100))
    }
}
