/// Why coded content cannot be decoded; what was given out before stays good.
public struct DecodingFailure: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public var code: Code
    /// What was found.
    public var sentence: String

    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// The kind of a failure; open, so that new kinds break nobody's switch.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The content is not in the coding, or its checksum or length is wrong (contract E12).
        public static let corrupt = Code(rawValue: "corrupt")
        /// The content ended before the coding did (contract E13).
        public static let truncated = Code(rawValue: "truncated")
        /// Something other than zeros or a further member stands behind the end (contract E14).
        public static let trailingJunk = Code(rawValue: "trailing-junk")
    }
}

extension DecodingFailure: CustomStringConvertible {
    /// The sentence.
    public var description: String { sentence }
}
