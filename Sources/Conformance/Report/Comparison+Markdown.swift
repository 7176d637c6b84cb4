extension Comparison {
    /// The table in Markdown, and below it each client's known failures in sentences.
    var markdown: String {
        var lines = ["# Clients side by side", ""]
        lines.append(Self.line(["Scenario"] + clients.map { $0.title.markdown }))
        lines.append(Self.line([String](repeating: "---", count: clients.count + 1)))
        for group in groups {
            for row in group.rows {
                let name = (group.folder.isEmpty ? "" : group.folder + "/") + row.name
                let label = "`\(name.escapingPipes)`" + (row.count == 1 ? "" : " ×\(row.count)")
                lines.append(Self.line([label] + row.cells.map(\.description.markdown)))
            }
        }
        for total in totals {
            lines.append(Self.line(["**\(total.label)**"] + total.cells.map(\.markdown)))
        }
        for client in clients where !client.faults.isEmpty {
            lines += ["", "## Known failures of \(client.title.markdown)", ""]
            lines += client.faults.map { "- \($0.line.markdown)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

extension String {
    /// A table ends a cell at a pipe even within code.
    fileprivate var escapingPipes: String { replacing("|", with: "\\|") }

    /// The text so that Markdown shows it as it is, on one line.
    fileprivate var markdown: String {
        reduce(into: "") { text, character in
            if character.isNewline {
                text += " "
            } else {
                text += "\\`*_[]<>|".contains(character) ? "\\\(character)" : "\(character)"
            }
        }
    }
}
