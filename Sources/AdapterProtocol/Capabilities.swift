/// Everything one adapter claims its client can do.
public struct Capabilities: Sendable, Hashable {
    /// The claims, in the adapter's order.
    public var claims: [Capability]

    /// Makes the set of these claims.
    public init(_ claims: [Capability] = []) {
        self.claims = claims
    }

    /// Whether a need is met: counts and codings are met by at least as much.
    public func meet(_ need: Capability) -> Bool {
        switch need {
        case .parallel(let wanted): wanted <= parallel
        case .decode(let wanted): wanted.isSubset(of: codings)
        default: claims.contains(need)
        }
    }

    /// How many transfers the client does at once; one unless it says more.
    public var parallel: Int {
        claims.compactMap { if case .parallel(let count) = $0 { count } else { nil } }.max() ?? 1
    }

    /// The content codings that the client undoes.
    public var codings: Set<String> {
        claims.reduce(into: []) { if case .decode(let codings) = $1 { $0.formUnion(codings) } }
    }
}

extension Capabilities: Codable {
    /// Reads the JSON form.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Capability].self))
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(claims)
    }
}
