// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An IP address and a port, or the path of a Unix socket.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    private enum Host: Hashable {
        case v4(UInt32)
        case v6(UInt64, UInt64, scope: UInt32)
        case unix(String)
    }

    private let ip: Host
    /// The port, 0 to 65535; 0 for a Unix socket.
    public let port: Int

    /// Reads a numeric address; `localhost` is 127.0.0.1.
    ///
    /// It is `nil` if the host is neither, or the port is out of range.
    ///
    /// - Parameters:
    ///   - host: `127.0.0.1`, `::1`, `fe80::1%eth0` or `localhost`. Names are not looked up: that would block the loop.
    ///   - port: 0 to 65535.
    public init?(host: String, port: Int) {
        guard (0...65535).contains(port) else { return nil }
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        let name = host == "localhost" ? "127.0.0.1" : host
        guard unsafe getaddrinfo(name, nil, &hints, &found) == 0, let found = unsafe found else { return nil }
        defer { unsafe freeaddrinfo(found) }
        guard let address = unsafe SocketAddress(found.pointee.ai_addr) else { return nil }
        ip = address.ip
        self.port = port
    }

    /// Takes the path of a Unix socket; `nil` if it is empty, has a NUL, or is longer than the system can say.
    ///
    /// - Parameter path: Up to 107 bytes on Linux, 103 on macOS.
    public init?(unixSocket path: String) {
        let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        guard !path.isEmpty, path.utf8.count < room, !path.utf8.contains(0) else { return nil }
        ip = .unix(path)
        port = 0
    }

    /// Reads what a system call filled in; `nil` for anything but IP.
    init?(_ raw: UnsafePointer<sockaddr>?) {
        guard let raw = unsafe raw else { return nil }
        switch unsafe Int32(raw.pointee.sa_family) {
        case AF_INET:
            let address = unsafe UnsafeRawPointer(raw).loadUnaligned(as: sockaddr_in.self)
            ip = .v4(address.sin_addr.s_addr)
            port = Int(UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = unsafe UnsafeRawPointer(raw).loadUnaligned(as: sockaddr_in6.self)
            let (high, low) = unsafe withUnsafeBytes(of: address.sin6_addr) {
                unsafe ($0.load(as: UInt64.self), $0.load(fromByteOffset: 8, as: UInt64.self))
            }
            ip = .v6(high, low, scope: address.sin6_scope_id)
            port = Int(UInt16(bigEndian: address.sin6_port))
        default: return nil
        }
    }

    /// The address a bound or connected socket has.
    init?(localOf descriptor: Int32) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address = unsafe withUnsafeMutableBytes(of: &storage) { bytes -> SocketAddress? in
            let raw = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard unsafe getsockname(descriptor, raw, &size) == 0 else { return nil }
            return unsafe SocketAddress(raw)
        }
        guard let address else { return nil }
        self = address
    }

    var family: Int32 {
        switch ip {
        case .v4: AF_INET
        case .v6: AF_INET6
        case .unix: AF_UNIX
        }
    }

    /// The path of a Unix socket.
    var path: String? { if case .unix(let path) = ip { path } else { nil } }

    /// The numeric form, without brackets: `127.0.0.1`, `::1`; of a Unix socket the path.
    public var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch ip {
        case .v4(var address): unsafe inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        case .v6(let high, let low, _):
            var address = (high, low)
            unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        case .unix(let path): return path
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// As it stands in a URL: `127.0.0.1:8080`, `[::1]:8080`.
    public var description: String {
        switch ip {
        case .v4: "\(host):\(port)"
        case .v6: "[\(host)]:\(port)"
        case .unix(let path): path
        }
    }

    /// Calls a closure with the C form.
    func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch ip {
        case .v4(let address):
            var raw = sockaddr_in()
            raw.sin_family = sa_family_t(AF_INET)
            raw.sin_port = UInt16(port).bigEndian
            raw.sin_addr.s_addr = address
            return unsafe Self.rebound(&raw, body)
        case .v6(let high, let low, let scope):
            var raw = sockaddr_in6()
            raw.sin6_family = sa_family_t(AF_INET6)
            raw.sin6_port = UInt16(port).bigEndian
            raw.sin6_scope_id = scope
            unsafe withUnsafeMutableBytes(of: &raw.sin6_addr) {
                unsafe $0.storeBytes(of: high, as: UInt64.self)
                unsafe $0.storeBytes(of: low, toByteOffset: 8, as: UInt64.self)
            }
            return unsafe Self.rebound(&raw, body)
        case .unix(let path):
            var raw = sockaddr_un()
            raw.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &raw.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
            return unsafe Self.rebound(&raw, body)
        }
    }

    private static func rebound<Raw, Result>(
        _ raw: inout Raw, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        #if !os(Linux)
        unsafe withUnsafeMutableBytes(of: &raw) { unsafe $0[0] = UInt8(MemoryLayout<Raw>.size) }
        #endif
        return unsafe withUnsafePointer(to: &raw) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<Raw>.size))
            }
        }
    }
}
