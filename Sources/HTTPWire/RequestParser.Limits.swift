extension RequestParser {
    /// How much a request may bring before it is refused.
    public struct Limits: Hashable, Sendable {
        /// Octets of the request line; more is answered 414.
        ///
        /// RFC 9112 §3 asks for at least 8,000.
        public var requestLine: Int
        /// Octets of the header section, and of the trailer section; more is answered 431.
        public var headerSection: Int
        /// Fields of the header section, and of the trailer section; more is answered 431.
        public var fieldCount: Int
        /// Octets of content; more is answered 413.
        public var body: Int64

        /// Sets limits; content is unlimited unless said, because it is passed on and never held.
        public init(
            requestLine: Int = 8 * 1024, headerSection: Int = 64 * 1024, fieldCount: Int = 100, body: Int64 = .max
        ) {
            self.requestLine = requestLine
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
