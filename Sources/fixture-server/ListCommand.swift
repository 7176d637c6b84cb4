import CommandLineOptions
import Foundation
import Scenarios

/// `fixture-server list [PATTERN…]`: the ids of scenarios with their titles and tags.
struct ListCommand {
    private static let json = Flag("json", "print an array of objects: id, title, why, tags, refs and file")
    private static let tag = Option<String>(
        "tag", placeholder: "TAG", "only those that have this tag; repeated, all of them", repeats: true)

    static let command = Command(
        "list", "Shows the ids, titles and tags of scenarios",
        discussion: "PATTERN takes * for a part of an id and ** for any number of parts: 'framing/**'.",
        options: [tag, json, ServerOptions.root], operands: .many("PATTERN"))

    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// A scenario as programs read it.
    private struct Entry: Encodable {
        var id: String
        var title: String
        var why: String
        var tags: [String]
        var refs: [String]
        var file: String

        init(_ scenario: Scenario) {
            id = scenario.id
            title = scenario.title
            why = scenario.why
            tags = scenario.tags.sorted()
            refs = scenario.refs
            file = scenario.file
        }
    }

    func run() -> Int32 {
        do {
            let wanted = Set(arguments.values(of: Self.tag))
            let all = try arguments.catalog().load(matching: arguments.operands, fixtures: arguments.fixtureLibrary)
            let entries = all.filter { $0.tags.isSuperset(of: wanted) }.map(Entry.init)
            if entries.isEmpty, !wanted.isEmpty {
                let known = Set(all.flatMap(\.tags)).sorted().joined(separator: ", ")
                Terminal.note("fixture-server: no scenario here has that tag; there are: \(known)")
                return ExitCode.usage
            }
            if arguments[Self.json] { try say(entries) } else { show(entries) }
            return ExitCode.success
        } catch {
            return Failure.report(error)
        }
    }

    private func say(_ entries: [Entry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        Terminal.say(String(decoding: try encoder.encode(entries), as: UTF8.self))
    }

    private func show(_ entries: [Entry]) {
        let width = entries.map(\.id.count).max() ?? 0
        for entry in entries {
            let gap = String(repeating: " ", count: width - entry.id.count + 2)
            let tags = entry.tags.map { " #\($0)" }.joined()
            Terminal.say(entry.id + gap + entry.title + tags)
        }
    }
}
