public import HTTPMessages

extension EncodingRule.Form {
    /// The coding whose name is sent with it.
    public var coding: EncodingRule.Coding {
        switch self {
        case .gzip, .gzipTruncated, .gzipBadChecksum, .gzipTwoMembers, .gzipJunkAfter: .gzip
        case .deflateRaw: .deflate
        }
    }

    /// How much of a body of this length is coded at all: half of it where the code stops half-way.
    public func codedLength(of length: Int64?) -> Int64? {
        self == .gzipTruncated ? length.map(EncodingRule.half) : length
    }
}

extension EncodingRule {
    /// The middle of a body: there a truncated code stops and a second member begins.
    public static func half(of length: Int64) -> Int64 { (length + 1) / 2 }

    /// The longest body that is coded beforehand to know how long its code is; more would hold up the server.
    public static let longestCounted: Int64 = 16 << 20

    /// What one request gets of a resource.
    public enum Choice: Hashable, Sendable {
        /// The bytes as they are.
        case identity
        /// The bytes in a coding; a form where it is sent whatever the request says.
        case coded(Coding, Form?)
        /// 406: the request takes neither the one coding there is nor none.
        case notAcceptable
    }

    /// What a request with these fields gets (RFC 9110 §12.5.3); an empty body is never coded.
    public func choice(for fields: HTTPFields, length: Int64?) -> Choice {
        guard length != 0 else { return .identity }
        switch self {
        case .none: return .identity
        case .always(let form): return .coded(form.coding, form)
        case .negotiated(let coding):
            switch AcceptEncoding(fields).preference(for: coding.rawValue) {
            case .coding: return .coded(coding, nil)
            case .identity: return .identity
            case .neither: return .notAcceptable
            }
        }
    }

    /// Whether the request decides, so that caches must keep the answers apart (`Vary`).
    public var isNegotiated: Bool { if case .negotiated = self { true } else { false } }
}

extension BodySource {
    /// The fixture that is this body in brotli, made beforehand: beside the file, with `.br` behind its name.
    public var fileInBrotli: String? { if case .file(let path) = self { path + ".br" } else { nil } }
}
