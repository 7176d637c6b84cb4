internal import Fixtures

extension PageWriter {
    /// The part of the front page that lists the fixtures, by folder.
    func fixtures(_ index: ShowcaseIndex) -> [Page.Block] {
        guard let folder = index.fixturesFolder else {
            return [.heading("Fixtures"), .paragraph("There is no folder of fixtures; --root DIR gives one.")]
        }
        guard !index.fixtures.isEmpty else {
            return [
                .heading("Fixtures"),
                .paragraph("\(folder) has no manifest.json: its files are served at their paths, but not listed."),
            ]
        }
        let groups = Dictionary(grouping: index.fixtures) { $0.path.split(separator: "/").first.map(String.init) ?? "" }
        return groups.keys.sorted().flatMap { name in
            [.heading("Fixtures: \(name)")]
                + (groups[name] ?? []).flatMap { fixture -> [Page.Block] in
                    let path = "/" + fixture.path.percentEncodedPath
                    return [.file(path), .command("curl -O \(quoted(base + path))", note: fixture.words)]
                }
        }
    }
}

extension Fixture {
    /// What it is, in a few words.
    fileprivate var words: String {
        var words = [mediaType, "\(size) bytes"]
        if let dimensions { words.append("\(dimensions.width) × \(dimensions.height)") }
        if let duration { words.append("\(duration.formattedSeconds)") }
        return words.joined(separator: ", ")
    }
}

extension Duration {
    /// Seconds with one decimal, `20.0 s`.
    fileprivate var formattedSeconds: String {
        let tenths = (self / .milliseconds(1) + 50) / 100
        let (whole, part) = Int64(tenths).quotientAndRemainder(dividingBy: 10)
        return "\(whole).\(part) s"
    }
}
