import Foundation
import Testing

/// What the documents tell a reader to type does what they say.
@Suite struct DocumentedCommandsTests {
    private static let consoleBlocks = Document.all.flatMap(\.blocks).filter { $0.language == "console" }

    @Test(arguments: consoleBlocks)
    func `commands print what the document shows`(block: Document.Block) throws {
        let console = ConsoleBlock(block.lines)
        #expect(!console.steps.isEmpty, "a console block shows commands behind '$ '")
        var outcomes = try ConsoleSession().run(console)
        // Foundation's URLSession is not the same every time: its races have a second try.
        if outcomes.contains(where: { $0.status != 0 }), block.lines.contains(where: { $0.contains("urlsession") }) {
            outcomes = try ConsoleSession().run(console)
        }
        #expect(outcomes.count == console.steps.count, "the session ended early")
        for (step, outcome) in zip(console.steps, outcomes) {
            let printed = outcome.output.joined(separator: "\n")
            #expect(outcome.status == 0, "\(step.command)\nexits with \(outcome.status) and prints\n\(printed)")
            guard !step.output.isEmpty else { continue }
            let shown = step.output.joined(separator: "\n")
            #expect(
                ShownOutput.matches(outcome.output, step.output),
                "\(step.command)\nprints\n\(printed)\nand the document shows\n\(shown)")
        }
    }

    @Test(arguments: Document.all)
    func `a block says what is in it`(document: Document) {
        for block in document.blocks {
            #expect(
                ["console", "yaml", "json", "swift", "text", "diff"].contains(block.language),
                "\(block.file):\(block.line) has '\(block.language)'; commands belong into a console block")
        }
    }

    @Test(arguments: Document.all)
    func `links lead to files that are there`(document: Document) {
        let folder = Document.root.appending(path: document.path).deletingLastPathComponent()
        for match in document.text.matches(of: /\]\((?<target>[^)#:\s]+)(#[^)]*)?\)/) {
            let target = folder.appending(path: String(match.target)).path
            #expect(FileManager.default.fileExists(atPath: target), "\(document.path) links to \(match.target)")
        }
    }

    @Test func `the documents are found`() {
        #expect(Document.all.contains { $0.path == "README.md" } && Document.all.count > 5)
        #expect(Self.consoleBlocks.contains { $0.file == "README.md" })
    }
}
