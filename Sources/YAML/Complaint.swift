import Spelling

/// Something wrong in a file: where, what, what was expected instead, and what was probably meant.
public struct Complaint: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it is.
    public var location: FileLocation
    /// What is wrong, as a clause without a full stop.
    public var message: String
    /// What else to say, each as a clause: `expected …`, `did you mean …?`, `quote it`.
    public var hints: [String]

    /// Makes a complaint.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - message: what is wrong.
    ///   - expected: completes "expected …".
    ///   - meant: completes "did you mean …?".
    ///   - hint: what else to say.
    public init(
        _ location: FileLocation, _ message: String, expected: String? = nil, meant: String? = nil,
        hint: String? = nil
    ) {
        self.location = location
        self.message = Complaint.printable(message)
        hints = [
            expected.map { "expected \($0)" }, hint, meant.map { "did you mean \(Complaint.quoted($0))?" },
        ].compactMap { $0.map(Complaint.printable) }
    }

    /// The complaint as compilers print theirs, `file:line:column: error: …`.
    public var description: String { "\(location): error: \(sentence)" }

    /// The complaint without its place: what is wrong, and the hints in parentheses.
    public var sentence: String { message + (hints.isEmpty ? "" : " (\(hints.joined(separator: "; ")))") }

    /// A piece of a file in quotes: one line, not long, nothing that a terminal would obey.
    public static func quoted(_ text: String) -> String { "'\(shown(text))'" }

    /// A piece of a file: one line, not long, nothing that a terminal would obey.
    public static func shown(_ text: String) -> String {
        printable(String(text.unicodeScalars.prefix(60))) + (text.unicodeScalars.count > 60 ? "…" : "")
    }

    /// The text with its control characters made visible, so that it stays one line and no terminal obeys it.
    private static func printable(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case "\t": shown += "\\t"
            default:
                let isControl = scalar.properties.generalCategory == .control
                shown.unicodeScalars.append(isControl ? "\u{fffd}" : scalar)
            }
        }
        return shown
    }

    /// A list of words for "expected …": `a, b or c`.
    public static func choice(_ words: some Sequence<String>) -> String {
        let words = Array(words)
        guard words.count > 1 else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
    }
}

/// Everything that is wrong in the files of one reading, each thing once.
///
/// A class because all readers of a file write into one; it belongs to one task.
public final class Complaints {
    private var seen: Set<Complaint> = []
    /// The complaints in the order in which they were made.
    public private(set) var all: [Complaint] = []

    /// Makes an empty collection.
    public init() {}

    /// Adds a complaint unless the same was made before.
    public func add(_ complaint: Complaint) {
        if seen.insert(complaint).inserted { all.append(complaint) }
    }

    /// Adds a complaint that is made here.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - message: what is wrong.
    ///   - expected: completes "expected …".
    ///   - meant: completes "did you mean …?".
    ///   - hint: what else to say.
    public func add(
        _ location: FileLocation, _ message: String, expected: String? = nil, meant: String? = nil,
        hint: String? = nil
    ) {
        add(Complaint(location, message, expected: expected, meant: meant, hint: hint))
    }

    /// Complains about a word that is not known; names what was probably meant, or else all that would be right.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - kind: what it should have been, as in "unknown KIND 'word' of OWNER".
    ///   - owner: what it belongs to.
    ///   - known: the words that would be right.
    ///   - location: where the word is.
    public func addUnknown(
        _ word: String, _ kind: String, of owner: String? = nil, known: [String], at location: FileLocation
    ) {
        let message = "unknown \(kind) \(Complaint.quoted(word))" + (owner.map { " of \($0)" } ?? "")
        guard !known.isEmpty else {
            add(location, message, hint: "there is none at all")
            return
        }
        if let meant = Spelling.nearest(to: word, among: known) {
            add(location, message, meant: meant)
        } else {
            add(location, message, expected: Complaint.choice(known))
        }
    }

    /// Whether nothing is wrong.
    public var isEmpty: Bool { all.isEmpty }

    /// The complaints by file and place.
    public var sorted: [Complaint] {
        all.enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }.map(\.element)
    }
}
