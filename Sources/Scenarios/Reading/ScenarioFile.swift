public import Fixtures
public import YAML

/// What one file says: its scenarios, and everything that is wrong with it.
///
/// A file with complaints may still have scenarios; they are for looking at, not for playing.
public struct ScenarioFile: Sendable {
    /// The scenarios in the order of the matrix.
    public var scenarios: [Scenario]
    /// What is wrong, by place.
    public var complaints: [Complaint]

    /// The version of the format that is read.
    public static let format = "1"

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - path: the file's path below the scenarios' root, `framing/cut.yaml`; ids come from it.
    ///   - name: how complaints name the file; the path where nothing else is said.
    ///   - fixtures: what is known of fixtures; without it offsets into them are not judged.
    public init(reading bytes: [UInt8], path: String, name: String? = nil, fixtures: FixtureLibrary? = nil) {
        let document = Document(parsing: bytes, file: name ?? path)
        let log = Complaints()
        for complaint in document.complaints { log.add(complaint) }
        scenarios = document.root.map { ScenarioFile.scenarios($0, path: path, log: log) } ?? []
        FileLint(facts: BodyFacts(fixtures: fixtures), log: log).check(scenarios)
        complaints = log.sorted
    }

    private static func scenarios(_ root: Node, path: String, log: Complaints) -> [Scenario] {
        let nodes = NodeReader(log: log)
        guard let map = nodes.map(root, "a scenario", keys: ScenarioReader.keys) else { return [] }
        checkHeader(map, log)
        let matrix = Matrix(map["matrix"], log: log)
        _ = NameUse(root: map, matrix: matrix, log: log)
        let variants = variants(of: map, matrix, path: path, log: log)
        if variants.isEmpty { log.add(map.location(of: "matrix"), "no combination is left") }
        return variants.map { id, entries in
            ScenarioReader(nodes: nodes)
                .read(KeyedNode(location: map.location, entries: entries), id: id, file: path)
        }
    }

    /// The entries of the file for each combination of its matrix, with its values in place; the matrix stays.
    private static func variants(
        of map: KeyedNode, _ matrix: Matrix, path: String, log: Complaints
    ) -> [(id: String, entries: [Node.Entry])] {
        let base = path.hasSuffix(".yaml") ? String(path.dropLast(5)) : path
        return matrix.combinations.map { combination in
            let bindings = combination.reduce(into: [:]) { $0.merge($1.bindings) { first, _ in first } }
            let substitution = Substitution(log: log, values: bindings)
            let entries = map.entries.map { entry in
                entry.key == "matrix"
                    ? entry : Node.Entry(key: entry.key, location: entry.location, value: substitution(entry.value))
            }
            return (([base] + combination.map { Matrix.slug($0.word) }).joined(separator: "/"), entries)
        }
    }

    /// What a file says for each combination of its matrix, as files without one.
    static func variants(reading bytes: [UInt8], path: String) -> [(id: String, root: Node)] {
        let log = Complaints()
        guard let root = Document(parsing: bytes, file: path).root,
            let map = NodeReader(log: log).map(root, "a scenario", keys: ScenarioReader.keys)
        else { return [] }
        return variants(of: map, Matrix(map["matrix"], log: log), path: path, log: log).map { id, entries in
            (id, Node(.map(entries.filter { $0.key != "matrix" }), location: root.location))
        }
    }

    private static func checkHeader(_ map: KeyedNode, _ log: Complaints) {
        if let version = map["sluice"] {
            if version.text != format {
                log.add(
                    version.location, "format \(version.nickname) is not supported by this version", expected: format)
            }
        } else {
            log.add(map.location, "the file does not say its format", expected: "sluice: \(format)")
        }
        for (key, meaning) in [("title", "what must be true"), ("why", "what a user sees when it is not")]
        where map[key] == nil {
            log.add(map.location, "the file has no \(key)", expected: "\(key): \(meaning)")
        }
        if map["resources"]?.entries?.isEmpty ?? true {
            log.add(map.location(of: "resources"), "the file has no resources", expected: "resources: { /path: … }")
        }
    }
}
