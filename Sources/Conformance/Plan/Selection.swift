public import Scenarios
internal import Spelling

/// The scenarios that patterns of a command line name.
public struct Selection: Sendable {
    /// The scenarios, in the order of their ids, each once.
    public let scenarios: [Scenario]

    /// A pattern that names nothing.
    public struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
        /// The pattern.
        public let pattern: String
        /// What was probably meant.
        public let meant: String?

        /// The mistake as a sentence without full stop.
        public var description: String {
            "no scenario matches '\(pattern)'" + (meant.map { "; did you mean '\($0)'?" } ?? "")
        }
    }

    /// Selects scenarios.
    ///
    /// A pattern names a scenario, everything below a folder or file, or what its wildcards match. Without patterns all
    /// scenarios are selected.
    ///
    /// - Parameters:
    ///   - patterns: The patterns, each of which must name something.
    ///   - all: The scenarios to choose from.
    /// - Throws: The first pattern that names nothing.
    public init(_ patterns: [String], from all: [Scenario]) throws(Mistake) {
        let all = all.sorted { $0.id < $1.id }
        guard !patterns.isEmpty else {
            scenarios = all
            return
        }
        var chosen: Set<String> = []
        for pattern in patterns {
            let glob = Glob(pattern, separator: "/")
            let matching = all.map(\.id).filter { glob.matches($0) || Selection.isBelow($0, glob) }
            guard !matching.isEmpty else {
                throw Mistake(pattern: pattern, meant: Selection.meant(by: pattern, among: all.map(\.id)))
            }
            chosen.formUnion(matching)
        }
        scenarios = all.filter { chosen.contains($0.id) }
    }

    /// Whether the pattern names a folder or file above the scenario.
    private static func isBelow(_ id: String, _ glob: Glob) -> Bool {
        id.indices.contains { id[$0] == "/" && glob.matches(id[..<$0]) }
    }

    private static func meant(by pattern: String, among ids: [String]) -> String? {
        let above = ids.flatMap { id in id.indices.filter { id[$0] == "/" }.map { String(id[..<$0]) } }
        return Spelling.nearest(to: pattern, among: ids + above)
    }
}
