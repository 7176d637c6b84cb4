import Foundation
import TestSupport
import Testing

/// The comparison with other fixture servers names what is there, and says where each claim about a peer was read.
@Suite struct CapabilitiesTests {
    /// A row of a table that compares: what, Sluice, and a cell for each peer.
    private struct Row {
        let cells: [Substring]

        /// The scenarios in Sluice's cell: bare names between backticks, perhaps all of a file.
        var scenarios: [String] {
            cells[1].matches(of: /`(?<id>[a-z][A-Za-z0-9.\-\/]*)(?<all>\/\*\*)?`/).map {
                $0.all == nil ? String($0.id) : "\($0.id)/"
            }
        }
    }

    private static let document = Document.all.first { $0.path == "docs/capabilities.md" }?.text ?? ""

    /// All rows below a heading of 'What' and 'Sluice', without the heading.
    private static let rows: [Row] = {
        var rows: [Row] = []
        var isComparison = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("| What | Sluice |") {
                isComparison = true
            } else if !line.hasPrefix("|") {
                isComparison = false
            } else if isComparison, !line.hasPrefix("| ---") {
                rows.append(Row(cells: line.dropFirst(2).dropLast(2).split(separator: " | ")))
            }
        }
        return rows
    }()

    @Test func `every scenario that is named is in the catalogue`() async throws {
        let listing = await (try Program("fixture-server", ["list", "--root", Document.root.path])).end().output
        let catalogue = listing.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        let named = Self.rows.flatMap(\.scenarios)
        #expect(catalogue.count > 100 && named.count > 30)
        for name in named {
            let isThere = catalogue.contains { name.hasSuffix("/") ? $0.hasPrefix(name) : $0 == name }
            #expect(isThere, "there is no scenario \(name)")
        }
    }

    @Test func `a row has a mark for each peer, and a note where it is not a plain no`() {
        #expect(Self.rows.count > 50)
        for row in Self.rows {
            #expect(row.cells.count == 10, "\(row.cells[0]) has \(row.cells.count) cells")
            for cell in row.cells.dropFirst(2) {
                #expect(
                    cell.wholeMatch(of: /(○|\?|(●|◐[bc]?|○)\[\^[a-z0-9\-]+\])( [A-Z][A-Za-z+]*)?/) != nil,
                    "\(row.cells[0]) has '\(cell)'")
            }
        }
    }

    @Test func `notes are used, and are there`() {
        let said = Set(Self.document.matches(of: #/(?m)^\[\^(?<name>[a-z0-9\-]+)\]: /#).map(\.name))
        let used = Set(Self.document.matches(of: /\[\^(?<name>[a-z0-9\-]+)\](?!:)/).map(\.name))
        #expect(!said.isEmpty)
        #expect(said.subtracting(used) == [], "not used")
        #expect(used.subtracting(said) == [], "not there")
    }
}
