import Foundation
import Testing

/// A Markdown file of the repository, and the fenced blocks in it.
struct Document: Sendable, CustomTestStringConvertible {
    /// A fenced block.
    struct Block: Sendable, CustomTestStringConvertible {
        let file: String
        /// The line of its opening fence, from 1.
        let line: Int
        /// The word behind the opening fence, such as `console`; empty when there is none.
        let language: String
        let lines: [String]

        var testDescription: String { "\(file):\(line)" }
    }

    let path: String
    let text: String

    var testDescription: String { path }

    /// The top folder of the repository.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every Markdown file at the top and below docs.
    static let all: [Document] = {
        let manager = FileManager.default
        let top = (try? manager.contentsOfDirectory(atPath: root.path)) ?? []
        let docs = (try? manager.subpathsOfDirectory(atPath: root.appending(path: "docs").path)) ?? []
        let paths = (top + docs.map { "docs/\($0)" }).filter { $0.hasSuffix(".md") }.sorted()
        return paths.compactMap { path in
            (try? String(contentsOf: root.appending(path: path), encoding: .utf8)).map {
                Document(path: path, text: $0)
            }
        }
    }()

    /// Its fenced blocks, in order.
    var blocks: [Block] {
        var blocks: [Block] = []
        var open: (line: Int, language: String, lines: [String])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(Block(file: path, line: block.line, language: block.language, lines: block.lines))
                    open = nil
                } else {
                    open = (index + 1, String(line.dropFirst(3)), [])
                }
            } else {
                open?.lines.append(String(line))
            }
        }
        return blocks
    }
}
