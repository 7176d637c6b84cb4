internal import Fixtures
internal import Foundation
internal import Scenarios

/// Makes contents out of what scenario files say, opening each fixture once.
struct ContentLibrary {
    /// A content with what is known about it beforehand.
    struct Item {
        var content: Content
        /// The lower-case hex SHA-256, where the manifest knows it.
        var sha256: String?
        /// The fixture it is, whole and nothing else.
        var fixture: Fixture?
        /// Looks for the markers of a file that no manifest knows, which means to read it whole.
        var inspect: (() -> Fixture?)?
        /// A text that is the same for the same bytes, for entity tags.
        var fingerprint: String
    }

    private let fixtures: FixtureLibrary?
    private var files: [String: Item] = [:]

    init(fixtures: FixtureLibrary?) {
        self.fixtures = fixtures
    }

    /// Makes the content of a body.
    ///
    /// The path of the request seeds patterns below `*`; `authority` gives the address of an origin for texts that name
    /// one. Fails when a fixture cannot be opened.
    mutating func item(
        for source: BodySource, path: String, authority: (String) -> String
    ) throws -> Item {
        switch source {
        case .text(let template):
            return Self.item(of: Array(template.text(authority: authority).utf8))
        case .bytes(let bytes):
            return Self.item(of: bytes)
        case .file(let path):
            return try file(path)
        case .pattern(let size, let seed):
            let number =
                switch seed {
                case .number(let number): number
                case .ofPath: PatternStream.seed(path: path)
                }
            return Item(
                content: .pattern(PatternStream(seed: number), length: size),
                fingerprint: "p\(String(number, radix: 36))-\(size.map { String($0, radix: 36) } ?? "endless")")
        case .repeated(let inner, let times):
            let item = try item(for: inner, path: path, authority: authority)
            guard let unit = item.content.length else { return item }
            guard unit > 0, times > 0 else { return Self.item(of: []) }
            return Item(
                content: .repeated(item.content, unit: unit, times: Int64(times)),
                fingerprint: "\(item.fingerprint)x\(times)")
        case .sequence(let sources):
            let items = try sources.map { try self.item(for: $0, path: path, authority: authority) }
            if items.count == 1 { return items[0] }
            let joined = items.map(\.fingerprint).joined(separator: ".")
            return Item(content: Content(joining: items.map(\.content)), fingerprint: Self.hash(Array(joined.utf8)))
        }
    }

    /// Makes sure that the files of a source are there, without reading them.
    func check(_ source: BodySource) throws {
        switch source {
        case .file(let path): _ = try root(for: path).file(at: path)
        case .repeated(let inner, _): try check(inner)
        case .sequence(let sources): for inner in sources { try check(inner) }
        case .text, .bytes, .pattern: break
        }
    }

    private func root(for path: String) throws -> FixtureRoot {
        guard let fixtures else {
            throw FixtureError(.noRoot, "There is no folder of fixtures to find “\(path)” in; give --root DIR")
        }
        return fixtures.root
    }

    private mutating func file(_ path: String) throws -> Item {
        if let known = files[path] { return known }
        let content = try FileContent(opening: try root(for: path).file(at: path))
        let fixture = try fixtures?.manifest().fixtures.first { $0.path == path && Int64($0.size) == content.length }
        let item = Item(
            content: .file(content), sha256: fixture?.sha256, fixture: fixture,
            inspect: fixture == nil ? { [fixtures] in try? fixtures?.fixture(at: path) } : nil,
            fingerprint: fixture.map { String($0.sha256.prefix(16)) } ?? Self.hash(path, content.length))
        files[path] = item
        return item
    }

    private static func item(of bytes: [UInt8]) -> Item {
        Item(content: .bytes(bytes), fingerprint: hash(bytes))
    }

    private static func hash(_ path: String, _ length: Int64) -> String {
        hash(Array("\(path) \(length)".utf8))
    }

    /// FNV-1a; enough to tell the bodies of one scenario apart.
    private static func hash(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
