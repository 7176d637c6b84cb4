import Foundation
import Scenarios
import TestSupport
import Testing

/// An independent validator finds what `Scenarios/schema.json` is for, and nothing else.
@Suite(.enabled(if: SchemaValidator.isInstalled, "check-jsonschema is not installed; `make deps-dev` brings it"))
struct SchemaValidationTests {
    @Test func `the schema is one`() async throws {
        let end = try await SchemaValidator.run(["--check-metaschema", SchemaValidator.schema.path])
        #expect(end.code == 0, "\(end.output)\(end.errors)")
    }

    @Test func `every shipped scenario file is right`() async throws {
        let catalog = try ScenarioCatalog.located(besides: nil)
        let files = catalog.files().map { catalog.directory.appending(path: $0).path }
        #expect(files.count > 50)
        let (rejected, story) = try await SchemaValidator.rejected(files)
        #expect(rejected.isEmpty, "\(story)")
    }

    @Test func `the examples of the documents are right, but for the one that is wrong`() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs")
        let texts = try ["scenario-format.md", "writing-a-scenario.md", "testing-with-the-server.md"].flatMap { name in
            Self.scenarios(in: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
        #expect(texts.count >= 10)
        let (rejected, story) = try await SchemaValidator.rejected(texts: texts)
        #expect(rejected.count == 1 && rejected.allSatisfy { texts[$0].contains("frameing") }, "\(story)")
    }

    /// The fenced blocks and the here-documents that begin as scenario files do.
    private static func scenarios(in document: String) -> [String] {
        let fenced = document.matches(of: /```yaml\n(?<text>[^`]*)```/).map { String($0.output.text) }
        let here = document.matches(of: /<<'END'\n(?<text>(> .*\n)+?)> END/).map { match in
            match.output.text.split(separator: "\n").map { $0.dropFirst(2) + "\n" }.joined()
        }
        return (fenced + here).filter { $0.contains("sluice: 1\n") && $0.contains("\nresources:") }
    }

    /// Faulty files whose faults are no matter of words and shapes, or hidden behind `$(…)`.
    private static let beyondSchemas = ["no-gate", "row-type", "shut-gate"]

    @Test func `faulty files are rejected where a schema can see the fault`() async throws {
        let files = ComplaintTests.names.map { ComplaintTests.folder.appending(path: $0 + ".yaml").path }
        let (rejected, story) = try await SchemaValidator.rejected(files)
        let seen = Set(rejected.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
        let visible = Set(ComplaintTests.names.filter { !$0.hasPrefix("lint-") }).subtracting(Self.beyondSchemas)
        #expect(visible.subtracting(seen) == [], "\(story)")
        #expect(seen.isDisjoint(with: Self.beyondSchemas))
    }

    @Test func `one mistake is enough`() async throws {
        let (soundRejected, soundStory) = try await SchemaValidator.rejected(texts: Self.sound)
        #expect(soundRejected.isEmpty, "\(soundStory)")
        let (rejected, _) = try await SchemaValidator.rejected(texts: Self.broken)
        let missed = Set(Self.broken.indices).subtracting(rejected).map { Self.broken[$0] }
        #expect(missed == [])
    }

    private static func file(
        _ answer: String = "body: hello", lane: String = "get: /x", rest: String = "", version: String = "1"
    ) -> String {
        """
        sluice: \(version)
        title: One mistake
        why: A schema sees it.
        resources:
          /x: { \(answer) }
        client:
          - { \(lane) }
        \(rest)
        """
    }

    private static let sound =
        [
            "body: { text: 12 }", "body: [a, { pattern: endless }], framing: chunked", "status: 404", "status: \"404\"",
            "http: 1.0", "pace: 1B..2KiB@20ms..1.5s", "pace: 27KiB/s", "pace: 3.6s", "ranges: { other-total: -1KiB }",
            "script: [{ at: marker:jpeg-scan-2+16B, cut: rst }, { at: end+3B, send: x }]", "etag: weak:v1",
            "modified: 30s", "modified: \"Sun, 06 Nov 1994 08:49:37 GMT\"", "fields: $(fields), script: $(script)",
            "auth: { basic: \"user:pass\" }",
            "attempts: [{ when: { method: [GET, HEAD] }, times: always, status: 500 }]",
        ].map { file($0) }
        + [
            "download: /x?q=1, as: t$(n), each: { n: 1..6 }", "await: t1, until: -16B", "open: g, count: 2",
            "resume: t1, as: t2, tamper: flipped", "read: t1, size: all", "answer: t1, with: follow", "quiet: server",
            "request: //other/x, method: POST, body: { repeat: ab, times: 3 }, from: stream",
        ].map { file(lane: $0) }
        + [
            "must: { t1: { total: [held, 1KiB..] }, /x#2: { silence: 300ms.. }, //other/x: { requests: 1..3 } }",
            "tags: clock\nrefs: [RFC 9112 §7.1, M05]\nneeds: [\"parallel:6\"]\nlink: 1MiB/s\nover: h2",
            "matrix: { a: [1, x], b: { one: { c: {} } }, except: [{ a: x }] }",
            "origins: { main: { connections: [{ hold: door, cut: rst }] } }\nsession: { cookies: true }",
        ].map { file(rest: $0) }

    private static let broken =
        [
            "bodi: hello", "body: { text: a, hex: 00 }", "body: { pattern: 100 }", "body: { pattern: 1KiB, times: 2 }",
            "body: { repeat: x }", "body: { hex: 0g }", "body: { file: ../secret }", "body:", "status: 99",
            "status: ok",
            "http: 2", "pace: 20", "pace: 1386@20ms", "pace: 27KiB", "split: 1KiB/s", "early: all", "framing: chunkd",
            "etag: '\"v1\"'", "modified: yesterday", "ranges: earlier", "ranges: { earlier: 1KiB, later: 1KiB }",
            "encoding: zip", "encoding: { gzip: raw }", "auth: { bearer: x }", "auth: { basic: nobody }",
            "fields: { X: 1 }", "fields: [no colon]", "fields: [{ A: 1, B: 2 }]", "fields: [{ a b: 1 }]",
            "fields: [X: \"a\\nb\"]", "drop: \"a b\"", "continue: always", "script: { at: 25%, cut: fin }",
            "script: [{ at: 25%, cut: abort }]", "script: [{ at: 25, hold: a }]", "script: [{ at: 25% }]",
            "script: [{ hold: a }]", "script: [{ at: 25%, hold: a, cut: fin }]", "script: [{ at: 101%, hold: a }]",
            "script: [{ at: head+20, hold: a }]", "script: [{ at: head, inform: 200 }]",
            "script: [{ at: head, inform: 101 }]", "script: [{ at: 25%, hold: A }]",
            "script: [{ at: 25%, cut: fin, fields: [X: 1] }]", "attempts: { times: 2 }", "attempts: [{ times: 0 }]",
            "attempts: [{ when: { range: there } }]", "attempts: [{ when: { method: get } }]",
            "attempts: [{ attempts: [] }]",
        ].map { file($0) }
        + [
            "gett: /x", "get: x", "get: /x, cancel: a", "get: /x, method: POST", "request: /x", "as: a",
            "request: /x, method: post", "request: /x, method: POST, from: file", "get: /x, ask: redirects",
            "get: /x, as: Photo", "await: a, until: gone", "await: a, until: 50", "open: a, until: left",
            "await: g, count: 0", "read: a", "read: a, size: 10", "answer: a", "answer: a, with: yes",
            "resume: a, tamper: burnt", "wait: 1minute", "kill: server", "get: /x, each: 1..3", "get: /x#top",
            "get: /x, suspended: false",
        ].map { file(lane: $0) }
        + [
            "levle: must", "level: mus", "refs: RFC", "refs: M5", "tags: Slow", "needs: resumee", "over: spdy",
            "link: 1MiB", "matrix: { a: x }", "matrix: { a: [] }", "matrix: { url: [x] }", "origins: [main]",
            "origins: { main: { hosts: x } }", "origins: { main: { connections: [{ pace: 1s }] } }",
            "session: { cookies: yes }", "session: { connections: 0 }", "session: { idle-timeout: 300 }",
            "must: [a]", "must: { a: { outcom: failed } }", "must: { a: { outcome: completed } }",
            "must: { a: { error: lost } }", "must: { a: { total: 5 } }", "must: { /x#0: { method: GET } }",
            "must: { /x#1: { silence: ..2s } }", "must: { /x: { requests: two } }", "must: { server: { request: 1 } }",
            "must: { client: { memory: 5 } }", "must: { a: { status: [] } }",
        ].map { file(rest: $0) }
        + [file(version: "2")]
}
