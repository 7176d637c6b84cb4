/// Several clients side by side: what came of each scenario, and how much in all.
struct Comparison: Hashable {
    /// The clients, one per column.
    var clients: [Client]
    /// The scenarios by folder, those of the top folder first.
    var groups: [Group]

    /// A column.
    struct Client: Hashable {
        /// Its name, and the version that it introduced itself with.
        var title: String
        /// Scenarios by what came of them.
        var scenarios: [Cell.Kind: Int]
        /// Checks by what came of them.
        var checks: [Cell.Kind: Int]
        /// What it does wrong and is known for.
        var faults: [KnownFault]
    }

    /// The scenarios of one folder.
    struct Group: Hashable {
        /// The folder's path; empty for the top.
        var folder: String
        var rows: [Row]
    }

    /// One scenario, or variants of one that came out alike with every client.
    struct Row: Hashable {
        /// The id below the folder, `*` for what the variants differ in.
        var name: String
        /// How many scenarios it stands for.
        var count: Int
        /// What came of it, by client.
        var cells: [Cell]
    }

    /// Compares clients by their results.
    init(_ records: [Record]) {
        clients = records.map(\.client)
        let columns = records.map(\.cells)
        var files: [String: Set<String>] = [:]
        for result in records.flatMap(\.results) { files[result.file, default: []].insert(result.scenario) }
        let folders = Dictionary(grouping: files.keys) { $0.split(separator: "/").dropLast().joined(separator: "/") }
        groups = folders.sorted { $0.key < $1.key }.map { folder, paths in
            let rows = paths.sorted().flatMap { path in
                let variants = (files[path] ?? []).sorted().map { id in
                    Variants.Variant(id: id, cells: columns.map { $0[id] ?? Cell(.absent) })
                }
                return Variants(variants, of: path, below: folder).rows
            }
            return Group(folder: folder, rows: rows)
        }
    }

    /// The last rows: a label, and per client the numbers in words.
    var totals: [(label: String, cells: [String])] {
        func words(_ counts: [Cell.Kind: Int]) -> String {
            let known = Cell.Kind.allCases.compactMap { kind in counts[kind].map { "\($0) \(kind.rawValue)" } }
            return known.isEmpty ? Cell.Kind.absent.rawValue : known.joined(separator: ", ")
        }
        return [
            ("scenarios", clients.map { words($0.scenarios) }), ("checks", clients.map { words($0.checks) }),
        ]
    }
}
