import Scenarios
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(5))) struct `A scenario played with the bundled client` {
    @Test func `passes when gates open on its own events`() async throws {
        let (outcome, recording) = await
            (try Stage(
                """
                resources:
                  /x: { body: { pattern: 64KiB }, script: [{ at: 1B, hold: one }, { at: 50%, hold: half }] }
                client:
                  - { get: /x, as: a }
                  - await: one
                  - open: one
                  - await: half
                  - open: half
                """)).play()
        #expect(outcome == .expected, "\(recording.troubles)")
        #expect(recording.verdict("one") == .pass && recording.verdict("half") == .pass)
        #expect(recording.verdict("a.body") == .pass && recording.verdict("client.descriptors") == .pass)
    }

    @Test func `is quiet while it is suspended`() async throws {
        let (outcome, recording) = await
            (try Stage(
                """
                resources:
                  /x: { body: { pattern: 1MiB }, script: [{ at: 25%, hold: quarter }] }
                client:
                  - { get: /x, as: a }
                  - await: quarter
                  - suspend: a
                  - open: quarter
                  - quiet: a
                  - unsuspend: a
                """)).play()
        #expect(outcome == .expected, "\(recording.troubles)")
        #expect(recording.verdict("a.quiet") == .pass && recording.verdict("a.body") == .pass)
    }

    @Test func `stirs where bytes or requests come in a quiet while`() async throws {
        // The lint would refuse it: something may still come here, and does, again and again.
        let stage = try Stage(
            """
            resources:
              /x: { body: { pattern: 64MiB }, pace: 4KiB@1ms }
            client:
              - { get: /x, as: a }
              - { await: a, until: 1B }
              - quiet: a
              - cancel: a
            """, isSound: false)
        let (outcome, recording) = await stage.play()
        let finding = try #require(recording.results.last?.findings.first { $0.check == "a.quiet" })
        #expect(outcome == .unexpected)
        #expect(finding.verdict == .fail(.stirs) && finding.actual.contains("bytes"))
        #expect(recording.verdict("a.outcome") == .pass, "what follows is judged all the same")
    }

    @Test func `is quiet to the server when a limit keeps the rest from starting`() async throws {
        let stage = try Stage(
            """
            session: { connections: 1 }
            resources:
              /track/*: { body: { pattern: 1KiB }, script: [{ at: head, hold: door }] }
            client:
              - { get: /track/$(n), as: t$(n), each: { n: 1..3 } }
              - await: door
              - quiet: server
              - open: door
            must:
              /track/*: { requests: 3, concurrent: 1 }
            """)
        let (outcome, recording) = await stage.play()
        #expect(outcome == .expected, "\(recording.troubles)")
        #expect(recording.verdict("server.quiet") == .pass)
    }

    @Test(arguments: [
        ("missing", "b: { body: whole, resumed-at: 0B }, /x#2: { range: none }"),
        ("shorter", "b: { body: whole, resumed-at: held, total: 100KiB }, /x#2: { range: held }"),
        ("longer", "b: { body: whole, resumed-at: held, total: 100KiB }, /x#2: { range: held }"),
        ("garbage", "b: { outcome: failed, error: resume-invalid }, /x: { requests: 1 }"),
        ("flipped", "b: { outcome: failed, error: resume-invalid }, /x: { requests: 1 }"),
    ])
    func `copes with what was done to its partial file or resume data`(tamper: String, must: String) async throws {
        let stage = try Stage(
            """
            resources:
              /x:
                body: { pattern: 100KiB }
                attempts: [{ script: [{ at: 50%, hold: half }] }]
            client:
              - { download: /x, as: a }
              - await: half
              - cancel: a
              - { resume: a, as: b, tamper: \(tamper) }
            must: { \(must) }
            """, isSound: false)
        let (outcome, recording) = await stage.play()
        let result = try #require(recording.results.last)
        #expect(outcome == .expected, "\(result.reason ?? "") \(recording.troubles)")
        if tamper == "shorter" {
            let request = result.timeline.first { $0.text.contains("Range: bytes=25600-") }
            #expect(request != nil, "half of the half is left: \(result.timeline.map(\.text))")
        }
    }

    @Test func `sends the body that it is asked to send`() async throws {
        let stage = try Stage(
            """
            resources:
              /up: { body: thanks }
            client:
              - { request: /up, method: PUT, as: a, body: { pattern: 64KiB } }
            must:
              /up#1: { method: PUT, received: 64KiB }
              a: { body: thanks }
            """)
        var urlsession = stage
        urlsession.client = "urlsession"
        let recording = await urlsession.play().recording
        #expect(recording.verdict("/up#1.received") == .pass, "\(recording.troubles)")
        #expect(recording.verdict("/up#1.method") == .pass && recording.verdict("a.body") == .pass)
        // The bundled client does not claim uploads.
        let result = try #require(await stage.play().recording.results.last)
        #expect(result.verdict == .unsupported && result.reason == "the client does not claim upload")
    }

    @Test func `that asks for what an adapter refuses is unsupported, with the adapter's words`() async throws {
        let (outcome, recording) = await
            (try Stage(
                """
                session: { redirects: 3 }
                resources:
                  /x: { body: hello }
                client:
                  - get: /x
                """)).with(client: "urlsession").play()
        let result = try #require(recording.results.last)
        #expect(outcome == .expected && result.verdict == .unsupported)
        #expect(result.reason == "redirects: URLSession has no such setting")
    }

    @Test func `with what this version does not measure has that check left out, with the reason`() async throws {
        let (outcome, recording) = await
            (try Stage(
                "resources:\n  /x: { body: hello }\nclient:\n  - get: /x\nmust:\n  client: { memory: ..64MiB }"
            )).play()
        let finding = try #require(recording.results.last?.findings.first { $0.check == "client.memory" })
        #expect(outcome == .expected && finding.verdict == .skipped && !finding.actual.isEmpty)
    }

    @Test(arguments: [1, 2]) func `shares the time with as many others as there are jobs`(jobs: Int) async throws {
        var stage = try Stage(
            "matrix: { n: [one, two] }\nresources:\n  /x: { body: $(n) }\nclient:\n  - get: /x")
        stage.options.jobs = jobs
        let recording = await stage.play().recording
        let words = recording.events.compactMap { event in
            switch event {
            case .scenarioBegan: "began"
            case .scenarioEnded: "ended"
            default: nil
            }
        }
        let expected = jobs == 1 ? ["began", "ended", "began", "ended"] : ["began", "began", "ended", "ended"]
        #expect(words == expected)
        #expect(recording.results.map(\.scenario).sorted() == ["stage/one", "stage/two"])
    }

    @Test func `is as expected for a mutant only with its list of known failures`() async throws {
        var stage = try Stage("resources:\n  /x: { body: hello }\nclient:\n  - { get: /x, as: a }")
        stage.client = "sessionkit+second-end"
        let (alone, recording) = await stage.play()
        #expect(alone == .unexpected && recording.verdict("a.end") == .fail(.twoEnds))
        stage.known = try KnownFailures("{ checks: \"stage:a.end\", code: two-ends, why: It is planted. }")
        #expect(await stage.play().outcome == .expected)
        stage.client = "sessionkit"
        #expect(await stage.play().outcome == .stale)
    }
}

extension Stage {
    func with(client: String) -> Stage {
        var stage = self
        stage.client = client
        return stage
    }
}

extension KnownFailures {
    /// A list of entries, each a map of YAML's flow form.
    init(_ entries: String...) throws {
        let text = "known-failures: 1\nentries:\n" + entries.map { "  - \($0)\n" }.joined()
        try self.init(parsing: Array(text.utf8), file: "known.yaml")
    }
}
