import AdapterProtocol
import YAML

/// Reads one combination of a file, in which nothing is left to be substituted.
struct ScenarioReader {
    let nodes: NodeReader

    static let keys = [
        "sluice", "title", "why", "refs", "level", "tags", "needs", "proves", "over", "link", "matrix", "origins",
        "session", "resources", "client", "must", "should", "info",
    ]

    func read(_ root: KeyedNode, id: String, file: String) -> Scenario {
        var scenario = Scenario(id: id, file: file, title: "", why: "", location: root.location)
        readHeader(root, into: &scenario)
        scenario.session = SessionReader(nodes: nodes).session(root["session"])
        scenario.resources = ResourceReader(nodes: nodes).read(root["resources"])
        scenario.origins = SessionReader(nodes: nodes).origins(root["origins"], resources: scenario.resources)
        let steps = NamedLaneStep.steps(of: root["client"], nodes: nodes)
        let gates = scenario.gates
        let transfers = transferNames(steps, gates: gates)
        scenario.lane = LaneReader(nodes: nodes, gates: gates, transfers: transfers).read(steps)
        let checks = CheckReader(nodes: nodes, transfers: transfers, resources: scenario.resources.map(\.path))
        scenario.checks = Scenario.Level.allCases.flatMap { level in
            checks.read(root[level.rawValue], level: level)
        }
        checkOrigins(of: scenario)
        if scenario.usesTime { scenario.tags.insert("clock") }
        return scenario
    }

    private func readHeader(_ root: KeyedNode, into scenario: inout Scenario) {
        scenario.title = root["title"].flatMap { nodes.sentence($0, "the title") } ?? ""
        scenario.why = root["why"].flatMap { nodes.sentence($0, "the why") } ?? ""
        scenario.refs = (root["refs"].map(nodes.oneOrMany) ?? []).compactMap(reference)
        if let node = root["level"], let level: Scenario.Level = nodes.word(node, "level") { scenario.level = level }
        scenario.tags = Set((root["tags"].map(nodes.oneOrMany) ?? []).compactMap { nodes.name($0, "a tag") })
        scenario.needs = (root["needs"].map(nodes.oneOrMany) ?? []).compactMap(capability)
        scenario.proves = root["proves"].flatMap(capability)
        scenario.over = root["over"].map { node in
            nodes.oneOrMany(node).compactMap { nodes.word($0, "transport", as: Transport.self)?.rawValue }
        }
        scenario.link = root["link"].flatMap { nodes.value($0, "a link", Notation.rate) }
    }

    enum Transport: String, CaseIterable {
        case http
        case https
        case h2
    }

    /// `RFC 9112 §7.1` or a row of the client contract, `M05`.
    private func reference(_ node: Node) -> String? {
        guard let text = nodes.sentence(node, "a reference") else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let isRow = text.count == 3 && "SKDPMRAFE".contains(text.prefix(1)) && text.dropFirst().allSatisfy(\.isNumber)
        let isStandard =
            (2...3).contains(words.count) && words[0] == "RFC" && words[1].allSatisfy(\.isNumber)
            && (words.count == 2 || words[2].hasPrefix("§") && words[2].count > 1)
        if isRow || isStandard { return text }
        nodes.log.add(
            node.location, "\(Complaint.quoted(text)) is no reference", expected: "RFC 9112 §7.1 or a row such as M05")
        return nil
    }

    private func capability(_ node: Node) -> String? {
        guard let text = nodes.text(node, "a capability") else { return nil }
        guard case .unknown = Capability(word: text) else { return text }
        let known = Capability.knownWords
        nodes.log.addUnknown(text, "capability", known: known, at: node.location)
        return nil
    }

    /// The names of transfers, which share their space with gates.
    private func transferNames(_ steps: [NamedLaneStep], gates: Set<String>) -> Set<String> {
        var names: Set<String> = []
        for step in steps {
            guard let name = step.name else { continue }
            let place = step.map["as"]?.location ?? step.location
            if ["server", "client", Step.forever].contains(name) || gates.contains(name) {
                let what = gates.contains(name) ? "the name of a gate" : "a word of the format"
                nodes.log.add(place, "\(Complaint.quoted(name)) is \(what) and cannot name a transfer")
            }
            if !names.insert(name).inserted {
                nodes.log.add(place, "a second transfer is called \(Complaint.quoted(name))")
            }
        }
        return names
    }

    private func checkOrigins(of scenario: Scenario) {
        let known = scenario.origins.map(\.name)
        for step in scenario.lane {
            let name: String
            switch step.verb {
            case .down(let origin), .up(let origin): name = origin
            case .start(let start): name = start.resource.origin
            default: continue
            }
            if !known.contains(name) {
                nodes.log.addUnknown(name, "origin", known: known, at: step.location)
            }
        }
    }
}

extension Scenario {
    /// The gates of scripts and of origins, without `forever`.
    public var gates: Set<String> {
        let scripts = resources.flatMap { resource in
            resource.answer.script + resource.attempts.flatMap(\.answer.script)
        }
        let actions = scripts.map(\.action) + origins.flatMap(\.connections).flatMap(\.actions)
        return Set(
            actions.compactMap { action in
                guard case .hold(let gate) = action, gate != Step.forever else { return nil }
                return gate
            })
    }

    /// Whether real time is waited for or judged.
    fileprivate var usesTime: Bool {
        let waits = lane.contains { if case .wait = $0.verb { true } else { false } }
        return waits
            || checks.contains { check in
                switch check.expectation {
                case .after, .silence, .lived: true
                default: false
                }
            }
    }
}

extension Capability {
    /// The words for complaints; numbers and codings stand for themselves.
    fileprivate static let knownWords = [
        "stream", "progress", "cancel", "cancel-resume", "resume", "resume-after-failure", "restore", "suspend", "pull",
        "ask-redirect", "ask-response", "auth", "parallel:6", "trailers", "interim", "filename", "decode:gzip",
        "file-sink", "timeouts", "upload", "cookies", "cache", "metrics", "auto-retry", "http2",
    ]
}
