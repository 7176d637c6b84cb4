extension Command {
    /// The usage text, made from the declarations.
    ///
    /// - Parameter path: the names from the program down to this command.
    /// - Returns: lines of at most 80 columns, without a newline at the end.
    public func help(path: [String]) -> String {
        var sections = [usage(path: path), summary + "."]
        if !subcommands.isEmpty {
            let rows = subcommands.map { ("  \($0.name)", $0.summary) }
            sections.append("Commands:\n" + Command.table(rows))
        }
        let rows = (options + Command.standard).map { ("  \($0.synopsis)", $0.summary) }
        sections.append("Options:\n" + Command.table(rows))
        if !discussion.isEmpty { sections.append(discussion) }
        return sections.joined(separator: "\n\n")
    }

    private func usage(path: [String]) -> String {
        let name = path.joined(separator: " ")
        var lines: [String] = []
        if runsAlone || subcommands.isEmpty {
            lines.append("\(name) [OPTION]…" + operands.synopsis)
        }
        if !subcommands.isEmpty { lines.append("\(name) COMMAND [OPTION]…") }
        return "Usage: " + lines.joined(separator: "\n       ")
    }

    /// Two columns; the right one is wrapped, and begins on a line of its own where the left one is long.
    private static func table(_ rows: [(left: String, right: String)]) -> String {
        let width = min(30, (rows.map(\.left.count).max() ?? 0) + 2)
        return rows.map { left, right in
            let lines = wrapped(right, to: 80 - width)
            let indent = String(repeating: " ", count: width)
            let fits = left.count + 2 <= width
            let first = fits ? left + String(repeating: " ", count: width - left.count) : left + "\n" + indent
            return first + lines.joined(separator: "\n" + indent)
        }.joined(separator: "\n")
    }

    private static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension OptionDeclaration {
    /// `-p, --port=PORT`, with the short form's place kept free.
    fileprivate var synopsis: String {
        let letter = short.map { "-\($0), " } ?? "    "
        return letter + "--\(long)" + (value.map { "=\($0.placeholder)" + ($0.repeats ? "…" : "") } ?? "")
    }
}

extension Command.Operands {
    /// ` FILE`, ` [PATTERN]…`, or nothing.
    fileprivate var synopsis: String {
        guard count.upperBound > 0 else { return "" }
        let word = count.lowerBound == 0 ? "[\(placeholder)]" : placeholder
        return " " + word + (count.upperBound > 1 ? "…" : "")
    }
}
