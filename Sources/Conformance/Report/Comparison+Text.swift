extension Comparison {
    /// The widest that a table for people may be, in columns of a terminal.
    private static let widest = 100
    /// The narrowest that a client's column is made before the clients are put into several tables.
    private static let narrowest = 16
    private static let gap = 2

    /// The table for a terminal, aligned and within 100 columns; several below each other where the clients are many.
    var text: String {
        let totals = totals
        let rows = groups.flatMap { group in
            (group.folder.isEmpty ? [] : [Line(name: group.folder + "/", cells: [])])
                + group.rows.map { row in
                    Line(name: (group.folder.isEmpty ? "" : "  ") + row.label, cells: row.cells.map(\.description))
                }
        }
        let lines =
            [Line(name: "", cells: clients.map(\.title)), .rule] + rows + [.rule]
            + totals.map { Line(name: $0.label, cells: $0.cells) }
        let longest = lines.map(\.name.count).max() ?? 0
        let nameWidth = min(longest, Self.widest / 2)
        let room = Self.widest - nameWidth
        let share = max(1, room / (Self.narrowest + Self.gap))
        let tables = stride(from: 0, to: clients.count, by: share).map { first in
            let shown = first..<min(first + share, clients.count)
            return Self.table(lines.map { $0.columns(shown) }, nameWidth: nameWidth, columns: shown.count)
        }
        return tables.joined(separator: "\n")
    }

    /// One line of the table before it is laid out; a rule has no columns at all.
    private struct Line {
        var name: String
        var cells: [String]
        var isRule = false

        static let rule = Line(name: "", cells: [], isRule: true)

        func columns(_ shown: Range<Int>) -> Line {
            guard !cells.isEmpty else { return self }
            return Line(name: name, cells: Array(cells[shown]))
        }
    }

    private static func table(_ lines: [Line], nameWidth: Int, columns: Int) -> String {
        let widths = [nameWidth] + widths(lines, room: widest - nameWidth, columns: columns)
        let rule = String(repeating: "─", count: widths.reduce(0, +) + gap * columns) + "\n"
        return lines.map { $0.isRule ? rule : laidOut([$0.name] + $0.cells, widths) }.joined()
    }

    /// What each column needs if there is room, else the same for all.
    private static func widths(_ lines: [Line], room: Int, columns: Int) -> [Int] {
        let needed = (0..<columns).map { column in
            lines.map { $0.cells.isEmpty ? 0 : $0.cells[column].count }.max() ?? 0
        }
        guard needed.reduce(0, +) + gap * columns > room else { return needed }
        return [Int](repeating: room / columns - gap, count: columns)
    }

    /// A line, or several where a cell does not fit.
    private static func laidOut(_ cells: [String], _ widths: [Int]) -> String {
        let pieces = zip(cells, widths).map { $0.wrapped(to: $1) }
        let height = pieces.map(\.count).max() ?? 0
        return (0..<height).map { line in
            var text = ""
            for (column, pieces) in zip(widths, pieces) {
                let piece = line < pieces.count ? pieces[line] : ""
                text += piece + String(repeating: " ", count: column - piece.count + gap)
            }
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }
}

extension Comparison.Row {
    /// The name, and how many scenarios it stands for where these are several.
    var label: String { count == 1 ? name : "\(name) ×\(count)" }
}

extension String {
    /// The text in lines of at most so many characters, broken at spaces, a word that is longer anywhere.
    fileprivate func wrapped(to width: Int) -> [String] {
        guard count > width, width > 0 else { return [self] }
        let head = prefix(width + 1)
        let space = head.lastIndex(of: " ").flatMap { head[..<$0].contains { $0 != " " } ? $0 : nil }
        guard let space else { return [String(prefix(width))] + String(dropFirst(width)).wrapped(to: width) }
        return [String(self[..<space])] + String(self[index(after: space)...]).wrapped(to: width)
    }
}
