import Foundation
import TestSupport

/// Runs the commands of a block in one bash, as a reader would, with the programs of this build.
///
/// Three things differ from a terminal: `swift run X` is the X that was built beside the tests, because a build cannot run
/// within its own tests; the port 8080 is a free one; and a command in the background has printed its first line before the
/// next begins.
struct ConsoleSession {
    /// What came of a command.
    struct Outcome {
        let status: Int32
        let output: [String]
    }

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        // The reader stands in a clone; what the commands write goes into a folder that ends with the test.
        for name in ["Makefile", "Fixtures", "Scenarios", "Sources", "docs"] {
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name), withDestinationURL: Document.root.appending(path: name))
        }
    }

    /// Runs the commands; the session and everything in the background ends with the last.
    func run(_ block: ConsoleBlock) throws -> [Outcome] {
        defer { try? FileManager.default.removeItem(at: folder) }
        let marker = "==== \(UUID().uuidString)"
        let script = folder.appending(path: ".session")
        try Data(self.script(block, marker).utf8).write(to: script)
        let output = folder.appending(path: ".output")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        // A file and not a pipe, which a program in the background would keep open.
        let handle = try FileHandle(forWritingTo: output)
        let null = try Spawned.silence()
        _ = try Spawned("/bin/bash", [script.path], input: null, output: handle, error: handle).wait()
        return Self.outcomes(String(decoding: try Data(contentsOf: output), as: UTF8.self), marker)
    }

    private func script(_ block: ConsoleBlock, _ marker: String) -> String {
        let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        var lines = [
            "cd '\(folder.path)'",
            "export NO_COLOR=1 LC_ALL=C.UTF-8 PATH=\"\(programs):$PATH\"",
            "background=()",
            "trap 'kill \"${background[@]}\" 2>/dev/null; wait' EXIT",
            // A dry run proves that the target is there; CI runs the targets themselves.
            "make() { command make --dry-run \"$@\" >/dev/null; }",
        ]
        for step in block.steps {
            let command = step.command.replacing("swift run ", with: "")
            if step.isInBackground {
                lines += [
                    "exec {ready}< <(exec \(command.dropLast(2).replacing("--port 8080", with: "--port 0")) 2>/dev/null)",
                    "background+=($!)",
                    "IFS= read -r -t 30 line <&$ready; status=$?",
                    "PORT=$(sed -n 's/.*\"port\":\\([0-9]*\\).*/\\1/p' <<<\"$line\")",
                    "echo \"${line//:$PORT/:8080}\"",
                ]
            } else {
                lines += [
                    command.replacing(":8080", with: ":$PORT"), "status=$?",
                ]
            }
            lines.append("echo; echo \"\(marker) $status\"")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func outcomes(_ text: String, _ marker: String) -> [Outcome] {
        var outcomes: [Outcome] = []
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            guard line.hasPrefix(marker) else {
                lines.append(line)
                continue
            }
            while lines.last?.isEmpty == true { lines.removeLast() }
            outcomes.append(Outcome(status: Int32(line.dropFirst(marker.count + 1)) ?? -1, output: lines))
            lines = []
        }
        return outcomes
    }
}
