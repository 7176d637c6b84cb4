public import HTTPMessages

extension Behaviour {
    /// Reads the query of a URL: `framing=chunked&cut=60%25:rst`.
    ///
    /// `+` stands for itself. A key that begins with an underscore means nothing, so that clients can ask past caches
    /// (`_=17`).
    public init(query target: RequestTarget) {
        words = target.queryItems.filter { !$0.name.hasPrefix("_") }.map { Word($0.name, $0.value) }
    }
}
