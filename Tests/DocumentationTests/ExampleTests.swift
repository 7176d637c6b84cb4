import Foundation
import Testing

/// The code in the documents is code that is compiled and tested: that of the packages in Examples.
@Suite struct ExampleTests {
    private static let blocks = Document.all.flatMap(\.blocks).filter { $0.language == "swift" }

    /// Every file of the examples, without the indentation of its lines.
    private static let sources: [String] = {
        let folder = Document.root.appending(path: "Examples")
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".yaml") }.compactMap { path in
            (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)).map(withoutIndentation)
        }
    }()

    @Test(arguments: blocks)
    func `code in a document is that of an example`(block: Document.Block) {
        let code = Self.withoutIndentation(block.lines.joined(separator: "\n"))
        #expect(Self.sources.contains { $0.contains(code) }, "\(block.file):\(block.line) is in no file of Examples")
    }

    @Test func `the scenario in the document is that of the example`() throws {
        let document = try #require(Document.all.first { $0.path == "docs/testing-with-the-server.md" })
        for block in document.blocks where block.language == "yaml" {
            #expect(Self.sources.contains(Self.withoutIndentation(block.lines.joined(separator: "\n") + "\n")))
        }
        #expect(Self.blocks.count { $0.file == document.path } >= 3)
    }

    private static func withoutIndentation(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
            .joined(separator: "\n")
    }
}
