internal import Scenarios

extension PageWriter {
    /// What is said about a path that nothing has.
    func notFound(_ path: String, in scenario: Scenario? = nil, meant: String?) -> Page {
        let hint: [Page.Block] = meant.map { [.topic("Did you mean?", link: $0)] } ?? []
        let place = scenario.map { "The scenario \($0.id) has no \(path)." } ?? "There is no \(path) here."
        return page("Not found", status: 404, [.paragraph(place)] + hint + [more])
    }

    /// What is said about a path of a scenario that is not played here.
    func unplayable(_ scenario: Scenario, _ obstacle: String) -> Page {
        page(
            "\(scenario.id) is not played here", status: 501,
            [
                .paragraph(obstacle), .paragraph("It is played with ports of its own:"),
                .command(scenario.ownServer, note: ""), more,
            ])
    }

    /// What is said about a scenario whose file is wrong.
    func faulty(_ file: ShowcaseIndex.File) -> Page {
        page(
            "\(file.path) cannot be played", status: 500,
            file.complaints.map { .paragraph("\($0)") } + [more])
    }
}
