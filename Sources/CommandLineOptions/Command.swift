/// A program, or one of its subcommands: what it takes, as values.
public struct Command: Sendable {
    /// The word that calls it.
    public var name: String
    /// What it does, as one sentence without a full stop.
    public var summary: String
    /// More for `--help`, below the options; may be empty.
    public var discussion: String
    /// Options and flags besides `--help` and `--version`.
    public var options: [OptionDeclaration]
    /// What may follow the options.
    public var operands: Operands
    /// Commands below this one.
    public var subcommands: [Command]
    /// Whether it does something without a subcommand.
    public var runsAlone: Bool

    /// Declares a command.
    public init(
        _ name: String, _ summary: String, discussion: String = "", options: [any DeclaredOption] = [],
        operands: Operands = .none, subcommands: [Command] = [], runsAlone: Bool = true
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options.map(\.declaration)
        self.operands = operands
        self.subcommands = subcommands
        self.runsAlone = runsAlone
    }

    /// What may follow the options.
    public struct Operands: Sendable {
        /// The usage text's word, `PATTERN`.
        public var placeholder: String
        /// How many there may be.
        public var count: ClosedRange<Int>
        /// Whether the first operand ends the options, as for a command line that is run in turn.
        public var endsOptions: Bool

        /// Declares operands.
        public init(_ placeholder: String, _ count: ClosedRange<Int>, endsOptions: Bool = false) {
            self.placeholder = placeholder
            self.count = count
            self.endsOptions = endsOptions
        }

        /// Nothing follows the options.
        public static let none = Operands("", 0...0)

        /// Exactly one.
        public static func one(_ placeholder: String) -> Operands { Operands(placeholder, 1...1) }

        /// At least so many.
        public static func many(_ placeholder: String, atLeast least: Int = 0) -> Operands {
            Operands(placeholder, least...Int.max)
        }
    }
}
