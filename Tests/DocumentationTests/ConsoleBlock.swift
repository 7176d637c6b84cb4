/// What a `console` block shows: commands behind `$ `, continued behind `> `, and the output below them.
///
/// In the output `…` stands for anything within a line, and alone on a line for any number of lines. A command without
/// output below it may print what it likes; a comment behind two spaces and `#` belongs to the reader.
struct ConsoleBlock {
    /// A command and what it prints.
    struct Step {
        let command: String
        let output: [String]

        var isInBackground: Bool { command.hasSuffix(" &") }
    }

    let steps: [Step]

    init(_ lines: [String]) {
        var steps: [Step] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), output: []))
            } else if let last = steps.popLast() {
                if line.hasPrefix("> "), last.output.isEmpty {
                    steps.append(Step(command: last.command + "\n" + line.dropFirst(2), output: []))
                } else {
                    steps.append(Step(command: last.command, output: last.output + [line]))
                }
            }
        }
        self.steps = steps
    }
}

/// Compares output with what a document shows of it.
enum ShownOutput {
    /// Whether the lines are as shown.
    static func matches(_ actual: [String], _ shown: [String]) -> Bool {
        guard let pattern = shown.first else { return actual.isEmpty }
        if pattern == "…" {
            return (0...actual.count).contains { matches(Array(actual[$0...]), Array(shown.dropFirst())) }
        }
        guard let line = actual.first, lineMatches(line, pattern) else { return false }
        return matches(Array(actual.dropFirst()), Array(shown.dropFirst()))
    }

    /// Whether a line is as shown: the parts between the `…` come in order, the first and the last at the ends.
    static func lineMatches(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return line == pattern }
        guard line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let place = rest.firstRange(of: part) else { return false }
            rest = rest[place.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}
