// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The entry in a folder that a listening Unix socket has; dropping the last reference removes it.
///
/// Only our own is removed: somebody else may have put another in its place.
final class UnixSocketFile {
    private let path: String
    private let identity: Identity

    private struct Identity: Hashable {
        var device: dev_t
        var inode: ino_t
        var mode: mode_t

        var isSocket: Bool { mode & S_IFMT == S_IFSOCK }

        init?(of path: String) {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
            mode = status.st_mode
        }
    }

    /// Takes charge of the entry of an address that was bound; nil for one without.
    init?(of address: SocketAddress) {
        guard let path = address.path, let identity = Identity(of: path) else { return nil }
        self.path = path
        self.identity = identity
    }

    deinit {
        if Identity(of: path) == identity { _ = unsafe unlink(path) }
    }

    /// Removes the socket that a server left behind that is gone; says what else is in the way.
    static func clear(for address: SocketAddress) throws(SocketError) {
        guard let path = address.path, let found = Identity(of: path) else { return }
        guard found.isSocket else {
            throw SocketError(
                .addressInUse, "cannot listen on \(path): there is something else; remove it or choose another path",
                errno: EADDRINUSE)
        }
        let probe = Socket.make(family: AF_UNIX)
        guard probe >= 0 else { return }
        defer { _ = closeDescriptor(probe) }
        if unsafe address.withSockaddr({ unsafe Socket.connect(probe, $0, $1) }) == ECONNREFUSED {
            _ = unsafe unlink(path)
        }
    }
}
