import EventLoop
import FixtureServer
import Foundation
import TestSupport
import Testing

/// The curl lines of the front page, run by curl.
@Suite(.timeLimit(.minutes(20)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct ShowcaseCurlTests {
    @Test func `every line does what is written below it`() async throws {
        try await showing(speed: 1000) { instance, _ in
            let lines = try await CurlLine.all(of: instance)
            #expect(lines.count > 50 && lines.contains { $0.exit == 18 } && lines.contains { $0.exit == 56 })
            #expect(lines.contains { $0.command.contains(" -C - ") })
            try await CurlLine.check(lines)
        }
    }

    /// What a scenario says, how curl is asked for it, and what is written below.
    private static let peculiar: [(yaml: String, lines: [(command: String, note: String)])] = [
        (
            "resources: { /x: { body: hello, encoding: { gzip: forced } } }",
            [("-O URL/x", "coded, whatever is asked for; curl keeps the code")]
        ),
        (
            "resources: { /x: { body: hello, encoding: gzip } }",
            [("-O URL/x", "whole, 5 bytes; coded where Accept-Encoding asks for it")]
        ),
        (
            "resources: { /x: { body: hello, auth: { basic: u:p }, encoding: { gzip: forced } } }",
            [("-O URL/x", "status 401; whole, 27 bytes")]
        ),
        (
            "resources: { /x: { body: hello, script: [{ at: head, cut: fin }] } }",
            [("-O URL/x", "cut fin at head; curl exits with 52")]
        ),
        (
            "resources: { /x: { body: hello, script: [{ at: request, cut: rst }] } }",
            [("-O URL/x", "cut rst at request; curl exits with 56")]
        ),
        (
            "resources: { /x: { body: hello, script: [{ at: 2B, hold: forever }] } }",
            [("-m 2 -O URL/x", "hold forever at 2B; curl exits with 28")]
        ),
        (
            "resources: { /x: { body: { pattern: endless }, framing: chunked, pace: 10B@1s } }",
            [("-m 2 -o /dev/null URL/x", "chunked; 10 B every 1000 ms; curl exits with 28")]
        ),
        (
            "resources: { /x: { body: { pattern: 10TiB } } }",
            [("-m 2 -o /dev/null URL/x", "more than curl can have in that time")]
        ),
        (
            "resources: { /x: { body: hello } }\nclient: [{ get: /x, fields: [Expect: 100-continue] }]",
            [("-H 'Expect: 100-continue' -O URL/x", "")]
        ),
        (
            "resources: { /x: { body: gone, status: 404 } }",
            [("-O URL/x", "status 404; whole, 4 bytes")]
        ),
        (
            "resources: { /: { body: hello, framing: until-close } }",
            [("-o body URL/", "whole, 5 bytes; no length, ends by closing")]
        ),
        (
            "resources: { /x: { body: hello, script: [{ at: 2B, cut: fin }] } }\nclient: [{ request: /x, method: HEAD }]",
            [("-I URL/x", "")]
        ),
        (
            "resources: { /x: { body: hello } }\nclient: [{ request: /x, method: POST, body: many, fields: [A: it's] }]",
            [("-d hello -H 'A: it'\\''s' -O URL/x", "whole, 5 bytes")]
        ),
        (
            "resources: { /x: { body: hello } }\nclient: [{ get: '/x?a=1&b=2', fields: [Range: bytes=1-3] }]",
            [("-H 'Range: bytes=1-3' -O 'URL/x?a=1&b=2'", "")]
        ),
        (
            "resources: { /x: { raw: hello } }\nclient: [{ get: /x }]\nmust: { get-1: { outcome: failed } }",
            [("-O URL/x", "raw bytes; curl makes of it what it can")]
        ),
        (
            """
            resources: { /x: { body: hello world, attempts: [{ script: [{ at: 6B, cut: fin }] }] } }
            client: [{ download: /x, as: a }, { resume: a, as: b }]
            """,
            [("-O URL/x", "cut fin at 6B; curl exits with 18"), ("-C - -O URL/x", "whole, 11 bytes")]
        ),
        (
            "resources: { /x: { body: one, attempts: [{ status: 503, body: no }] } }",
            [("-O URL/x", "status 503; whole, 2 bytes")]
        ),
    ]

    @Test(arguments: peculiar.indices)
    func `peculiar answers are asked for and foretold as they are`(index: Int) async throws {
        let (yaml, expected) = Self.peculiar[index]
        let folder = try ShowcaseFolder(["Scenarios/p.yaml": yaml])
        defer { folder.remove() }
        try await showing(folder) { instance, _ in
            let lines = try await CurlLine.all(of: instance).filter { !$0.command.contains("DELETE") }
            let shown = lines.map { $0.command.replacing(instance.url + "/s/p", with: "URL") }
            #expect(shown == expected.map { "curl " + $0.command })
            #expect(lines.map(\.note) == expected.map(\.note))
            try await CurlLine.check(lines)
        }
    }
}

/// A line of a page in text, and what is written below it.
private struct CurlLine {
    var command: String
    var note: String

    /// The lines of an instance's front page, with its address in them.
    static func all(of instance: Instance) async throws -> [CurlLine] {
        all(in: try await instance.ask("/").text.replacing("http://test/", with: instance.url + "/"))
    }

    private static func all(in page: String) -> [CurlLine] {
        var lines: [CurlLine] = []
        var isNote = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    curl ") {
                lines.append(CurlLine(command: String(line.dropFirst(4)), note: ""))
                isNote = true
            } else if isNote, line.hasPrefix("    # ") {
                lines[lines.count - 1].note += (lines[lines.count - 1].note.isEmpty ? "" : " ") + line.dropFirst(6)
            } else {
                isNote = false
            }
        }
        return lines
    }

    /// curl's exit code; nil where the page makes no promise.
    var exit: Int? {
        if note.contains("what it can") || note.contains("in that time") { return nil }
        return number(behind: "curl exits with ") ?? 0
    }

    /// How much is there afterwards, where the page says it.
    var length: Int? {
        if let whole = number(behind: "whole, ") { return whole }
        guard let end = note.range(of: " bytes"), exit == 0, note.contains("/") else { return nil }
        return note[..<end.lowerBound].split(separator: " ").last.flatMap { Int($0) }
    }

    /// Runs lines one after another in one shell and one folder, so that one can go on with what the one before left.
    static func check(_ lines: [CurlLine]) async throws {
        let folder = try ShowcaseFolder()
        defer { folder.remove() }
        let script = ["cd '\(folder.root.path)'"] + lines.map(\.script)
        let end = await (try Program("/bin/sh", ["-c", script.joined(separator: "\n")])).end()
        let results = end.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
        try #require(results.count == lines.count && results.allSatisfy { $0.count == 2 }, "\(end)")
        for (line, result) in zip(lines, results) {
            if let exit = line.exit { #expect(result[0] == exit, "\(line)") }
            if let length = line.length { #expect(result[1] == length, "\(line)") }
        }
    }

    /// The line as it is printed, followed by what prints its exit code and the size of its file.
    ///
    /// A file that is to be whole is removed, so that no other line can leave it behind.
    private var script: String {
        let name =
            command.contains("-o body")
            ? "body" : command.split(separator: "/").last?.prefix { !"?'".contains($0) } ?? ""
        return """
            \(command) -s >/dev/null 2>&1
            echo $? $(cat '\(name)' 2>/dev/null | wc -c)
            \(length == nil ? "" : "rm -f '\(name)'")
            """
    }

    private func number(behind words: String) -> Int? {
        note.range(of: words).flatMap { Int(note[$0.upperBound...].prefix(while: \.isNumber)) }
    }
}
