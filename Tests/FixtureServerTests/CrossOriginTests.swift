import EventLoop
import FixtureServer
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

/// What pages of other origins may read, and what they are told when they ask before (CORS).
@Suite(.timeLimit(.minutes(5))) struct CrossOriginTests {
    private static let page = "http://page.example:8000"
    private static let origin = "Origin: \(page)"
    private static let asking = [origin, "Access-Control-Request-Method: GET"]

    private static let scenario: Scenario = {
        let once = Attempt(answer: Answer(body: .text("once"), cors: true), location: here)
        var scenario = Scenario.of([
            "/x": Answer(body: .text("hello"), cors: true, fields: [FieldLine(name: "X-Two", value: "b")]),
            "/closed": Answer(body: .text("hello")), "/gone": Answer(cors: true, status: 404),
            "/locked": Answer(auth: .basic(Credentials(user: "a", password: "b")), cors: true),
            "/own": Answer(cors: true, fields: [FieldLine(name: "Access-Control-Allow-Origin", value: "null")]),
            "/less": Answer(cors: true, drop: ["Access-Control-Expose-Headers"]),
        ])
        scenario.resources.append(
            Resource(
                path: ResourcePath(path: "/twice"), answer: Answer(body: .text("later"), cors: true),
                attempts: [once], location: here))
        return scenario
    }()

    @Test(
        arguments: [
            ("/x", [], 200), ("/x", ["Range: bytes=1-2"], 206), ("/x", ["Range: bytes=9-"], 416),
            ("/x", ["If-None-Match: *"], 304), ("/x", ["If-Match: \"other\""], 412), ("/gone", [], 404),
            ("/locked", [], 401), ("/less", [], 200),
        ] as [(String, [String], Int)])
    func `an answer of any status may be read by the page that asks`(
        target: String, fields: [String], status: Int
    ) async throws {
        try await playing(Self.scenario) { instance in
            let client = try await WireClient(instance.url)
            // Twice: small answers are kept ready.
            for _ in 1...2 {
                let response = try await client.fetch(target, fields + [Self.origin])
                #expect(response.head.status == status)
                #expect(response.head.fields.values("Access-Control-Allow-Origin") == [Self.page])
                #expect(response["Access-Control-Allow-Credentials"] == "true")
                #expect(response.head.fields.lists("Origin", under: "Vary"))
                let exposed = response.head.fields.list("Access-Control-Expose-Headers")
                let names = response.head.fields.map(\.name).filter { $0 != "Vary" && !$0.hasPrefix("Access-Control-") }
                #expect(exposed == (target == "/less" ? [] : names))
            }
        }
    }

    @Test func `what a page reads of a part is all there is in its head`() async throws {
        try await playing(Self.scenario) { instance in
            let client = try await WireClient(instance.url)
            let exposed = try await client.fetch("/x", ["Range: bytes=1-2", Self.origin])[
                "Access-Control-Expose-Headers"]
            let names = "Date, Content-Type, Content-Length, Last-Modified, ETag, Accept-Ranges, Content-Range, X-Two"
            #expect(exposed == names)
        }
    }

    @Test func `whoever is not of a page is only told that the answer depends on it`() async throws {
        try await playing(Self.scenario) { instance in
            let response = try await WireClient(instance.url).fetch("/x")
            #expect(response["Vary"] == "Origin")
            #expect(!response.head.fields.contains { $0.name.hasPrefix("Access-Control-") })
        }
    }

    @Test(arguments: ["/x", "/twice", "/locked"])
    func `a page that asks before it sends may send what it likes`(target: String) async throws {
        try await playing(Self.scenario) { instance in
            let client = try await WireClient(instance.url)
            let fields = Self.asking + ["Access-Control-Request-Headers: range, x-mine"]
            let response = try await client.fetch(target, method: "OPTIONS", fields)
            #expect(response.head.status == 204 && response.body.isEmpty && response["Content-Length"] == nil)
            #expect(response["Access-Control-Allow-Origin"] == Self.page && response["Vary"] == "Origin")
            let methods = response.head.fields.list("Access-Control-Allow-Methods")
            #expect(Set(methods).isSuperset(of: ["GET", "HEAD", "PUT", "DELETE"]))
            let allowed = response.head.fields.list("Access-Control-Allow-Headers")
            #expect(allowed.contains("Range") && allowed.contains("If-Range") && allowed.contains("x-mine"))
            #expect(!allowed.contains("range"), "no name is said twice")
            // It took nothing: no attempt, and no number among the requests.
            let first = try await client.fetch(target, [Self.origin])
            #expect(first.body == Array("once".utf8) || target != "/twice")
            let exchanges = await instance.end().exchanges
            #expect(exchanges.map(\.resource) == [nil, target] && exchanges.last?.occurrence == 1)
        }
    }

    @Test(arguments: [("/closed", asking), ("/x", [origin]), ("/x", [asking[1]])])
    func `other requests with OPTIONS are answered as they were`(target: String, fields: [String]) async throws {
        try await playing(Self.scenario) { instance in
            let response = try await WireClient(instance.url).fetch(target, method: "OPTIONS", fields)
            #expect(response.head.status == 200 && response["Access-Control-Allow-Methods"] == nil)
            #expect(response.body == Array("hello".utf8))
        }
    }

    @Test(arguments: [[origin], []])
    func `nothing is granted where nothing is said`(fields: [String]) async throws {
        try await playing(Self.scenario) { instance in
            let client = try await WireClient(instance.url)
            for target in ["/closed", "/nothing"] {
                let response = try await client.fetch(target, fields)
                #expect(response["Vary"] == nil && response["Access-Control-Allow-Origin"] == nil)
            }
        }
    }

    @Test func `what the scenario sends itself stands`() async throws {
        try await playing(Self.scenario) { instance in
            let response = try await WireClient(instance.url).fetch("/own", [Self.origin])
            #expect(response.head.fields.values("Access-Control-Allow-Origin") == ["null"])
        }
    }

    @Test func `a URL of a fixture says it, for the page that asks before as well`() async throws {
        try await showing { instance, _ in
            let client = try await WireClient(instance.url)
            let target = "/images/pixel.png?cors=true"
            let asked = try await client.fetch(target, method: "OPTIONS", Self.asking)
            #expect(asked.head.status == 204 && asked["Access-Control-Allow-Origin"] == Self.page)
            #expect(try await client.fetch(target, [Self.origin])["Access-Control-Allow-Origin"] == Self.page)
            let plain = try await client.fetch("/images/pixel.png", [Self.origin])
            #expect(plain.head.status == 200 && plain["Access-Control-Allow-Origin"] == nil)
        }
    }

    private struct Ready: Decodable {
        var url: String
    }

    @Test func `the program lets pages read everything but its control API`() async throws {
        let program = try Program("fixture-server", ["-q", "--cors"])
        let url = try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8)).url
        let client = try await WireClient(url)
        for target in ["/images/pixel.png", "/nothing", "/", "/s/range/past-end/song.mp3", "/images/pixel.png?cut=x"] {
            let asked = try await client.fetch(target, method: "OPTIONS", Self.asking)
            #expect(asked.head.status == 204, "\(target)")
            for _ in 1...2 {
                let response = try await client.fetch(target, [Self.origin])
                #expect(response["Access-Control-Allow-Origin"] == Self.page, "\(target)")
            }
        }
        for method in ["GET", "OPTIONS"] as [HTTPMethod] {
            let fields = ["Host: 127.0.0.1"] + Self.asking
            let text = (["\(method) /_sluice/instances HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n")
            try await client.expect(method, text)
            let refused = await client.response()
            #expect(refused.head.status >= 400 && refused["Access-Control-Allow-Origin"] == nil)
        }
        program.signal(SIGTERM)
        #expect(await program.end().code == 0)
    }
}
