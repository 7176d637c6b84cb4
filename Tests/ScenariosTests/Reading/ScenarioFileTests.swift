import AdapterProtocol
import Scenarios
import Testing
import YAML

/// Reads `resources`, `client` and the like behind a header that is always the same.
func read(_ text: String, path: String = "f.yaml") -> ScenarioFile {
    ScenarioFile(reading: Array(("sluice: 1\ntitle: t\nwhy: w\n" + text + "\n").utf8), path: path)
}

/// Where a body is a fixture without a manifest the file is read and not played.
@Suite struct ScenarioFileTests {
    private func only(_ text: String) throws -> Scenario {
        let file = read(text)
        #expect(file.complaints.map(\.description) == [])
        return try #require(file.scenarios.first)
    }

    @Test func `a short file has every default`() throws {
        let scenario = try only("resources: { /x: { body: hello } }")
        #expect(scenario.id == "f")
        #expect(scenario.level == .must)
        #expect(scenario.lane.isEmpty)
        #expect(scenario.origins == [Origin(name: "main")])
        #expect(scenario.resources[0].answer == Answer(body: .text("hello")))
    }

    @Test func `every key of an answer is read`() throws {
        let scenario = try only(
            """
            resources:
              /x:
                body: { file: images/aurora.jpg }
                type: image/jpeg
                etag: weak:v1
                modified: 30s
                encoding: { gzip: two-members }
                ranges: { other-total: -1KiB }
                auth: { digest: user:pass:word }
                status: 404
                reason: Gone fishing
                http: 1.0
                fields: [Location: "$(url)/b", X: "a, b"]
                drop: [Date]
                framing: until-close
                trailers: [X-Sum: 1]
                pace: 27KiB/s
                split: 1B@1ms
                early: 0B
                continue: never
                raw: ["HTTP/1.1 200\\r\\n", { hex: 0d 0a }, { repeat: { base64: aGk= }, times: 2 }]
                script: [{ at: head, inform: 103, fields: [Link: x] }, { at: done, cut: fin, undetectable: true }]
            """)
        let answer = scenario.resources[0].answer
        let fields = [
            FieldLine(name: "Location", value: Template(pieces: [.url(origin: "main"), .text("/b")])),
            FieldLine(name: "X", value: "a, b"),
        ]
        let raw = BodySource.sequence([
            .text("HTTP/1.1 200\r\n"), .bytes([13, 10]), .repeated(.bytes([0x68, 0x69]), times: 2),
        ])
        let location = { FileLocation(file: "f.yaml", line: 25, column: $0) }
        let steps = [
            Step(
                at: .head(0), .inform(status: 103, fields: [FieldLine(name: "Link", value: "x")]),
                location: location(14)),
            Step(at: .done, .cut(.fin), isUndetectable: true, location: location(60)),
        ]
        #expect(
            answer
                == Answer(
                    body: .file("images/aurora.jpg"), type: "image/jpeg", etag: .weak("v1"),
                    modified: .age(.seconds(30)), encoding: .always(.gzipTwoMembers), ranges: .otherTotal(-1024),
                    auth: .digest(Credentials(user: "user", password: "pass:word")), status: 404,
                    reason: "Gone fishing", version: .http10, fields: fields, drop: ["Date"], framing: .untilClose,
                    trailers: [FieldLine(name: "X-Sum", value: "1")], pace: .rate(27648),
                    split: WriteSchedule(size: 1, interval: .milliseconds(1)), early: 0, neverContinues: true,
                    raw: raw, script: steps))
    }

    @Test func `an attempt inherits every key and may replace any`() throws {
        let scenario = try only(
            """
            resources:
              /x:
                body: { pattern: 1MiB, seed: 8 }
                etag: v2
                script: [{ at: 50%, hold: half }]
                attempts:
                  - { etag: v1, times: 2, when: { method: [GET, HEAD], range: absent, query: { q: 1 } } }
                  - { script: [], times: always, when: { connection: reused, lacks: range, fields: [X: y] } }
            """)
        let resource = scenario.resources[0]
        #expect(resource.attempts[0].answer.etag == .strong("v1"))
        #expect(resource.attempts[0].answer.body == .pattern(size: 1 << 20, seed: .number(8)))
        #expect(resource.attempts[0].answer.script == resource.answer.script)
        #expect(resource.attempts[0].times == .count(2))
        #expect(
            resource.attempts[0].condition
                == Condition(methods: ["GET", "HEAD"], rangePresent: false, query: [.init(name: "q", value: "1")]))
        #expect(resource.attempts[1].answer.script.isEmpty)
        #expect(resource.attempts[1].answer.etag == .strong("v2"))
        #expect(resource.attempts[1].times == .always)
        #expect(
            resource.attempts[1].condition
                == Condition(
                    connectionReused: true, fields: [FieldLine(name: "X", value: "y")], lacks: ["range"]))
    }

    @Test func `below a star a pattern is seeded by the path`() throws {
        let scenario = try only("resources: { /t/*: { body: { pattern: 1KiB } }, /t/x: { body: { pattern: 1KiB } } }")
        #expect(scenario.resources[0].answer.body == .pattern(size: 1024, seed: .ofPath))
        #expect(scenario.resources[1].answer.body == .pattern(size: 1024, seed: .number(0)))
    }

    @Test func `origins come from resources and from origins, main first`() throws {
        let scenario = try only(
            """
            origins: { named: { host: localhost, connections: [{ hold: door, cut: rst }] } }
            resources: { //other/x: { body: { file: x } } }
            client:
              - { get: //other/x, as: a }
              - down: named
            """)
        #expect(scenario.origins.map(\.name) == ["main", "named", "other"])
        #expect(scenario.origins[1].host == "localhost")
        #expect(scenario.origins[1].connections.map(\.actions) == [[.hold(gate: "door"), .cut(.rst)]])
        #expect(scenario.gates == ["door"])
    }

    @Test func `every verb of the lane is read`() throws {
        let scenario = try only(
            """
            resources: { /x: { body: { file: x }, script: [{ at: 50%, hold: half }] } }
            client:
              - get: "/x?a=b"
              - { download: /x, as: d, fields: [X: y], quota: 1KiB, stop-after: 2B, cache: only, suspended: true }
              - { request: /x, as: r, method: PUT, body: text, from: stream, ask: [redirect, challenge] }
              - { await: half, count: 2 }
              - { open: half, count: 1 }
              - await: get-1
              - { await: d, until: 17KiB }
              - { await: d, until: stalled }
              - cancel: d
              - suspend: r
              - unsuspend: r
              - { read: d, size: all }
              - { answer: r, with: follow }
              - { resume: d, as: u, tamper: shorter }
              - { quiet: server, turns: 2 }
              - quiet: u
              - wait: 2s
              - kill: client
              - restore: d
              - down: main
              - up: main
            """)
        let path = ResourcePath(path: "/x")
        let expected: [LaneStep.Verb] = [
            .start(TransferStart(name: "get-1", resource: path, query: "?a=b")),
            .start(
                TransferStart(
                    name: "d", sink: .file, resource: path, fields: [FieldLine(name: "X", value: "y")], stopAfter: 2,
                    quota: 1024, cache: .only, isSuspended: true)),
            .start(
                TransferStart(
                    name: "r", method: "PUT", resource: path, body: .text("text"), bodySource: .stream,
                    asks: [.redirect, .challenge])),
            .awaitGate("half", count: 2), .open(gate: "half", count: 1), .awaitTransfer("get-1", .ended),
            .awaitTransfer("d", .reported(.bytes(17 * 1024))), .awaitTransfer("d", .stalled), .cancel("d"),
            .suspend("r"), .unsuspend("r"), .read("d", .all), .answer("r", with: .follow),
            .resume(ResumeStart(from: "d", name: "u", tamper: .shorter)), .quiet(.server, turns: 2),
            .quiet(.transfer("u"), turns: 5), .wait(.seconds(2)), .killClient, .restore("d"), .down(origin: "main"),
            .up(origin: "main"),
        ]
        #expect(scenario.lane.map(\.verb) == expected)
        #expect(scenario.usesClock)
    }

    @Test func `each makes steps, names and all`() throws {
        let scenario = try only(
            """
            resources: { /t/*: { body: x } }
            client:
              - { download: /t/$(n), as: t$(n), each: { n: 1..3 } }
              - { cancel: t$(n), each: { n: [3, 1] } }
            """)
        let names = scenario.lane.map { step -> String in
            switch step.verb {
            case .start(let start): "\(start.name) \(start.resource)"
            case .cancel(let name): "cancel \(name)"
            default: "?"
            }
        }
        #expect(names == ["t1 /t/1", "t2 /t/2", "t3 /t/3", "cancel t3", "cancel t1"])
    }

    @Test func `every written check is read`() throws {
        let scenario = try only(
            """
            resources: { /x: { body: x }, //other/y: { body: { file: y } } }
            client: [{ get: /x, as: a }]
            must:
              a:
                outcome: [failed, complete]
                error: incomplete-body
                status: [200, 206]
                url: ["//other/y?q#f", "$(url)/x"]
                body: [whole, { hex: "00" }]
                total: [held, ..1KiB, none]
                resumed-at: 0B
                resume-data: none
                filename: a, b
              /x#2: { method: GET, range: held, if-range: etag, after: 1s.., connection: 1 }
              //other/y: { requests: 1..3, order: started }
            should:
              server: { connections: 1 }
            info:
              client: { memory: ..64MiB }
            """.replacing("a, b", with: "\"a, b\""))
        let x = ResourcePath(path: "/x")
        let y = ResourcePath(origin: "other", path: "/y")
        let url = Template(pieces: [.url(origin: "main"), .text("/x")])
        let ofTransfer: [Scenarios.Expectation] = [
            .outcome([.failed, .complete]), .error([.incompleteBody]), .status([200, 206]),
            .url([.resource(y, suffix: "?q#f"), .url(url)]), .body([.whole, .bytes(.bytes([0]))]),
            .total([.held, .bytes(Bounds(lower: nil, upper: 1024)), .none]),
            .resumedAt([.bytes(Bounds(exactly: 0))]), .resumeData(.none), .filename(["a, b"]),
        ]
        let ofRequest: [Scenarios.Expectation] = [
            .method(["GET"]), .range([.held]), .ifRange([.etag]), .after(Bounds(lower: .seconds(1), upper: nil)),
            .connection([1]),
        ]
        let ofOthers: [Scenarios.Expectation] = [
            .requests(Bounds(lower: 1, upper: 3)), .startedOrder, .connections(Bounds(exactly: 1)),
            .memory(Bounds(lower: nil, upper: 64 << 20)),
        ]
        #expect(scenario.checks.map(\.expectation) == ofTransfer + ofRequest + ofOthers)
        let ids = [
            "a.outcome", "a.error", "a.status", "a.url", "a.body", "a.total", "a.resumed-at", "a.resume-data",
            "a.filename", "/x#2.method", "/x#2.range", "/x#2.if-range", "/x#2.after", "/x#2.connection",
            "//other/y.requests", "//other/y.order", "server.connections", "client.memory",
        ]
        #expect(scenario.checks.map(\.id) == ids)
        #expect(scenario.checks.suffix(3).map(\.level) == [.must, .should, .info])
        #expect(scenario.checks[9].subject == .request(x, ordinal: 2))
    }

    @Test func `a header says what the scenario rests on and needs`() throws {
        let scenario = try only(
            """
            refs: [RFC 9112 §7.1, M05, RFC 1952]
            level: should
            tags: [slow, radio]
            needs: [resume, "decode:gzip", parallel:6]
            proves: suspend
            over: [h2]
            link: 1MiB/s
            session: { connections: 6, redirects: 3, idle-timeout: 300ms, credentials: a:b, cookies: true }
            resources: { /x: { body: x } }
            """)
        #expect(scenario.refs == ["RFC 9112 §7.1", "M05", "RFC 1952"])
        #expect(scenario.level == .should)
        #expect(scenario.tags == ["slow", "radio"])
        #expect(scenario.needs == ["resume", "decode:gzip", "parallel:6"])
        #expect(scenario.proves == "suspend")
        #expect(scenario.over == ["h2"])
        #expect(scenario.link == 1 << 20)
        #expect(
            scenario.session
                == SessionOptions(
                    connections: 6, redirects: 3, idleTimeout: .milliseconds(300),
                    credentials: Credentials(user: "a", password: "b"), cookies: true))
    }
}

@Suite struct MatrixTests {
    @Test func `each combination is a scenario with its values in the id`() {
        let file = read(
            """
            matrix:
              framing: [length, until-close]
              at: [50%, head+20B]
              except: [{ framing: until-close, at: [50%] }]
            resources: { /x: { body: { pattern: 1KiB }, framing: $(framing), script: [{ at: $(at), hold: here }] } }
            client: [{ get: /x, as: a }, { await: here }, { open: here }]
            """, path: "group/file.yaml")
        #expect(file.complaints.isEmpty)
        #expect(
            file.scenarios.map(\.id) == [
                "group/file/length/50-", "group/file/length/head-20B", "group/file/until-close/head-20B",
            ])
        #expect(file.scenarios.map(\.resources[0].answer.framing) == [.length, .length, .untilClose])
        #expect(file.scenarios[1].resources[0].answer.script[0].position == .head(20))
    }

    @Test func `a named row binds several words, lists too, and the axis its name`() {
        let file = read(
            """
            matrix:
              case:
                moved: { status: 301, fields: [Location: $(url)/b, X: 1] }
                plain: { status: 200, fields: [] }
            resources: { /x: { body: this is $(case), status: $(status), fields: $(fields) } }
            """)
        #expect(file.complaints.isEmpty)
        #expect(file.scenarios.map(\.id) == ["f/moved", "f/plain"])
        #expect(file.scenarios.map(\.resources[0].answer.status) == [301, 200])
        #expect(file.scenarios.map(\.resources[0].answer.fields.count) == [2, 0])
        #expect(file.scenarios[0].resources[0].answer.body == .text("this is moved"))
    }
}
