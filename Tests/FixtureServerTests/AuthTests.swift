import Digests
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// Credentials that an answer asks for, over a socket.
@Suite(.timeLimit(.minutes(5))) struct AuthTests {
    private static let credentials = Credentials(user: "aladdin", password: "open: sesame")
    private static let basic = Answer(body: .text("song"), auth: .basic(credentials))
    private static let digest = Answer(body: .text("song"), auth: .digest(credentials))

    @Test(
        arguments: [
            (nil, 401), ("Basic YWxhZGRpbjpvcGVuOiBzZXNhbWU=", 200), ("basic YWxhZGRpbjpvcGVuOiBzZXNhbWU=", 200),
            ("Basic YWxhZGRpbjpvcGVu", 401), ("Basic eDp5", 401), ("Basic !", 401), ("Basic", 401),
            ("Bearer YWxhZGRpbjpvcGVuOiBzZXNhbWU=", 401),
        ] as [(String?, Int)])
    func `basic credentials are taken when they are right`(field: String?, status: Int) async throws {
        try await playing(.of(["/x": Self.basic])) { instance in
            let client = try await WireClient(instance.url)
            let response = try await client.fetch("/x", field.map { ["Authorization: \($0)"] } ?? [])
            #expect(response.head.status == status)
            let challenge = "Basic realm=\"sluice\", charset=\"UTF-8\""
            #expect(response["WWW-Authenticate"] == (status == 401 ? challenge : nil))
            #expect((response.body == Array("song".utf8)) == (status == 200))
            #expect((response["ETag"] == nil) == (status == 401))
            // The connection goes on.
            let right = try await client.fetch("/x", ["Authorization: Basic YWxhZGRpbjpvcGVuOiBzZXNhbWU="])
            #expect(right.head.status == 200)
            #expect(await instance.end().exchanges.first?.served == (status == 200 ? 0..<4 : nil))
        }
    }

    @Test func `nothing is told of what is behind a challenge`() async throws {
        try await playing(.of(["/x": Self.basic])) { instance in
            let client = try await WireClient(instance.url)
            for field in ["If-None-Match: *", "If-Match: \"other\"", "Range: bytes=99-"] {
                #expect(try await client.fetch("/x", [field]).head.status == 401)
            }
            let head = try await client.fetch("/x", method: "HEAD")
            #expect(head.head.status == 401 && head.body.isEmpty && head["WWW-Authenticate"] != nil)
        }
    }

    /// Answers the challenge of an algorithm; a change is made to the finished parameters.
    private func authorization(
        _ response: WireClient.Response, _ algorithm: String, target: String = "/x", method: String = "GET",
        password: String = credentials.password, change: (inout [(String, String)]) -> Void = { _ in }
    ) throws -> String {
        let challenge = try #require(
            response.head.fields.values("WWW-Authenticate").first { $0.contains("algorithm=\(algorithm),") })
        let given = try #require(Authorization(["Authorization": challenge])?.parameters)
        let nonce = try #require(given["nonce"])
        func hash(_ text: String) -> String {
            algorithm == "MD5" ? MD5.hex(of: Array(text.utf8)) ?? "" : SHA256.digest(of: Array(text.utf8)).hex
        }
        let secret = hash("aladdin:sluice:\(password)")
        let proof = hash("\(secret):\(nonce):00000001:abc:auth:\(hash("\(method):\(target)"))")
        var parameters = [
            ("username", "\"aladdin\""), ("realm", "\"sluice\""), ("uri", "\"\(target)\""), ("algorithm", algorithm),
            ("nonce", "\"\(nonce)\""), ("nc", "00000001"), ("cnonce", "\"abc\""), ("qop", "auth"),
            ("opaque", "\"\(given["opaque"] ?? "")\""), ("response", "\"\(proof)\""),
        ]
        change(&parameters)
        return "Authorization: Digest " + parameters.map { "\($0)=\($1)" }.joined(separator: ", ")
    }

    @Test(arguments: ["SHA-256", "MD5"])
    func `a digest of the right password is taken, again and again`(algorithm: String) async throws {
        try await playing(.of(["/x": Self.digest])) { instance in
            let client = try await WireClient(instance.url)
            let asked = try await client.fetch("/x?a=1")
            #expect(asked.head.status == 401)
            let field = try authorization(asked, algorithm, target: "/x?a=1")
            for _ in 1...2 { #expect(try await client.fetch("/x?a=1", [field]).body == Array("song".utf8)) }
            let head = try authorization(asked, algorithm, method: "HEAD")
            #expect(try await client.fetch("/x", method: "HEAD", [head]).head.status == 200)
        }
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")),
        arguments: [
            ("--digest", "open: sesame", "200"), ("--digest", "wrong", "401"), ("--basic", "open: sesame", "200"),
            ("--basic", "wrong", "401"),
        ])
    func `curl comes in with the right password only`(scheme: String, password: String, status: String) async throws {
        try await playing(.of(["/x": scheme == "--basic" ? Self.basic : Self.digest])) { instance in
            let arguments = [
                "-s", "-o", "/dev/null", "-w", "%{http_code}", scheme, "-u", "aladdin:\(password)", instance.url + "/x",
            ]
            let curl = try Program("/usr/bin/curl", arguments)
            #expect(await curl.end().output == status)
        }
    }

    @Test func `the strongest digest is offered first`() async throws {
        try await playing(.of(["/x": Self.digest])) { instance in
            let challenges = try await WireClient(instance.url).fetch("/x").head.fields.values("WWW-Authenticate")
            #expect(challenges.count == 2)
            #expect(challenges.first?.contains("algorithm=SHA-256") == true)
            #expect(challenges.allSatisfy { $0.contains("qop=\"auth\"") && !$0.contains("stale") })
        }
    }

    @Test(arguments: [
        ("uri", "\"/y\""), ("uri", "\"/x?\""), ("username", "\"jasmine\""), ("realm", "\"other\""), ("nc", "1"),
        ("nc", "00000002"), ("cnonce", "\"abd\""), ("qop", "auth-int"), ("opaque", "\"\""), ("response", "\"\""),
        ("algorithm", "MD5"), ("algorithm", "SHA-512-256"), ("realm\"", "x"),
    ])
    func `a digest of something else is refused`(name: String, value: String) async throws {
        try await playing(.of(["/x": Self.digest])) { instance in
            let client = try await WireClient(instance.url)
            let field = try authorization(await client.fetch("/x"), "SHA-256") { parameters in
                guard let index = parameters.firstIndex(where: { $0.0 == name }) else {
                    return parameters.append((name, value))
                }
                parameters[index].1 = value
            }
            let response = try await client.fetch("/x", [field])
            #expect(response.head.status == 401)
            #expect(response["WWW-Authenticate"]?.contains("stale") == false)
        }
    }

    @Test func `the nonce of another instance is stale, and a wrong password is only wrong`() async throws {
        let asked = try await playing(.of(["/x": Self.digest])) { try await WireClient($0.url).fetch("/x") }
        try await playing(.of(["/x": Self.digest])) { instance in
            let client = try await WireClient(instance.url)
            let stale = try await client.fetch("/x", [authorization(asked, "SHA-256")])
            #expect(stale.head.status == 401)
            #expect(stale.head.fields.values("WWW-Authenticate").allSatisfy { $0.hasSuffix(", stale=true") })
            let fresh = try authorization(stale, "SHA-256")
            #expect(try await client.fetch("/x", [fresh]).head.status == 200)
            let wrong = try await client.fetch("/x", [authorization(stale, "SHA-256", password: "sesame")])
            #expect(wrong.head.status == 401)
            #expect(wrong["WWW-Authenticate"]?.contains("stale") == false)
        }
    }
}
