extension Page {
    /// The page as plain text of at most 80 columns, but for lines that are to be copied.
    var text: String {
        ([title, String(repeating: "=", count: title.count), ""] + lines(blocks)).joined(separator: "\n") + "\n"
    }

    private func lines(_ blocks: [Block]) -> [String] {
        var lines: [String] = []
        for block in blocks {
            switch block {
            case .heading(let text):
                lines += ["", text, String(repeating: "-", count: text.count), ""]
            case .topic(let text, let link):
                lines += text.map { Self.wrapped($0, indent: "") } ?? []
                lines += [base + link, ""]
            case .paragraph(let text), .small(let text):
                lines += Self.wrapped(text, indent: "") + [""]
            case .command(let line, let note):
                lines += ["    " + line] + (note.isEmpty ? [] : Self.wrapped(note, indent: "    # ")) + [""]
            case .file, .links:
                break
            case .folded(_, let inner):
                lines += self.lines(inner)
            }
        }
        return lines
    }

    private static func wrapped(_ text: String, indent: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.isEmpty {
                line = String(word)
            } else if indent.count + line.count + 1 + word.count <= 80 {
                line += " " + word
            } else {
                lines.append(indent + line)
                line = String(word)
            }
        }
        return lines + [indent + line]
    }
}
