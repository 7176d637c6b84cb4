extension Node {
    /// The node as a YAML document that reads as the same again; comments and the original's layout are gone.
    ///
    /// The keys of the outermost map and of the maps in it stand on lines of their own; what is inside is written in
    /// braces and brackets where it fits into 100 columns.
    public var document: String { lines(indent: 0, level: 0).joined(separator: "\n") + "\n" }

    private static let width = 100

    private func lines(indent: Int, level: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        switch content {
        case .scalar: return [margin + flow]
        case .list(let items):
            return items.flatMap { item in
                item.fits(behind: indent + 2)
                    ? [margin + "- " + item.flow]
                    : item.lines(indent: indent + 2, level: level + 1).enumerated().map { index, line in
                        index == 0 ? margin + "- " + line.dropFirst(indent + 2) : line
                    }
            }
        case .map(let entries):
            return entries.flatMap { entry in
                let key = margin + Self.quotedWhereNeeded(entry.key) + ":"
                let isOpen = level == 0 && entry.value.isLayered
                return !isOpen && entry.value.fits(behind: key.count + 1)
                    ? [key + " " + entry.value.flow]
                    : [key] + entry.value.lines(indent: indent + 2, level: level + 1)
            }
        }
    }

    /// Whether something of it has parts of its own, so that one line would be hard to read.
    private var isLayered: Bool {
        switch content {
        case .scalar: false
        case .list(let items): items.contains { $0.text == nil && !$0.isEmpty }
        case .map(let entries): entries.contains { $0.value.text == nil && !$0.value.isEmpty }
        }
    }

    private var isEmpty: Bool { entries?.isEmpty ?? items?.isEmpty ?? false }

    /// Whether it can stand on the line; a scalar and what is empty have no other way.
    private func fits(behind columns: Int) -> Bool {
        text == nil && !isEmpty ? columns + flow.count <= Self.width : true
    }

    private var flow: String {
        switch content {
        case .scalar(let scalar): return Self.quotedWhereNeeded(scalar.text)
        case .list(let items): return "[" + items.map(\.flow).joined(separator: ", ") + "]"
        case .map(let entries):
            guard !entries.isEmpty else { return "{}" }
            let pairs = entries.map { Self.quotedWhereNeeded($0.key) + ": " + $0.value.flow }
            return "{ " + pairs.joined(separator: ", ") + " }"
        }
    }

    private static func quotedWhereNeeded(_ text: String) -> String {
        if isPlain(text) { return text }
        let hasControl = text.unicodeScalars.contains {
            $0.properties.generalCategory == .control || ["\u{2028}", "\u{2029}", "\u{FEFF}"].contains($0)
        }
        guard hasControl else {
            return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        }
        return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\" + String(scalar)
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            guard scalar.properties.generalCategory == .control || scalar.value > 0x7e else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    /// Whether a text means itself wherever it stands without quotes.
    private static func isPlain(_ text: String) -> Bool {
        let rest = text.hasPrefix("marker:") ? text.dropFirst("marker:".count) : text[...]
        guard let first = rest.unicodeScalars.first, isPlain(first) || "/$".unicodeScalars.contains(first),
            rest.unicodeScalars.last != " "
        else { return false }
        return rest.unicodeScalars.allSatisfy { isPlain($0) || " _./%@$()+*=~-".unicodeScalars.contains($0) }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
