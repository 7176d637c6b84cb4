/// Text in which addresses of origins may stand, `$(url)`, `$(host.other)`; known once the instance listens.
public struct Template: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The pieces, in order.
    public var pieces: [Piece]

    /// Makes a template from its pieces.
    public init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Makes a template of plain text, in which nothing is replaced.
    public init(_ text: String) {
        pieces = text.isEmpty ? [] : [.text(text)]
    }

    /// Makes a template of plain text, in which nothing is replaced.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// A piece of text or a place for an address.
    public enum Piece: Hashable, Sendable {
        /// Stands for itself.
        case text(String)
        /// The origin's URL without a slash at the end, `http://127.0.0.1:4711`.
        case url(origin: String)
        /// The origin's authority, `127.0.0.1:4711`.
        case host(origin: String)
    }

    /// The text, where no address is needed; nil otherwise.
    public var plainText: String? {
        var text = ""
        for piece in pieces {
            guard case .text(let part) = piece else { return nil }
            text += part
        }
        return text
    }

    /// The text with the addresses put in; `authority` gives an origin's (`127.0.0.1:4711`) by name.
    public func text(authority: (String) -> String) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .url(let origin): text += "http://" + authority(origin)
            case .host(let origin): text += authority(origin)
            }
        }
        return text
    }

    /// The template as a file spells it.
    public var description: String {
        pieces.map { piece in
            switch piece {
            case .text(let part): part
            case .url("main"): "$(url)"
            case .url(let origin): "$(url.\(origin))"
            case .host("main"): "$(host)"
            case .host(let origin): "$(host.\(origin))"
            }
        }.joined()
    }
}

/// One line of a head or trailer section, sent or expected exactly so.
public struct FieldLine: Hashable, Sendable, CustomStringConvertible {
    /// The name in the spelling of the file.
    public var name: String
    /// The value, which may hold addresses.
    public var value: Template

    /// Makes a line.
    public init(name: String, value: Template) {
        self.name = name
        self.value = value
    }

    /// The line as a file spells it.
    public var description: String { "\(name): \(value)" }
}
