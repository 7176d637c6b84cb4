/// An option that takes a value, `--port=8080` or `-p 8080`.
///
/// Declared once: parsing, the usage text and reading the value all go through it.
public struct Option<Value: Sendable>: Sendable {
    /// What parser and usage text need to know.
    public let declaration: OptionDeclaration
    let convert: @Sendable (String) -> Value?

    /// Declares an option.
    ///
    /// - Parameters:
    ///   - long: the name without its two hyphens.
    ///   - short: the letter without its hyphen.
    ///   - placeholder: what stands for the value in the usage text.
    ///   - summary: what it does, without a full stop.
    ///   - expected: completes "expected …" in the complaint about a value that cannot be read.
    ///   - repeats: whether it may be given several times; else the last one counts.
    ///   - convert: reads a value, nil when it cannot be read.
    public init(
        _ long: String, short: Character? = nil, placeholder: String, _ summary: String, expected: String,
        repeats: Bool = false, convert: @escaping @Sendable (String) -> Value?
    ) {
        declaration = OptionDeclaration(
            long: long, short: short, summary: summary,
            value: OptionDeclaration.Value(
                placeholder: placeholder, expected: expected, repeats: repeats, accepts: { convert($0) != nil }))
        self.convert = convert
    }
}

extension Option where Value == String {
    /// Declares an option whose value is any text that is not empty.
    public init(
        _ long: String, short: Character? = nil, placeholder: String, _ summary: String, repeats: Bool = false
    ) {
        self.init(
            long, short: short, placeholder: placeholder, summary, expected: "some text", repeats: repeats,
            convert: { $0.isEmpty ? nil : $0 })
    }
}

extension Option where Value == Int {
    /// Declares an option whose value is a whole number.
    public init(
        _ long: String, short: Character? = nil, placeholder: String, _ summary: String, in range: ClosedRange<Int>
    ) {
        let expected =
            range.upperBound == Int.max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        self.init(
            long, short: short, placeholder: placeholder, summary, expected: expected,
            convert: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } })
    }
}

/// An option without a value, `--json`.
public struct Flag: Sendable {
    /// What parser and usage text need to know.
    public let declaration: OptionDeclaration

    /// Declares a flag; `summary` says what it does, without a full stop.
    public init(_ long: String, short: Character? = nil, _ summary: String) {
        declaration = OptionDeclaration(long: long, short: short, summary: summary, value: nil)
    }
}

/// What is known of an option or flag apart from the type of its value.
public struct OptionDeclaration: Sendable {
    /// The name without its two hyphens.
    public let long: String
    /// The letter without its hyphen.
    public let short: Character?
    /// What it does.
    public let summary: String
    /// What its value must look like; nil for a flag.
    public let value: Value?

    /// What a value must look like.
    public struct Value: Sendable {
        /// What stands for it in the usage text.
        public let placeholder: String
        /// Completes "expected …".
        public let expected: String
        /// Whether the option may be given several times.
        public let repeats: Bool
        let accepts: @Sendable (String) -> Bool
    }
}

/// Something that can be listed among a command's options.
public protocol DeclaredOption: Sendable {
    /// What parser and usage text need to know.
    var declaration: OptionDeclaration { get }
}

extension Option: DeclaredOption {}
extension Flag: DeclaredOption {}
