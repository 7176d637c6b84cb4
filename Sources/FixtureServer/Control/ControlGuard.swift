internal import HTTPMessages
internal import HTTPWire

/// Who may speak to the control API: nobody without the token where one is needed, and no page of a browser that came
/// from elsewhere, neither across origins nor by a name that was bound to this address anew.
struct ControlGuard {
    /// The token, or nil where none is needed.
    let token: String?
    /// The address that is listened on.
    let host: String

    /// What a request is refused for, or nil.
    func problem(of request: IncomingRequest) -> Problem? {
        let fields = request.head.fields
        let hasToken = token.map { presents($0, in: fields) }
        if hasToken == false {
            return Problem(
                .noToken,
                "This server listens beyond loopback: send 'Authorization: Bearer TOKEN' with the token of the "
                    + "line that it printed when it was ready.")
        }
        // Whoever knows the token is no page that only knows the address.
        guard hasToken == true || isOurs(request.authority) else {
            return Problem(
                .foreignHost,
                "The Host '\(request.authority)' is neither an address nor localhost; a name can be bound to any address."
            )
        }
        for origin in fields.values("Origin") where !isSame(origin, request.authority) {
            return Problem(.foreignOrigin, "The page of the Origin '\(origin)' is not of this server.")
        }
        if let site = fields.first("Sec-Fetch-Site"), site != "same-origin", site != "none" {
            return Problem(.foreignOrigin, "A browser says that it asks for a page of another origin (\(site)).")
        }
        return changes(request.head.method) ? contentProblem(of: request) : nil
    }

    private func changes(_ method: HTTPMethod) -> Bool { method != .get && method != .head }

    /// A form of another page can send content, but never of this type.
    ///
    /// A DELETE without content is no form's either.
    private func contentProblem(of request: IncomingRequest) -> Problem? {
        if request.head.method == .delete, request.framing == .none { return nil }
        let type = request.head.fields.first("Content-Type") ?? ""
        let essence = FieldList.elements(of: type, separator: UInt8(ascii: ";")).first ?? ""
        guard !ASCII.equalIgnoringCase(essence, "application/json") else { return nil }
        let said = type.isEmpty ? "no Content-Type" : "the Content-Type '\(type)'"
        return Problem(.notJSON, "The request has \(said); expected application/json.")
    }

    private func presents(_ token: String, in fields: HTTPFields) -> Bool {
        guard let value = fields.first("Authorization") else { return false }
        let words = value.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, ASCII.equalIgnoringCase(words[0], "Bearer") else { return false }
        // In the same time whatever the first difference is.
        let (given, wanted) = (Array(words[1].utf8), Array(token.utf8))
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a Host names this server by something that nobody else can bind to its address.
    private func isOurs(_ authority: String) -> Bool {
        let name = Self.host(of: authority)
        if name.hasPrefix("[") || ASCII.equalIgnoringCase(name, "localhost") || ASCII.equalIgnoringCase(name, host) {
            return true
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Without the port.
    private static func host(of authority: String) -> Substring {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            return authority[...]
        }
        return authority[..<colon]
    }

    private func isSame(_ origin: String, _ authority: String) -> Bool {
        ASCII.equalIgnoringCase(origin, "http://" + authority)
    }
}
