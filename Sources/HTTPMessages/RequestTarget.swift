/// The parts of a request target (RFC 9112 §3.2).
public struct RequestTarget: Hashable, Sendable {
    /// Which of the four forms the target has.
    public enum Form: Hashable, Sendable {
        /// `/path?query`: the usual one.
        case origin
        /// `http://host/path?query`, as proxies get it and every server must accept.
        case absolute
        /// `host:port`, for CONNECT only.
        case authority
        /// `*`, for OPTIONS only.
        case asterisk
    }

    /// The form.
    public let form: Form
    /// Host and port of the absolute and authority forms.
    public let authority: String?
    /// The path, still percent-encoded; `/` where an absolute target has none, `*` for the asterisk.
    public let path: String
    /// What follows the first `?`, still percent-encoded, or nil.
    public let query: String?

    /// Splits a target.
    public init(_ target: String) {
        if target == "*" {
            self.init(form: .asterisk, authority: nil, path: "*", query: nil)
        } else if target.utf8.first == 0x2F {
            self.init(form: .origin, authority: nil, pathAndQuery: target[...])
        } else if let scheme = RequestTarget.endOfScheme(target) {
            let rest = target[scheme...]
            let end = rest.utf8.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex
            self.init(form: .absolute, authority: String(rest[..<end]), pathAndQuery: rest[end...])
        } else {
            self.init(form: .authority, authority: target, path: "", query: nil)
        }
    }

    /// The query's pairs, percent-decoded, in order; a name without `=` has an empty value.
    ///
    /// `+` stands for itself: the `&`-separated form here is the one of scenario URLs, not of HTML forms.
    public var queryItems: [(name: String, value: String)] {
        guard let query else { return [] }
        return query.utf8.split(separator: 0x26).map { item in
            let text = Substring(item)
            guard let equals = text.utf8.firstIndex(of: 0x3D) else { return (PercentEncoding.decoded(text), "") }
            let value = text[text.utf8.index(after: equals)...]
            return (PercentEncoding.decoded(text[..<equals]), PercentEncoding.decoded(value))
        }
    }

    private init(form: Form, authority: String?, path: String, query: String?) {
        self.form = form
        self.authority = authority
        self.path = path
        self.query = query
    }

    private init(form: Form, authority: String?, pathAndQuery text: Substring) {
        let mark = text.utf8.firstIndex(of: 0x3F)
        let path = text[..<(mark ?? text.endIndex)]
        self.form = form
        self.authority = authority
        self.path = path.isEmpty ? "/" : String(path)
        query = mark.map { String(text[text.utf8.index(after: $0)...]) }
    }

    private static func endOfScheme(_ target: String) -> String.Index? {
        for scheme in ["http://", "https://"]
        where ASCII.equalIgnoringCase(target.prefix(scheme.utf8.count), scheme) {
            return target.utf8.index(target.startIndex, offsetBy: scheme.utf8.count)
        }
        return nil
    }
}
