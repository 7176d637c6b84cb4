internal import Scenarios

/// Writes the pages of a server that shows all it has.
struct PageWriter {
    /// The address that paths are put behind, `http://127.0.0.1:8080`.
    let base: String
    /// Whether gates stay shut until somebody opens them.
    let gatesHold: Bool

    /// The page that lists everything.
    func front(_ index: ShowcaseIndex) -> Page {
        let groups = Dictionary(grouping: index.files) { $0.folder ?? Self.rest }
        // Files outside folders are the ones to begin with.
        let names = groups.keys.sorted { ($0 == Self.rest ? "" : $0) < ($1 == Self.rest ? "" : $1) }
        let scenarios = names.flatMap { name in
            [.heading("Scenarios: \(name)")] + (groups[name] ?? []).flatMap { file($0, index.lengths) }
        }
        let folders = fixtures(index)
        let all = scenarios + folders
        let headings = all.compactMap { if case .heading(let text) = $0 { text } else { nil } }
        return page("Sluice fixture server", introduction + [.links(headings)] + all)
    }

    private static let rest = "to begin with"

    private var introduction: [Page.Block] {
        [
            .paragraph(
                "Every fixture lies plain at its path; every scenario is played below \(Showcase.folder)/ID/. Ranges, HEAD"
                    + " and conditional requests work unless a scenario wants otherwise, and faults come as it says."),
            .paragraph(
                gatesHold
                    ? "Gates hold until a key opens them in the server's terminal."
                    : "Nobody opens gates here, so each opens as it is reached, and only the gate 'forever' never does."
            ),
            .paragraph(
                "A scenario counts requests from its first one on, whoever makes them, and apart from all others; attempts"
                    + " are used up. DELETE begins it anew:"),
            .command("curl -X DELETE \(quoted(base + Showcase.folder + "/slow-chunks"))", note: ""),
        ]
    }

    // MARK: Scenarios

    private func file(_ file: ShowcaseIndex.File, _ lengths: Lengths) -> [Page.Block] {
        guard let first = file.scenarios.first else { return complaints(file) }
        let variants = file.scenarios.dropFirst()
        guard !variants.isEmpty else { return topic(first) + lines(first, lengths) }
        return topic(first) + lines(first, lengths) + [
            .folded(
                "\(variants.count) more like it",
                variants.flatMap { scenario in
                    (scenario.title == first.title
                        ? [.topic(nil, link: scenario.mountPath + "/")] : topic(scenario))
                        + lines(scenario, lengths)
                })
        ]
    }

    private func topic(_ scenario: Scenario) -> [Page.Block] {
        [
            .topic(scenario.title, link: scenario.mountPath + "/"), .paragraph(scenario.why),
            .small((scenario.tags.sorted().map { "#\($0)" } + scenario.refs).joined(separator: " · ")),
        ].filter { $0 != .small("") }
    }

    private func lines(_ scenario: Scenario, _ lengths: Lengths) -> [Page.Block] {
        if let obstacle = scenario.obstacle { return [.command(scenario.ownServer, note: obstacle)] }
        return CurlLines(of: scenario, base: base + scenario.mountPath, lengths: lengths).lines
            .map { .command($0.command, note: $0.note) }
    }

    private func complaints(_ file: ShowcaseIndex.File) -> [Page.Block] {
        [.topic(file.path, link: Showcase.folder + "/" + file.path.dropLast(5).description.percentEncodedPath)]
            + file.complaints.map { .small("\($0)") }
    }

    /// The page of one scenario.
    func scenario(_ scenario: Scenario, _ lengths: Lengths) -> Page {
        let paths = scenario.resources.map { scenario.mountPath + $0.path.path }.joined(separator: " ")
        return page(
            scenario.title,
            Array(topic(scenario).dropFirst()) + [.small("\(scenario.id) has: \(paths)")]
                + lines(scenario, lengths)
                + [
                    .paragraph("Begin it anew, with every attempt unused and its file read again:"),
                    .command("curl -X DELETE \(quoted(base + scenario.mountPath))", note: ""), more,
                ])
    }

    /// The page of all scenarios whose ids begin alike.
    func group(_ id: String, _ files: [ShowcaseIndex.File]) -> Page {
        let scenarios = files.flatMap(\.scenarios)
        return page(
            "\(scenarios.count) scenarios below \(id)",
            scenarios.map { .topic($0.title, link: $0.mountPath + "/") } + [more])
    }

    /// What is said when a scenario was set back.
    func reset(_ scenario: Scenario) -> Page {
        page("\(scenario.id) begins anew", [.paragraph("Every attempt is unused again.")])
    }

    var more: Page.Block { .topic("Everything there is", link: "/") }

    func quoted(_ text: String) -> String { ShellWord.quoted(text) }

    /// A page of this server.
    func page(_ title: String, status: Int = 200, _ blocks: [Page.Block]) -> Page {
        Page(status: status, title: title, base: base, blocks: blocks)
    }
}

extension Scenario {
    /// The command that plays it alone.
    var ownServer: String { "fixture-server --scenario \(ShellWord.quoted(id))" }
}
