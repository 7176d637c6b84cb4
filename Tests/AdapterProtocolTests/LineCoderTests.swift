import AdapterProtocol
import Testing

@Suite struct `Lines of the protocol` {
    let coder = LineCoder()

    /// One of each command, as it stands on the wire: keys sorted, nothing escaped.
    static let commands: [(String, AdapterCommand)] = [
        (
            #"{"env":{"ca_file":"/ca.pem"},"op":"hello","protocol":[1],"seed":7,"suite":"sluice","work_dir":"/tmp/w"}"#,
            .hello(.init(suite: "sluice", seed: 7, workDirectory: "/tmp/w", env: .init(caFile: "/ca.pem")))
        ),
        (
            #"{"op":"configure","options":{"cookies":true,"idle_timeout_ms":1500},"session":"s"}"#,
            .configure(.init(session: "s", options: .init(idleTimeoutMilliseconds: 1500, cookies: true)))
        ),
        (
            #"{"ask":["redirect"],"body":{"from":"data","pattern":{"seed":3,"size":65536}},"headers":[["A","b"]],"#
                + #""method":"POST","op":"start","report":{"chunks":"hash","progress":true},"sink":"file","#
                + #""stop_after":10,"suspended":false,"t":"a","url":"http://127.0.0.1:1/x"}"#,
            .start(
                .init(
                    t: "a", url: "http://127.0.0.1:1/x", method: "POST", headers: [.init("A", "b")],
                    body: .init(from: .data, pattern: .init(size: 65536, seed: 3)),
                    options: .init(sink: .file, ask: [.redirect], report: .init(chunks: .hash), stopAfter: 10)))
        ),
        (#"{"op":"suspend","t":"a"}"#, .suspend(t: "a")),
        (#"{"op":"unsuspend","t":"a"}"#, .unsuspend(t: "a")),
        (#"{"op":"cancel","resume":"want","t":"a"}"#, .cancel(t: "a", resume: .want)),
        (
            #"{"ask":[],"from":"cmVz","op":"resume","report":{"chunks":"size","progress":true},"#
                + #""sink":"file","suspended":false,"t":"b"}"#,
            .resume(.init(t: "b", from: "cmVz", options: .init(sink: .file)))
        ),
        (#"{"op":"restore","session":"s"}"#, .restore(session: "s")),
        (
            #"{"id":4,"op":"answer","password":"p","t":"a","user":"u","with":"credentials"}"#,
            .answer(.init(t: "a", id: 4, with: .credentials, user: "u", password: "p"))
        ),
        (#"{"bytes":9,"op":"credit","t":"a"}"#, .credit(t: "a", bytes: 9)),
        (#"{"op":"snapshot","t":"a"}"#, .snapshot(t: "a")),
        (#"{"id":1,"op":"ping"}"#, .ping(id: 1)),
        (#"{"op":"reset"}"#, .reset),
        (#"{"op":"stop"}"#, .stop),
    ]

    /// One of each event.
    static let events: [(String, AdapterEvent)] = [
        (
            #"{"caps":["stream","parallel:6","decode:deflate,gzip"],"client":{"name":"c","version":"1"},"#
                + #""ev":"hello","limits":{"observe":"callback","quantum":0},"n":1,"protocol":1}"#,
            .hello(
                .init(
                    client: .init(name: "c", version: "1"),
                    caps: .init([.stream, .parallel(6), .decode(["gzip", "deflate"])]),
                    limits: .init(quantum: 0, observe: .callback)))
        ),
        (#"{"ev":"configured","n":1,"session":"s"}"#, .configured(session: "s")),
        (#"{"ev":"started","n":1,"t":"a"}"#, .started(t: "a")),
        (
            #"{"ev":"question","id":2,"location":"/b","method_after":"GET","n":1,"question":"redirect","status":302,"t":"a"}"#,
            .question(.init(t: "a", id: 2, question: .redirect, status: 302, location: "/b", methodAfter: "GET"))
        ),
        (
            #"{"ev":"informational","headers":[["Link","</x>"]],"n":1,"status":103,"t":"a"}"#,
            .informational(t: "a", status: 103, headers: [.init("Link", "</x>")])
        ),
        (
            #"{"ev":"head","expected":null,"final_url":"http://h/x","headers":[["Via","é"]],"http":"1.1","n":1,"#
                + #""resumed_at":5,"status":206,"t":"a"}"#,
            .head(
                .init(
                    t: "a", status: 206, http: "1.1", headers: [.init("Via", "é")], expected: nil,
                    finalURL: "http://h/x", resumedAt: 5))
        ),
        (
            #"{"count":3,"data":"YWJj","ev":"bytes","from":5,"n":1,"t":"a","total":8}"#,
            .bytes(.init(t: "a", count: 3, total: 8, from: 5, data: "YWJj"))
        ),
        (
            #"{"done":8,"ev":"progress","expected":null,"n":1,"t":"a"}"#,
            .progress(.init(t: "a", done: 8, expected: nil))
        ),
        (#"{"done":8,"ev":"sent","expected":9,"n":1,"t":"a"}"#, .sent(.init(t: "a", done: 8, expected: 9))),
        (#"{"ev":"waiting","n":1,"t":"a"}"#, .waiting(t: "a")),
        (#"{"ev":"suspended","n":1,"t":"a"}"#, .suspended(t: "a")),
        (#"{"ev":"unsuspended","n":1,"t":"a"}"#, .unsuspended(t: "a")),
        (#"{"ev":"trailers","headers":[],"n":1,"t":"a"}"#, .trailers(t: "a", headers: [])),
        (
            #"{"bytes_held":5,"ev":"resume_data","n":1,"partial":"/p","t":"a","value":null}"#,
            .resumeData(.init(t: "a", value: nil, bytesHeld: 5, partial: "/p"))
        ),
        (
            #"{"ev":"restored","n":1,"session":"s","transfers":[{"expected":null,"received":5,"t":"a"}]}"#,
            .restored(session: "s", transfers: [.init(t: "a", received: 5, expected: nil)])
        ),
        (
            #"{"ev":"file","filename":"x.jpg","n":1,"path":"/p","size":8,"t":"a"}"#,
            .file(.init(t: "a", path: "/p", size: 8, filename: "x.jpg"))
        ),
        (
            #"{"ev":"metrics","hops":[{"reused":true,"status":200}],"n":1,"t":"a"}"#,
            .metrics(t: "a", hops: [.init(status: 200, reused: true)])
        ),
        (
            #"{"error":{"after_bytes":8,"code":-1005,"domain":"NSURLErrorDomain","kind":"incomplete-body"},"#
                + #""ev":"end","hash":"00","n":1,"outcome":"failed","t":"a","total":8}"#,
            .end(
                .init(
                    t: "a", outcome: .failed, total: 8, hash: "00",
                    error: .init(kind: .incompleteBody, code: -1005, domain: "NSURLErrorDomain", afterBytes: 8)))
        ),
        (
            #"{"ev":"snapshot","expected":9,"n":1,"received":8,"state":"running","t":"a"}"#,
            .snapshot(.init(t: "a", received: 8, expected: 9, state: "running"))
        ),
        (#"{"ev":"reset","n":1}"#, .reset),
        (#"{"ev":"pong","id":1,"n":1}"#, .pong(id: 1)),
        (
            #"{"ev":"unsupported","for":"restore","n":1,"reason":"no sessions on disk"}"#,
            .unsupported(what: "restore", t: nil, reason: "no sessions on disk")
        ),
        (#"{"ev":"adapter_error","message":"m","n":1}"#, .adapterError(message: "m")),
        (#"{"ev":"log","level":"info","n":1,"text":"t"}"#, .log(level: "info", text: "t")),
    ]

    @Test(arguments: commands)
    func `a command is written as the protocol says, and read back`(_ line: String, _ command: AdapterCommand) throws {
        #expect(String(decoding: try coder.line(command), as: UTF8.self) == line + "\n")
        #expect(try coder.command(line.utf8) == command)
    }

    @Test(arguments: events)
    func `an event is written as the protocol says, and read back`(_ line: String, _ event: AdapterEvent) throws {
        let numbered = NumberedEvent(n: 1, event: event)
        #expect(String(decoding: try coder.line(numbered), as: UTF8.self) == line + "\n")
        #expect(try coder.event(line.utf8) == numbered)
    }

    @Test func `unknown fields are ignored and absent ones have their defaults`() throws {
        let line =
            #"{"op":"start","t":"a","url":"http://h/","colour":"red","report":{"chunks":"size","progress":false}}"#
        let start = AdapterCommand.Start(
            t: "a", url: "http://h/", options: .init(report: .init(chunks: .size, progress: false)))
        #expect(try coder.command(line.utf8) == .start(start))
        let head = #"{"n":3,"ev":"head","t":"a","status":200}"#
        #expect(try coder.event(head.utf8).event == .head(.init(t: "a", status: 200, expected: nil)))
    }

    @Test func `an unknown op and an unknown event are kept by name`() throws {
        #expect(try coder.command(#"{"op":"juggle","t":"a"}"#.utf8) == .unknown(op: "juggle", t: "a"))
        #expect(try coder.event(#"{"n":1,"ev":"juggled"}"#.utf8).event == .unknown(ev: "juggled", t: nil))
    }

    @Test(arguments: [
        ("garbage", LineError.Code.notJSON, "not a JSON object: garbage"),
        ("[1]", .notJSON, "not a JSON object: [1]"),
        ("", .notJSON, "not a JSON object: "),
        (#"{"ev":"started","t":"a"}"#, .badField, #"field n is missing in: {"ev":"started","t":"a"}"#),
        (#"{"n":1,"ev":"started"}"#, .badField, #"field t is missing in: {"n":1,"ev":"started"}"#),
        (
            #"{"n":1,"ev":"pong","id":"x"}"#, .badField,
            #"field id is not a Int in: {"n":1,"ev":"pong","id":"x"}"#
        ),
    ])
    func `a bad line is named`(_ line: String, _ code: LineError.Code, _ sentence: String) throws {
        let error = try #require(throws: LineError.self) { try coder.event(line.utf8) }
        #expect(error.code == code)
        #expect(error.description == sentence)
    }

    @Test func `an error kind that nobody knows is a bad field`() throws {
        let line = #"{"n":1,"ev":"end","t":"a","outcome":"failed","total":0,"error":{"kind":"gremlins"}}"#
        let error = try #require(throws: LineError.self) { try coder.event(line.utf8) }
        #expect(error.code == .badField)
        #expect(error.description.hasPrefix("field error.kind:"))
    }

    @Test func `a line of more than one mebibyte is refused both ways`() throws {
        let long = String(repeating: "x", count: LineCoder.limit)
        let reading = try #require(throws: LineError.self) { try coder.event("x\(long)".utf8) }
        #expect(reading.description == "a line of 1048577 bytes; at most 1048576 are allowed")
        let writing = try #require(throws: LineError.self) {
            try coder.line(NumberedEvent(n: 1, event: .log(level: "info", text: long)))
        }
        #expect(writing.code == .tooLong)
    }
}
