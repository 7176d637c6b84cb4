import FixtureServer
import HTTPMessages
import TestSupport
import Testing

/// Who may not ask the control API, and that each is told why.
@Suite(.timeLimit(.minutes(5))) struct ControlGuardTests {
    @Test(
        arguments: [
            (["Host: rebound.example"], "foreign-host"),
            (["Host: rebound.example:80"], "foreign-host"),
            (["Host: 127.0.0.1.rebound.example"], "foreign-host"),
            (["Host: 1.2.3"], "foreign-host"),
            (["Host: localhost:80"], nil), (["Host: [::1]:80"], nil), (["Host: 10.0.0.1"], nil),
            (["Host: 127.0.0.1:80", "Origin: http://127.0.0.1:80"], nil),
            (["Host: 127.0.0.1:80", "Origin: http://127.0.0.1:81"], "foreign-origin"),
            (["Origin: https://127.0.0.1"], "foreign-origin"),
            (["Origin: null"], "foreign-origin"),
            (["Sec-Fetch-Site: cross-site"], "foreign-origin"),
            (["Sec-Fetch-Site: same-site"], "foreign-origin"),
            (["Sec-Fetch-Site: none"], nil),
        ] as [([String], String?)])
    func `pages of other origins and hosts are refused`(fields: [String], problem: String?) async throws {
        try await controlling { api in
            let answer = try await api.ask("GET", "/instances", nil, fields)
            #expect(answer.problem == problem && answer.head.status == (problem == nil ? 200 : 403))
            #expect(answer["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test func `the host of an absolute target counts, and not the field beside it`() async throws {
        try await controlling { api in
            let client = try await WireClient(api.home.url)
            try await client.expect("GET", "GET http://rebound.example/_sluice/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(await client.response().problem == "foreign-host")
        }
    }

    @Test func `what a page asks before it sends is not granted`() async throws {
        try await controlling { api in
            let fields = ["Origin: http://127.0.0.1", "Access-Control-Request-Method: POST"]
            let answer = try await api.ask("OPTIONS", "/instances", "", fields)
            #expect(answer.head.status == 405 && answer["Allow"] == "GET, HEAD, POST")
            #expect(answer["Access-Control-Allow-Methods"] == nil)
        }
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil])
    func `changes are taken as JSON only`(type: String?) async throws {
        try await controlling { api in
            let json = #"{"scenario":"held"}"#
            let fields =
                ["Host: 127.0.0.1", "Content-Length: \(json.utf8.count)"] + (type.map { ["Content-Type: \($0)"] } ?? [])
            let head = (["POST /_sluice/instances HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n")
            let client = try await WireClient(api.home.url)
            try await client.expect("POST", head + json)
            let answer = await client.response()
            #expect(answer.problem == "not-json" && answer.head.status == 415)
            #expect(api.started.entries.count == 1)
        }
    }

    @Test func `JSON may say how it is written`() async throws {
        try await controlling { api in
            let client = try await WireClient(api.home.url)
            try await client.expect(
                "POST",
                "POST /_sluice/instances/default/reset HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    + "Content-Type: Application/JSON; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}")
            #expect(await client.response().head.status == 200)
        }
    }

    @Test(
        arguments: [
            ([], false), (["Authorization: Bearer secret"], true), (["Authorization: bearer  secret"], true),
            (["Authorization: Bearer secret2"], false), (["Authorization: Bearer secreT"], false),
            (["Authorization: Basic secret"], false), (["Authorization: secret"], false),
            (["Authorization: Bearer secret", "Host: fixtures.example"], true),
            (["Authorization: Bearer secret", "Origin: http://other.example"], nil),
        ] as [([String], Bool?)])
    func `where there is a token it is needed, and who has it may use any name`(
        fields: [String], isLetIn: Bool?
    ) async throws {
        try await controlling(token: "secret") { api in
            let answer = try await api.ask("GET", "/instances", nil, fields)
            switch isLetIn {
            case true?: #expect(answer.head.status == 200)
            case false?: #expect(answer.problem == "no-token" && answer["WWW-Authenticate"] == "Bearer")
            case nil: #expect(answer.problem == "foreign-origin")
            }
        }
    }

    @Test func `beyond loopback a token is made up, a new one each time, and on loopback none`() async throws {
        try await controlling { api in
            func token(_ host: String) -> String? {
                var configuration = api.server.configuration
                configuration.host = host
                return FixtureServer(configuration: configuration).configuration.control?.token
            }
            #expect(token("127.0.0.1") == nil && token("::1") == nil && token("localhost") == nil)
            let (one, two) = (try #require(token("0.0.0.0")), try #require(token("0.0.0.0")))
            #expect(one.count == 32 && one != two)
        }
    }

    @Test func `a client that waits to be asked is asked for its content`() async throws {
        try await controlling { api in
            let client = try await WireClient(api.home.url)
            let json = #"{"scenario":"held"}"#
            try await client.expect(
                "POST",
                "POST /_sluice/instances HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    + "Expect: 100-continue\r\nContent-Length: \(json.utf8.count)\r\n\r\n")
            let asked = "HTTP/1.1 100 Continue\r\n\r\n"
            #expect(await client.receive(atLeast: asked.utf8.count) == Array(asked.utf8))
            try await client.send(json)
            #expect(await client.response().head.status == 201)
        }
    }
}
