import Fixtures
import HTTPMessages
import Scenarios
import Testing
import YAML

/// Behaviour outside files means what the same words mean in a file.
@Suite struct BehaviourTests {
    private static let photo = Answer(body: .file("images/aurora-progressive.jpg"))

    private func read(_ query: String, over base: Answer = photo) throws -> Answer {
        let fixtures = FixtureLibrary(root: try FixtureRoot.located(besides: nil))
        let behaviour = Behaviour(query: RequestTarget("/photo.jpg?" + query))
        return try behaviour.answer(over: base, facts: BodyFacts(fixtures: fixtures))
    }

    /// The answer that a file gives, whose keys are these.
    private func inFile(_ keys: String) throws -> Answer {
        let text = """
            sluice: 1
            title: t
            why: w
            resources:
              /photo.jpg: { body: { file: images/aurora-progressive.jpg }, \(keys) }

            """
        let file = ScenarioFile(reading: Array(text.utf8), path: "f.yaml")
        #expect(file.complaints == [])
        return try #require(file.scenarios.first?.resources.first).answer
    }

    @Test(arguments: [
        (
            "framing=chunked&pace=1386B@50ms&cut=60%25:rst",
            "framing: chunked, pace: 1386B@50ms, script: [{ at: 60%, cut: rst }]"
        ),
        ("cut=60%:rst", "script: [{ at: 60%, cut: rst }]"),
        (
            "hold=25%25:gate&pace=50%25:27KiB/s&pause=60%25:300ms&cut=-1B:fin",
            "script: [{ at: 25%, hold: gate }, { at: 50%, pace: 27KiB/s }, { at: 60%, pause: 300ms }, "
                + "{ at: -1B, cut: fin }]"
        ),
        (
            "hold=marker:jpeg-scan-2:a&hold=marker:jpeg-scan-3+16B:b",
            "script: [{ at: marker:jpeg-scan-2, hold: a }, { at: marker:jpeg-scan-3+16B, hold: b }]"
        ),
        (
            "inform=head:102&send=body:a:b&pause=end:1s",
            "script: [{ at: head, inform: 102 }, { at: body, send: 'a:b' }, { at: end, pause: 1s }]"
        ),
        ("pace=1KiB..2KiB@5ms..7ms&split=7B@1ms", "pace: 1KiB..2KiB@5ms..7ms, split: 7B@1ms"),
        ("status=503&reason=No%20way&http=1.0", "status: 503, reason: No way, http: '1.0'"),
        (
            "field=X-A:%20b:%20c&field=Link:</x>&drop=Date&drop=ETag",
            "fields: [X-A: 'b: c', Link: '</x>'], drop: [Date, ETag]"
        ),
        ("framing=chunked&trailer=A:%20b", "framing: chunked, trailers: [A: b]"),
        ("etag=weak:v1&modified=30s&type=text/plain", "etag: weak:v1, modified: 30s, type: text/plain"),
        ("ranges=short:100B", "ranges: { short: 100B }"), ("ranges=ignored", "ranges: ignored"),
        ("ranges=other-total:-5B", "ranges: { other-total: -5B }"),
        ("encoding=gzip", "encoding: gzip"), ("encoding=gzip:bad-crc", "encoding: { gzip: bad-crc }"),
        ("auth=basic:user:pass:word", "auth: { basic: 'user:pass:word' }"),
        ("cors=true&status=404", "cors: true, status: 404"),
        ("early=64KiB&continue=never", "early: 64KiB, continue: never"),
        ("_=17&_x=y&status=404", "status: 404"),
    ])
    func `a query says what a file says`(query: String, keys: String) throws {
        #expect(try read(query).withoutPlaces == inFile(keys).withoutPlaces)
    }

    @Test func `what is not said stays as it was`() throws {
        let base = Answer(body: .text("hello"), framing: .chunked, script: [])
        let answer = try read("status=404", over: base)
        #expect(answer.framing == .chunked && answer.body == base.body && answer.status == 404)
    }

    @Test(arguments: [
        ("framing=chnked", "framing=chnked: unknown framing 'chnked' (did you mean 'chunked'?)"),
        (
            "pace=1386@50ms",
            "pace=1386@50ms: '1386' lacks a unit (expected a size such as 1386B or 27KiB; "
                + "did you mean '1386B@50ms'?)"
        ),
        ("cut=60%25:rts", "cut=60%:rts: unknown cut 'rts' (did you mean 'rst'?)"),
        ("cut=rst", "cut=rst: 'rst' does not say what happens where (expected cut=POSITION:fin or rst)"),
        ("cut=:rst", "cut=:rst: ':rst' does not say what happens where (expected cut=POSITION:fin or rst)"),
        (
            "hold=marker:jpeg-scan-2",
            "hold=marker:jpeg-scan-2: 'marker:jpeg-scan-2' does not say what happens where "
                + "(expected hold=POSITION:GATE)"
        ),
        ("hold=60:gate", "hold=60:gate: '60' lacks a unit (expected 60% or 60B)"),
        ("frming=chunked", "frming=chunked: unknown key 'frming' (did you mean 'framing'?)"),
        ("body=hello", "body=hello: unknown key 'body'"),
        ("framing=length&framing=chunked", "framing=chunked: framing is said twice"),
        ("cors=yes", "cors=yes: cors is 'yes' (expected true; leave a flag out that is not set)"),
        ("field=Nothing", "field=Nothing: 'Nothing' is no field (expected field=Name: value)"),
        (
            "reason=a%0D%0AX:%20y",
            "reason=a\\r\\nX: y: a control character in the value "
                + "(broken heads are made with raw, in a file)"
        ),
        ("trailer=A:%20b", "trailers without chunks (expected framing: chunked)"),
        ("cut=60%25:rst&hold=25%25:g", "hold=25%:g: a step behind the cut is never reached (the cut is at 60%)"),
        ("hold=60%25:a&hold=25%25:b", "hold=25%:b: the steps are out of order (the one before is at 60%)"),
        ("hold=marker:jpeg-scn-2:a", "hold=marker:jpeg-scn-2:a: marker:jpeg-scn-2 lies outside the body"),
        (
            "framing=until-close&cut=60%25:fin",
            "cut=60%:fin: no client can see this cut: FIN is the end of an "
                + "until-close body"
        ),
        ("ranges=shrt:1B", "ranges=shrt:1B: unknown key 'shrt' of ranges (did you mean 'short'?)"),
        ("auth=user", "auth=user: unknown key 'user' of auth"),
    ])
    func `what is wrong is said with the words of the lint, and about which word`(query: String, line: String) {
        let error = #expect(throws: BehaviourError.self) { try read(query) }
        let first = error?.description.split(separator: "\n").first ?? ""
        #expect(first == line || first.hasPrefix(line + " ("), "\(error?.description ?? "")")
    }

    @Test func `everything that is wrong is said at once`() {
        let error = #expect(throws: BehaviourError.self) { try read("framing=x&cut=60%25:y&z=1") }
        #expect(error?.complaints.map(\.word?.key) == ["framing", "cut", "z"])
    }

    @Test func `a word as an option is named as the option`() {
        let error = #expect(throws: BehaviourError.self) { try read("framing=chnked&trailer=A:%20b") }
        #expect(error?.lines { $0.option + ": " }.hasPrefix("--framing 'chnked': unknown framing") == true)
    }
}

extension Answer {
    /// The answer with every step at the same place, because places are what differs.
    fileprivate var withoutPlaces: Answer {
        var answer = self
        for index in answer.script.indices {
            answer.script[index].location = .init(file: "", line: 1, column: 1)
        }
        return answer
    }
}
