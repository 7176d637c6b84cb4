import YAML

/// The axes of a file, each of whose combinations is a scenario.
struct Matrix {
    /// One value of an axis: the word of the id, and what it makes of `$(…)`.
    struct Row: Hashable {
        var word: String
        var bindings: [String: Node]
        var location: FileLocation
    }

    struct Axis: Hashable {
        var name: String
        var rows: [Row]
        var location: FileLocation
        /// The names that it binds: its own, and those of named rows.
        var names: [String] { [name] + Set(rows.flatMap(\.bindings.keys)).subtracting([name]).sorted() }
    }

    var axes: [Axis] = []
    private var exceptions: [[String: Set<String>]] = []

    /// More combinations than this are a mistake.
    static let mostCombinations = 1000

    init(_ node: Node?, log: Complaints) {
        guard let node else { return }
        guard let entries = node.entries else {
            log.add(node.location, "matrix is \(node.nickname)", expected: "a map from names to values")
            return
        }
        for entry in entries where entry.key != "except" {
            if let axis = Matrix.axis(entry, log: log) { axes.append(axis) }
        }
        checkNames(log)
        if let except = node["except"] { readExceptions(except, log) }
        let count = axes.reduce(1) { $0.multipliedReportingOverflow(by: max(1, $1.rows.count)).partialValue }
        if count > Matrix.mostCombinations || axes.count > 10 {
            log.add(node.location, "too many combinations", expected: "at most \(Matrix.mostCombinations)")
            axes = []
        }
    }

    private static func axis(_ entry: Node.Entry, log: Complaints) -> Axis? {
        guard Notation.isName(entry.key), entry.key != "url", entry.key != "host" else {
            log.add(
                entry.location, "\(Complaint.quoted(entry.key)) is no name for an axis",
                expected: "lower case letters, digits and hyphens, a letter first, not url or host")
            return nil
        }
        let rows: [Row]
        switch entry.value.content {
        case .list(let items): rows = items.compactMap { word($0, axis: entry.key, log: log) }
        case .map(let named): rows = named.compactMap { row($0, axis: entry.key, log: log) }
        case .scalar:
            log.add(
                entry.value.location, "the axis \(Complaint.quoted(entry.key)) is \(entry.value.nickname)",
                expected: "a list of words or a map of named rows")
            return nil
        }
        if rows.isEmpty { log.add(entry.location, "the axis \(Complaint.quoted(entry.key)) has no values") }
        var slugs: [String: Row] = [:]
        for row in rows {
            if let other = slugs.updateValue(row, forKey: Matrix.slug(row.word)) {
                log.add(
                    row.location,
                    "\(Complaint.quoted(row.word)) and \(Complaint.quoted(other.word)) make the same id",
                    hint: "name the rows: { name: { \(entry.key): value } }")
            }
        }
        return rows.isEmpty ? nil : Axis(name: entry.key, rows: rows, location: entry.location)
    }

    private static func word(_ node: Node, axis: String, log: Complaints) -> Row? {
        guard let text = node.text else {
            log.add(node.location, "a value of an axis is \(node.nickname)", expected: "a word, or named rows")
            return nil
        }
        return Row(word: text, bindings: [axis: node], location: node.location)
    }

    private static func row(_ entry: Node.Entry, axis: String, log: Complaints) -> Row? {
        guard let bound = entry.value.entries else {
            log.add(
                entry.value.location, "the row \(Complaint.quoted(entry.key)) is \(entry.value.nickname)",
                expected: "a map of what it binds")
            return nil
        }
        var bindings = [axis: Node(.scalar(Node.Scalar(entry.key)), location: entry.location)]
        for binding in bound {
            if !Notation.isName(binding.key) || ["url", "host", axis].contains(binding.key) {
                log.add(
                    binding.location, "\(Complaint.quoted(binding.key)) cannot be bound",
                    expected: "a name that is not url, host or the axis")
            }
            bindings[binding.key] = binding.value
        }
        return Row(word: entry.key, bindings: bindings, location: entry.location)
    }

    /// Rows of an axis bind the same names, and no two axes bind one name.
    private func checkNames(_ log: Complaints) {
        var owners: [String: String] = [:]
        for axis in axes {
            for name in axis.names {
                if let owner = owners.updateValue(axis.name, forKey: name) {
                    log.add(
                        axis.location,
                        "the axes \(Complaint.quoted(owner)) and \(Complaint.quoted(axis.name)) both bind "
                            + Complaint.quoted(name))
                }
            }
            for row in axis.rows {
                for name in axis.names where row.bindings[name] == nil {
                    log.add(
                        row.location,
                        "the row \(Complaint.quoted(row.word)) does not bind \(Complaint.quoted(name))",
                        hint: "all rows of an axis bind the same names")
                }
            }
        }
    }

    private mutating func readExceptions(_ node: Node, _ log: Complaints) {
        guard let items = node.items else {
            log.add(node.location, "except is \(node.nickname)", expected: "a list of combinations")
            return
        }
        for item in items {
            guard let entries = item.entries, !entries.isEmpty else {
                log.add(item.location, "an exception is \(item.nickname)", expected: "{ axis: value }")
                continue
            }
            var exception: [String: Set<String>] = [:]
            for entry in entries {
                guard let axis = axes.first(where: { $0.name == entry.key }) else {
                    log.addUnknown(entry.key, "axis", known: axes.map(\.name), at: entry.location)
                    continue
                }
                for value in entry.value.items ?? [entry.value] {
                    guard let word = value.text, axis.rows.contains(where: { $0.word == word }) else {
                        log.addUnknown(
                            value.text ?? value.nickname, "value of \(axis.name)", known: axis.rows.map(\.word),
                            at: value.location)
                        continue
                    }
                    exception[axis.name, default: []].insert(word)
                }
            }
            if exception.count == entries.count { exceptions.append(exception) }
        }
    }

    /// The combinations that are left, the last axis running fastest.
    var combinations: [[Row]] {
        var combinations: [[Row]] = [[]]
        for axis in axes {
            combinations = combinations.flatMap { combination in axis.rows.map { combination + [$0] } }
        }
        return combinations.filter { combination in
            !exceptions.contains { exception in
                zip(axes, combination).allSatisfy { axis, row in exception[axis.name]?.contains(row.word) ?? true }
            }
        }
    }

    /// A value as part of an id.
    static func slug(_ word: String) -> String {
        String(
            word.unicodeScalars.map { scalar -> Character in
                let isKept =
                    ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
                    || scalar == "." || scalar == "-"
                return isKept ? Character(scalar) : "-"
            })
    }
}
