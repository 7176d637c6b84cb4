import YAML

/// Which `$(name)` stand in a file, judged once over all combinations.
struct NameUse {
    let log: Complaints
    private let bound: Set<String>
    private let origins: Set<String>
    private(set) var used: Set<String> = []

    init(root: KeyedNode, matrix: Matrix, log: Complaints) {
        self.log = log
        bound = Set(matrix.axes.flatMap(\.names))
        let named = root["resources"]?.entries?.map(\.key).filter { $0.hasPrefix("//") } ?? []
        let written = root["origins"]?.entries?.map(\.key) ?? []
        origins = Set(["main"] + written + named.map { String($0.dropFirst(2).prefix { $0 != "/" }) })
        for entry in root.entries where entry.key != "matrix" {
            guard entry.key == "client", let steps = entry.value.items else {
                visit(entry.value, known: bound)
                continue
            }
            for step in steps { visitStep(step) }
        }
        for row in matrix.axes.flatMap(\.rows) {
            for value in row.bindings.values.sorted(by: { $0.location < $1.location }) { visit(value, known: []) }
        }
        checkUse(of: matrix)
    }

    private mutating func visitStep(_ step: Node) {
        let own = Set(step["each"]?.entries?.map(\.key) ?? [])
        for name in own.intersection(bound).sorted() {
            log.add(step.location, "each binds \(Complaint.quoted(name)), which is a name of the matrix")
        }
        visit(step, known: bound.union(own))
        for name in own.subtracting(used).sorted() {
            log.add(step.location, "each binds \(Complaint.quoted(name)), which is not used")
        }
        used.subtract(own.subtracting(bound))
    }

    private mutating func visit(_ node: Node, known: Set<String>) {
        switch node.content {
        case .scalar(let scalar):
            for name in Placeholders.names(in: scalar.text) { use(name, at: node.location, known) }
        case .list(let items):
            for item in items { visit(item, known: known) }
        case .map(let entries):
            for entry in entries {
                if let name = Placeholders.names(in: entry.key).first {
                    log.add(entry.location, "$(\(name)) stands in a key", hint: "only values are replaced")
                }
                visit(entry.value, known: known)
            }
        }
    }

    private mutating func use(_ name: String, at location: FileLocation, _ known: Set<String>) {
        if known.contains(name) {
            used.insert(name)
            return
        }
        if name == "url" || name == "host" { return }
        for prefix in ["url.", "host."] where name.hasPrefix(prefix) {
            let origin = String(name.dropFirst(prefix.count))
            if !origins.contains(origin) {
                log.addUnknown(origin, "origin", known: origins.sorted(), at: location)
            }
            return
        }
        let all = known.sorted() + ["url", "host"] + origins.sorted().flatMap { ["url.\($0)", "host.\($0)"] }
        log.addUnknown(name, "name", known: all, at: location)
    }

    private func checkUse(of matrix: Matrix) {
        for axis in matrix.axes {
            let names = axis.names
            if used.isDisjoint(with: names) {
                log.add(axis.location, "the axis \(Complaint.quoted(axis.name)) is not used")
                continue
            }
            for name in names.dropFirst() where !used.contains(name) {
                log.add(axis.location, "\(Complaint.quoted(name)) is bound by the axis and not used")
            }
        }
    }
}
