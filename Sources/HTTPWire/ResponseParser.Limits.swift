extension ResponseParser {
    /// How much a response may bring before it is refused.
    public struct Limits: Hashable, Sendable {
        /// Octets of the status line.
        public var statusLine: Int
        /// Octets of the header section, and of the trailer section (contract E19).
        public var headerSection: Int
        /// Fields of the header section, and of the trailer section.
        public var fieldCount: Int
        /// Octets of chunked content.
        public var body: Int64

        /// Sets limits.
        public init(
            statusLine: Int = 8 * 1024, headerSection: Int = 256 * 1024, fieldCount: Int = 1000, body: Int64 = .max
        ) {
            self.statusLine = statusLine
            self.headerSection = headerSection
            self.fieldCount = fieldCount
            self.body = body
        }

        var fields: FieldBlock.Limits { .init(octets: headerSection, fields: fieldCount) }

        var chunks: ChunkedDecoder.Limits {
            .init(content: body, trailerSection: headerSection, trailerFields: fieldCount)
        }
    }
}
