import Foundation
import Testing

/// A JSON Schema, as far as tests look at it.
struct Schema {
    private let root: Any

    init(contentsOf file: URL) throws {
        root = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    }

    /// What lies at `$defs/step/oneOf/0`.
    private func node(at path: String) throws -> Any {
        try path.split(separator: "/").reduce(root) { node, name in
            if let object = node as? [String: Any] { return try #require(object[String(name)], "\(path): \(name)") }
            let items = try #require(node as? [Any], "\(path): \(name)")
            let index = try #require(Int(name), "\(path): \(name)")
            try #require(items.indices.contains(index), "\(path): \(name)")
            return items[index]
        }
    }

    func object(at path: String) throws -> [String: Any] {
        try #require(try node(at: path) as? [String: Any], "\(path) is no object")
    }

    /// The words that a value may be, wherever below the place they are listed.
    func values(at path: String) throws -> Set<String> {
        var values: Set<String> = []
        Self.visit(try node(at: path)) { object in
            values.formUnion((object["enum"] as? [Any] ?? []).compactMap { $0 as? String })
        }
        return values
    }

    /// The keys that the alternatives below the place require.
    func required(at path: String) throws -> Set<String> {
        var keys: Set<String> = []
        Self.visit(try node(at: path)) { object in keys.formUnion(object["required"] as? [String] ?? []) }
        return keys
    }

    /// Keys that do not say what they are for.
    var undescribed: [String] {
        var names: [String] = []
        Self.visit(root) { object in
            for (name, property) in object["properties"] as? [String: Any] ?? [:] {
                let description = (property as? [String: Any])?["description"] as? String
                if description?.isEmpty ?? true { names.append(name) }
            }
        }
        return names
    }

    /// The definitions that are referred to.
    var references: [String] {
        var names: [String] = []
        Self.visit(root) { object in
            if let reference = object["$ref"] as? String { names.append(String(reference.dropFirst("#/$defs/".count))) }
        }
        return names
    }

    private static func visit(_ node: Any, _ look: ([String: Any]) -> Void) {
        if let object = node as? [String: Any] {
            look(object)
            for value in object.values { visit(value, look) }
        } else if let items = node as? [Any] {
            for item in items { visit(item, look) }
        }
    }
}
