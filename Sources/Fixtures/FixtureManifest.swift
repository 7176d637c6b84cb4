public import Foundation
import Spelling

/// What `manifest.json` says about the fixtures of a root.
///
/// Written by `fixture-manifest` with this module's own parsers, one fixture a line, so that a changed fixture is one
/// changed line in review.
public struct FixtureManifest: Sendable {
    /// The format this version reads and writes.
    public static let version = 1

    /// The entries, ordered by path.
    public let fixtures: [Fixture]

    private let byPath: [String: Int]

    /// Makes a manifest of entries; of two with one path the later wins.
    public init(_ fixtures: [Fixture]) {
        let unique = Dictionary(fixtures.map { ($0.path, $0) }) { _, later in later }
        self.fixtures = unique.values.sorted { $0.path < $1.path }
        byPath = Dictionary(uniqueKeysWithValues: self.fixtures.enumerated().map { ($0.element.path, $0.offset) })
    }

    /// Reads a manifest's bytes; `name` is what an error calls it.
    public init(json: Data, name: String = "manifest.json") throws(FixtureError) {
        let stored: Stored
        do {
            stored = try JSONDecoder().decode(Stored.self, from: json)
        } catch {
            throw FixtureError(
                .badManifest, "\(name) is not a fixture manifest: \(error); `make fixtures` writes a new one",
                cause: error)
        }
        guard stored.version == Self.version else {
            throw FixtureError(
                .badManifest,
                "\(name) has version \(stored.version), expected \(Self.version); `make fixtures` writes a new one")
        }
        self.init(stored.fixtures)
    }

    /// The entry of a path, or an error that names the nearest one.
    public func fixture(at path: String) throws(FixtureError) -> Fixture {
        guard let index = byPath[path] else {
            let hint =
                nearest(to: path).map { "did you mean \($0)?" }
                ?? "there are: \(fixtures.map(\.path).joined(separator: ", "))"
            throw FixtureError(.notFound, "There is no fixture “\(path)”; \(hint)")
        }
        return fixtures[index]
    }

    /// The fixture somebody probably meant: by a slip in the path, or by a file's name without its folder.
    public func nearest(to path: String) -> String? {
        if let near = Spelling.nearest(to: path, among: fixtures.map(\.path)) { return near }
        let names = fixtures.map { Self.name(of: $0.path) }
        guard let near = Spelling.nearest(to: Self.name(of: path), among: names),
            let index = names.firstIndex(of: near)
        else { return nil }
        return fixtures[index].path
    }

    private static func name(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    /// The bytes to write to `manifest.json`.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try fixtures.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        let text = "{\"version\":\(Self.version),\"fixtures\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
        return Data(text.utf8)
    }

    private struct Stored: Decodable {
        let version: Int
        let fixtures: [Fixture]
    }
}
