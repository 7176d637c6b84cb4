extension Template {
    /// Reads a text of a file: `$(url)`, `$(host)`, `$(url.NAME)` and `$(host.NAME)` are places for addresses.
    public init(parsing text: String) {
        var pieces: [Piece] = []
        var plain = ""
        for part in Placeholders.parts(of: text) {
            switch part {
            case .text(let text): plain += text
            case .name(let name):
                if let piece = Template.piece(name) {
                    if !plain.isEmpty { pieces.append(.text(plain)) }
                    plain = ""
                    pieces.append(piece)
                } else {
                    plain += "$(\(name))"
                }
            }
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        self.init(pieces: pieces)
    }

    private static func piece(_ name: String) -> Piece? {
        if name == "url" { return .url(origin: "main") }
        if name == "host" { return .host(origin: "main") }
        if name.hasPrefix("url.") { return .url(origin: String(name.dropFirst(4))) }
        if name.hasPrefix("host.") { return .host(origin: String(name.dropFirst(5))) }
        return nil
    }
}

/// The places `$(name)` in a text.
enum Placeholders {
    enum Part: Hashable {
        case text(String)
        case name(String)
    }

    /// The text in order; what is not closed stays text.
    static func parts(of text: String) -> [Part] {
        guard text.contains("$(") else { return text.isEmpty ? [] : [.text(text)] }
        var parts: [Part] = []
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            let behind = rest[rest.index(after: dollar)...]
            guard behind.first == "(", let close = behind.firstIndex(of: ")") else {
                guard let next = behind.firstIndex(of: "$") else { break }
                parts.append(.text(String(rest[..<next])))
                rest = rest[next...]
                continue
            }
            if dollar > rest.startIndex { parts.append(.text(String(rest[..<dollar]))) }
            parts.append(.name(String(behind[behind.index(after: behind.startIndex)..<close])))
            rest = behind[behind.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }

    /// The names in a text.
    static func names(in text: String) -> [String] {
        parts(of: text).compactMap { if case .name(let name) = $0 { name } else { nil } }
    }
}
