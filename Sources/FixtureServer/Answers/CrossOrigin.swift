internal import HTTPMessages

/// Lets pages of other origins read answers, and ask before they send (CORS, in the Fetch standard).
///
/// Whoever asks is let in, with credentials: a page that tests against fixtures has nothing to fear from them.
struct CrossOrigin {
    private let request: HTTPRequestHead
    private let origin: String?

    /// Looks at a request.
    init(_ request: HTTPRequestHead) {
        self.request = request
        origin = request.fields["Origin"]
    }

    /// Whether a browser asks what it may send (a preflight).
    var isPreflight: Bool {
        request.method == .options && origin != nil && request.fields.contains("Access-Control-Request-Method")
    }

    /// What an answer has so that the page may read it, and of its head the fields of these names.
    func fields(exposing names: [String]) -> HTTPFields {
        var fields = allowance
        guard origin != nil else { return fields }
        var shown: [String] = []
        for name in names where !shown.contains(where: { ASCII.equalIgnoringCase($0, name) }) { shown.append(name) }
        if !shown.isEmpty { fields.append("Access-Control-Expose-Headers", shown.joined(separator: ", ")) }
        return fields
    }

    /// What the answer to a preflight has: these methods, and every field that is asked for.
    func permission(methods: [String]) -> HTTPFields {
        var fields = allowance
        fields.append("Access-Control-Allow-Methods", methods.joined(separator: ", "))
        let asked = request.fields.list("Access-Control-Request-Headers").filter { name in
            !Self.usual.contains { ASCII.equalIgnoringCase($0, name) }
        }
        fields.append("Access-Control-Allow-Headers", (Self.usual + asked).joined(separator: ", "))
        return fields
    }

    /// What depends on the origin, and that it does.
    private var allowance: HTTPFields {
        var fields: HTTPFields = ["Vary": "Origin"]
        guard let origin else { return fields }
        fields.append("Access-Control-Allow-Origin", origin)
        fields.append("Access-Control-Allow-Credentials", "true")
        return fields
    }

    /// The fields that clients of downloads send, allowed whether asked for or not.
    private static let usual = [
        "Authorization", "Cache-Control", "Content-Type", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
        "If-Unmodified-Since", "Range", "Sluice-Transfer",
    ]
}

extension AnswerPlan {
    /// The answer to a preflight.
    static func preflight(
        _ crossOrigin: CrossOrigin, methods: [String], for request: HTTPRequestHead, at date: HTTPDate
    ) -> AnswerPlan {
        var head = HTTPResponseHead(status: 204)
        head.fields.append("Date", date.description)
        head.fields.append(contentsOf: crossOrigin.permission(methods: methods))
        if !request.wantsConnectionKept { head.fields.append("Connection", "close") }
        return AnswerPlan(head: head, framing: .none, content: [], keepsConnection: request.wantsConnectionKept)
    }
}
