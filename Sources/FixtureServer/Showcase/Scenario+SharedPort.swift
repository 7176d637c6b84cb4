internal import HTTPMessages
internal import Scenarios

extension Scenario {
    /// Why the scenario cannot be played below a path of a port that it shares, or nil.
    var needOfOwnPort: String? {
        if origins.count > 1 {
            return "it has \(origins.count) origins (\(origins.map(\.name).joined(separator: ", "))),"
                + " and each needs a port of its own"
        }
        if let host = origins.first?.host { return "it is to be reached as \(host)" }
        if origins.contains(where: { !$0.connections.isEmpty }) {
            return "it makes trouble on connections before a request is read"
        }
        if origins.contains(where: { $0.sendBuffer != nil }) { return "its connections have a small send buffer" }
        if link != nil { return "all its connections share one line" }
        for answer in resources.flatMap({ [$0.answer] + $0.attempts.map(\.answer) }) {
            if let line = answer.sentLines.first(where: \.leadsToRoot) {
                return "'\(line)' would lead out of its folder"
            }
        }
        return nil
    }
}

extension Answer {
    /// Every field line that is sent, those in raw bytes too.
    fileprivate var sentLines: [FieldLine] {
        let informed = script.flatMap { step in
            if case .inform(_, let fields) = step.action { fields } else { [] as [FieldLine] }
        }
        return fields + informed + sources.flatMap(\.fieldLines)
    }
}

extension BodySource {
    /// What looks like field lines in texts that are sent as they are.
    fileprivate var fieldLines: [FieldLine] {
        switch self {
        case .text(let template):
            template.description.split(whereSeparator: \.isNewline).compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                return FieldLine(name: String(line[..<colon]), value: Template(String(value)))
            }
        case .repeated(let source, _): source.fieldLines
        case .sequence(let sources): sources.flatMap(\.fieldLines)
        case .bytes, .file, .pattern: []
        }
    }
}

extension FieldLine {
    /// Whether the value counts paths from the root of a server, so that it means something else below a folder.
    fileprivate var leadsToRoot: Bool {
        let field = HTTPField(name, "")
        if field.isNamed("Set-Cookie") {
            return FieldList.elements(of: value.description, separator: UInt8(ascii: ";")).dropFirst()
                .contains { $0.lowercased().hasPrefix("path=") }
        }
        guard field.isNamed("Location") || field.isNamed("Content-Location"),
            case .text(let start)? = value.pieces.first
        else { return false }
        return start.hasPrefix("/") && !start.hasPrefix("//") || start.hasPrefix("..") || start.contains("/..")
    }
}
