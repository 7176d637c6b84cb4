import AdapterProtocol
import Scenarios
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(5))) struct `A plan` {
    private static let everything = Capabilities([
        .stream, .progress, .cancel, .cancelResume, .resume, .resumeAfterFailure, .restore, .suspend, .parallel(6),
        .fileSink, .upload, .timeouts, .pull,
    ])

    private func course(
        _ yaml: String, _ caps: Capabilities = everything
    ) throws -> Plan.Course {
        let plan = Plan(try Stage("resources:\n  /x: { body: hello }\n" + yaml, isSound: false).scenarios, for: caps)
        return try #require(plan.items.first).course
    }

    @Test func `has one scenario for each combination of a matrix but those excepted`() throws {
        let stage = try Stage(
            """
            matrix:
              framing: [length, chunked, until-close]
              cut: [fin, rst]
              except: [{ framing: until-close, cut: fin }]
            resources:
              /x: { body: hello, framing: $(framing), script: [{ at: 60%, cut: $(cut) }] }
            client:
              - get: /x
            """)
        let ids = Plan(stage.scenarios, for: Self.everything).running.map(\.id)
        let expected = [
            "stage/length/fin", "stage/length/rst", "stage/chunked/fin", "stage/chunked/rst", "stage/until-close/rst",
        ]
        #expect(ids == expected)
        #expect(try Selection(["stage/*/rst"], from: stage.scenarios).scenarios.count == 3)
        #expect(try Selection(["stage/chunked"], from: stage.scenarios).scenarios.count == 2)
    }

    @Test(arguments: [
        ("", "it describes a server only"),
        ("client:\n  - { download: /x, as: a }\n  - kill: client", "this version does not kill and restore clients"),
        ("client:\n  - { download: /x, quota: 1KiB }", "this version does not limit the disk"),
        (
            "client:\n  - { request: /x, method: PUT, body: { pattern: endless } }",
            "this version does not send endless bodies"
        ),
    ]) func `leaves out what this version does not do, and says so`(lane: String, reason: String) throws {
        #expect(try course(lane) == .skip(reason))
    }

    @Test(arguments: [
        ("- { get: /x, as: a }\n  - suspend: a", Capability.suspend), ("- { download: /x }", .fileSink),
        ("- { request: /x, method: PUT, body: hello }", .upload), ("- { get: /x, stop-after: 1B }", .pull),
        ("- { get: /x, as: a }\n  - { await: a, until: 1B }", .stream),
        ("- { get: /x, as: a }\n  - cancel: a", .cancel),
        ("- { get: /x, as: a }\n  - quiet: a", .parallel(2)),
    ]) func `takes what a client does not claim for unsupported`(lane: String, need: Capability) throws {
        let lacking = Capabilities(Self.everything.claims.filter { $0 != need && !"\($0)".hasPrefix("parallel") })
        #expect(try course("client:\n  \(lane)", lacking) == .unsupported(need))
        #expect(try course("client:\n  \(lane)") == .run)
    }

    @Test func `plays what is about time last`() throws {
        let stage = try Stage(
            "matrix: { wait: [1ms, 2ms] }\nresources:\n  /x: { body: hello }\nclient:\n  - wait: $(wait)\n  - get: /x")
        let plain = try Stage("resources:\n  /x: { body: hello }\nclient:\n  - get: /x").scenarios
        let plan = Plan(stage.scenarios + plain, for: Self.everything)
        #expect(plan.items.map(\.scenario.usesClock) == [false, true, true])
    }

    @Test func `of a pattern that names nothing is a mistake that says what was meant`() throws {
        let scenarios = try Stage("resources:\n  /x: { body: hello }\nclient:\n  - get: /x").scenarios
        #expect(throws: Selection.Mistake(pattern: "stege", meant: "stage")) {
            try Selection(["stege"], from: scenarios)
        }
    }
}
