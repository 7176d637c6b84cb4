import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import FixtureServer

/// The OpenAPI document says of the server what the server says of itself.
@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
    /// The document, as far as tests look at it.
    struct Document: Decodable, Sendable {
        struct Operation: Decodable, Sendable {
            struct Parameter: Decodable, Sendable {
                var name: String
                var location: String
                private enum CodingKeys: String, CodingKey { case name, location = "in" }
            }
            struct Response: Decodable, Sendable {
                struct Media: Decodable, Sendable { var schema: Schema }
                var reference: String?
                var content: [String: Media]?
                private enum CodingKeys: String, CodingKey { case reference = "$ref", content }
            }
            struct Content: Decodable, Sendable {
                struct Media: Decodable, Sendable { var schema: Schema }
                var content: [String: Media]
            }
            var operationId: String
            var requestBody: Content?
            var responses: [String: Response]
        }
        struct Path: Decodable, Sendable {
            var parameters: [Operation.Parameter]?
            var get: Operation?
            var post: Operation?
            var delete: Operation?

            var operations: [(HTTPMethod, Operation)] {
                [("GET", get), ("POST", post), ("DELETE", delete)].compactMap { method, found in
                    found.map { (method, $0) }
                }
            }
        }
        final class Schema: Decodable, Sendable {
            let reference: String?
            let properties: [String: Schema]?
            let required: [String]?
            let items: Schema?
            private enum CodingKeys: String, CodingKey { case reference = "$ref", properties, required, items }
        }
        struct Server: Decodable, Sendable { var url: String }
        struct Components: Decodable, Sendable { var schemas: [String: Schema] }
        var openapi: String
        var servers: [Server]
        var paths: [String: Path]
        var components: Components

        func schema(_ schema: Schema) -> Schema {
            schema.reference?.split(separator: "/").last.flatMap { components.schemas[String($0)] } ?? schema
        }
    }

    private func document() throws -> Document {
        try JSONDecoder().decode(Document.self, from: Data(PackageResources.openapi_json))
    }

    @Test func `it is served, and lists every route that there is and no other`() async throws {
        let served: Document = try await controlling { try await $0.ask("GET", "/openapi.json").value() }
        #expect(served.openapi == "3.1.0" && served.servers.map(\.url) == [FixtureServer.Control.prefix])
        let listed = served.paths.flatMap { path, item in item.operations.map { "\($0) \(path) \($1.operationId)" } }
        let known = ControlRoute.allCases.map { "\($0.method) \($0.template) \($0.rawValue)" }
        #expect(listed.sorted() == known.sorted())
    }

    @Test func `the query of a route is what the document says`() throws {
        // Only read here: `parameters` of an operation are its query.
        struct Queries: Decodable {
            struct Item: Decodable {
                struct Get: Decodable { var parameters: [Document.Operation.Parameter]? }
                var get: Get?
            }
            var paths: [String: Item]
        }
        let queries = try JSONDecoder().decode(Queries.self, from: Data(PackageResources.openapi_json))
        for route in ControlRoute.allCases where route.method == .get {
            let listed = queries.paths[route.template]?.get?.parameters?.filter { $0.location == "query" }.map(\.name)
            #expect((listed ?? []).sorted() == route.queryNames.sorted(), "\(route)")
        }
    }

    /// A request for every route and the status it has; in this order, so that the last one takes the instance away.
    static let requests: [(ControlRoute, HTTPMethod, String, String?, Int)] = [
        (.index, "GET", "/", nil, 200), (.description, "GET", "/openapi.json", nil, 200),
        (
            .makeInstance, "POST", "/instances",
            #"{"scenario":"held","seed":1,"speed":2,"gates":"shut","idleTime":60}"#, 201
        ),
        (.makeInstance, "POST", "/instances", "[]", 400),
        (.makeInstance, "POST", "/instances", #"{"scenario":"nothing"}"#, 422),
        (.makeInstance, "POST", "/instances", String(repeating: " ", count: 2000), 413),
        (.instances, "GET", "/instances", nil, 200),
        (.instance, "GET", "/instances/i2", nil, 200), (.instance, "GET", "/instances/i99", nil, 404),
        (.gates, "GET", "/instances/i2/gates", nil, 200), (.gates, "GET", "/instances/i99/gates", nil, 404),
        (.gate, "GET", "/instances/i2/gates/gate", nil, 200), (.gate, "GET", "/instances/i2/gates/no", nil, 404),
        (.openGate, "POST", "/instances/i2/gates/gate", #"{"count":1}"#, 200),
        (.openGate, "POST", "/instances/i2/gates/no", "{}", 404),
        (.openGate, "POST", "/instances/i2/gates/gate", "{", 400),
        (.openGate, "POST", "/instances/i2/gates/forever", "{}", 409),
        (.journal, "GET", "/instances/i2/journal", nil, 200), (.journal, "GET", "/instances/i99/journal", nil, 404),
        (.events, "GET", "/instances/i2/events?from=0&follow=false", nil, 200),
        (.events, "GET", "/instances/i2/events?from=x", nil, 400), (.events, "GET", "/instances/i9/events", nil, 404),
        (.wait, "GET", "/instances/i2/wait?ended=1&limit=10s", nil, 200),
        (.wait, "GET", "/instances/i2/wait?closed=99&limit=1ms", nil, 409),
        (.wait, "GET", "/instances/i2/wait", nil, 400), (.wait, "GET", "/instances/i9/wait?ended=1", nil, 404),
        (.reset, "POST", "/instances/i2/reset", "{}", 200), (.reset, "POST", "/instances/i2/reset", "[", 400),
        (.reset, "POST", "/instances/i9/reset", "{}", 404),
        (.endInstance, "DELETE", "/instances/default", nil, 409), (.endInstance, "DELETE", "/instances/i9", nil, 404),
        (.endInstance, "DELETE", "/instances/i2", nil, 204), (.endInstance, "DELETE", "/instances/i2", nil, 410),
        (.wait, "GET", "/instances/i2/wait?ended=1", nil, 410),
        (.openGate, "POST", "/instances/i2/gates/gate", "{}", 410),
        (.reset, "POST", "/instances/i2/reset", "{}", 410),
    ]

    @Test func `every route answers as the document says`() async throws {
        let document = try document()
        #expect(Set(Self.requests.map(\.0)) == Set(ControlRoute.allCases))
        try await controlling { api in
            for (route, method, path, json, status) in Self.requests {
                if route == .gate, status == 200 {
                    // Something to tell of: an exchange that waits, and later one that is over.
                    let url = try await api.ask("GET", "/instances/i2").value(Controlled.Shown.self).url
                    let client = try await WireClient(url)
                    try await client.get("/x")
                    _ = try await api.ask("GET", "/instances/i2/wait?reached=gate")
                    try await check(try await api.ask(method, path, json), of: route, status, document)
                    _ = try await api.ask("POST", "/instances/i2/gates/gate", "{}")
                    _ = await client.response()
                    continue
                }
                try await check(try await api.ask(method, path, json), of: route, status, document)
            }
        }
    }

    @Test func `what is refused to everybody is documented for every route`() throws {
        for (path, item) in try document().paths {
            for (method, operation) in item.operations {
                #expect(operation.responses["401"] != nil && operation.responses["403"] != nil, "\(method) \(path)")
                if method == "POST" {
                    #expect(operation.responses["413"] != nil && operation.responses["415"] != nil, "\(path)")
                    #expect(operation.requestBody?.content.keys.sorted() == ["application/json"], "\(path)")
                }
            }
        }
    }

    private func check(
        _ answer: WireClient.Response, of route: ControlRoute, _ status: Int, _ document: Document
    ) async throws {
        #expect(answer.head.status == status, "\(route): \(answer.text)")
        let operation = document.paths[route.template]?.operations.first { $0.0 == route.method }?.1
        let response = try #require(operation?.responses[String(status)], "\(route) has no \(status) in the document")
        guard status != 204 else { return #expect(answer.body.isEmpty && response.content == nil) }
        guard response.reference == nil else {
            #expect(answer.problem != nil, "\(route): \(answer.text)")
            return check(answer.body, as: try #require(document.components.schemas["Problem"]), document, "\(route)")
        }
        let media = try #require(response.content?[answer["Content-Type"] ?? ""], "\(route): another type")
        let lines =
            answer["Content-Type"] == "application/x-ndjson" ? answer.body.split(separator: 0x0A) : [answer.body[...]]
        #expect(!lines.isEmpty)
        for line in lines { check(Array(line), as: document.schema(media.schema), document, "\(route)") }
    }

    /// Compares the names of an object, and of the objects in it that the document describes.
    private func check(_ json: [UInt8], as schema: Document.Schema, _ document: Document, _ what: String) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else {
            return #expect(Bool(false), "\(what) is no object")
        }
        check(value, as: schema, document, what)
    }

    private func check(_ value: [String: Any], as schema: Document.Schema, _ document: Document, _ what: String) {
        guard let properties = schema.properties else { return }
        for name in value.keys where properties[name] == nil {
            #expect(Bool(false), "\(what) has '\(name)', which the document does not describe")
        }
        for name in schema.required ?? [] where value[name] == nil {
            #expect(Bool(false), "\(what) has no '\(name)', which the document requires")
        }
        for (name, inner) in value {
            guard let property = properties[name].map(document.schema) else { continue }
            let objects = (inner as? [String: Any]).map { [$0] } ?? (inner as? [[String: Any]]) ?? []
            for object in objects {
                check(object, as: property.items.map(document.schema) ?? property, document, "\(what).\(name)")
            }
        }
    }

    @Test(.enabled(if: SpecValidator.isInstalled, "openapi-spec-validator is not installed; `make deps-dev` brings it"))
    func `an independent validator has nothing to say against it`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID()).json")
        try Data(PackageResources.openapi_json).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let end = await
            (try Program(SpecValidator.python[0], SpecValidator.python[1...] + ["-m", SpecValidator.module, file.path]))
            .end()
        #expect(end.code == 0, "\(end.output)\(end.errors)")
    }
}

/// The validator of OpenAPI documents from PyPI.
private enum SpecValidator {
    static let python = ["/usr/bin/env", "python3"]
    static let module = "openapi_spec_validator"

    static let isInstalled: Bool = {
        guard let silence = try? Spawned.silence(),
            let process = try? Spawned(
                python[0], python[1...] + ["-c", "import \(module)"], input: silence, output: silence, error: silence)
        else { return false }
        return process.wait() == 0
    }()
}
