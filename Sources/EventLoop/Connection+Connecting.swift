// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Connection {
    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - host: A numeric address or `localhost`.
    ///   - port: The server's port.
    ///   - receiveBuffer: Size of the receive buffer in bytes (the kernel doubles it), for a client that reads slowly.
    ///   - loop: The loop the caller is on.
    /// - Returns: The connection, ready for reading and writing.
    /// - Throws: `.refused` when nobody listens, `.badAddress`, or what the system says.
    public nonisolated(nonsending) static func connect(
        to host: String = "127.0.0.1", port: Int, receiveBuffer: Int? = nil, on loop: EventLoop
    ) async throws(SocketError) -> Connection {
        loop.checkIsolated()
        guard let address = SocketAddress(host: host, port: port) else {
            throw SocketError(
                .badAddress,
                "cannot connect to \(host), port \(port): expected a numeric address and a port up to 65535")
        }
        let descriptor = Socket.make(family: address.family)
        guard descriptor >= 0 else { throw failure(address, errno) }
        if let receiveBuffer { Socket.set(SO_RCVBUF, to: Int32(clamping: receiveBuffer), on: descriptor) }
        Socket.sendWithoutDelay(descriptor)
        let begun = unsafe address.withSockaddr { unsafe Socket.connect(descriptor, $0, $1) }
        guard begun == 0 || begun == EINPROGRESS else {
            _ = closeDescriptor(descriptor)
            throw failure(address, begun)
        }
        let connection = Connection(adopting: descriptor, peer: address, on: loop)
        if begun == EINPROGRESS { await Waiter.suspend { connection.waitForRoom($0) } }
        guard connection.isOpen, connection.peerEnd != .reset else {
            let code = connection.pendingError
            connection.close()
            throw failure(address, code)
        }
        return connection
    }

    private func waitForRoom(_ waiter: Waiter<Void>) {
        if isOpen { writer = waiter } else { waiter.resume() }
    }

    private static func failure(_ address: SocketAddress, _ code: Int32) -> SocketError {
        switch code {
        case ECONNREFUSED: SocketError(.refused, "nobody listens on \(address)", errno: code)
        case 0: SocketError(.closed, "connecting to \(address) was given up: the event loop has stopped")
        default: SocketError(.system, "cannot connect to \(address): \(String(errno: code))", errno: code)
        }
    }
}
