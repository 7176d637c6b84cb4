import EventLoop

/// Where a control API is asked: host and port of a URL.
struct ControlAddress: Equatable {
    let host: String
    let port: Int
    /// Both, as the Host field has them.
    let authority: String

    /// Reads `http://127.0.0.1:8080`, with or without a path; nil when it is no such URL.
    init?(_ url: String) {
        guard url.hasPrefix("http://") else { return nil }
        let authority = String(url.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let name = authority[..<(colon ?? authority.endIndex)]
        guard let port = colon.map({ Int(authority[authority.index(after: $0)...]) }) ?? 80 else { return nil }
        host = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : String(name)
        self.authority = authority
        self.port = port
        guard SocketAddress(host: host, port: port) != nil else { return nil }
    }
}
