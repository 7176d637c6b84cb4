import EventLoop
import FixtureServer
import Fixtures
import Foundation
import HTTPMessages
import Scenarios
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The pages of a server that shows everything, as people and programs read them.
@Suite(.timeLimit(.minutes(20))) struct ShowcasePageTests {
    private static let browser = ["Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]

    @Test(arguments: [
        (["Accept: */*"], "text/plain"), ([], "text/plain"), (["Accept: text/html;q=0, text/plain"], "text/plain"),
        (["Accept: application/json"], "text/plain"), (["Accept: text/html"], "text/html"), (browser, "text/html"),
    ])
    func `a browser is given HTML, everybody else text`(fields: [String], type: String) async throws {
        try await showing { instance, _ in
            for path in ["/", "/s/slow-chunks", "/s/framing/", "/nowhere"] {
                let page = try await instance.ask(path, fields)
                #expect(page["Content-Type"] == type + "; charset=utf-8" && page["Vary"] == "Accept")
                #expect(page.text.hasPrefix("<!DOCTYPE html>") == (type == "text/html"))
            }
        }
    }

    @Test func `every scenario and every fixture is listed in both forms`() async throws {
        let scenarios = try ScenarioCatalog.located(besides: nil).load(matching: [])
        let fixtures = try #require(ShowcaseFixtureTests.manifest).fixtures
        try await showing { instance, _ in
            let text = try await instance.ask("/").text
            let html = try WellFormed(try await instance.ask("/", Self.browser).body)
            for scenario in scenarios {
                #expect(text.contains("\nhttp://test/s/\(scenario.id)/\n"))
                #expect(html.links.contains("/s/\(scenario.id)/"))
                #expect(html.text.contains(scenario.title) && html.text.contains(scenario.why))
            }
            for fixture in fixtures {
                let line = "curl -O http://test/\(fixture.path)"
                #expect(html.links.contains("/\(fixture.path)"))
                #expect(text.contains("    \(line)\n    # \(fixture.mediaType), \(fixture.size) bytes"))
                #expect(html.commands.contains(line))
            }
        }
    }

    @Test func `pages are well-formed, load nothing, run nothing, and every link leads somewhere`() async throws {
        try await showing { instance, _ in
            var seen: Set<String> = ["/"]
            var open = ["/"]
            while let path = open.popLast() {
                let response = try await instance.ask(path, Self.browser)
                #expect(response.head.status == 200, "\(path)")
                guard response["Content-Type"]?.hasPrefix("text/html") == true else { continue }
                let page = try WellFormed(response.body)
                #expect(page.elements.isDisjoint(with: ["script", "link", "img", "iframe", "object", "form"]))
                #expect(!page.css.contains("url(") && !page.css.contains("@import"))
                #expect(page.css.contains("prefers-color-scheme: dark"))
                #expect(response["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
                for link in page.links where link.hasPrefix("#") {
                    #expect(page.ids.contains(String(link.dropFirst())))
                }
                open += page.links.filter { $0.hasPrefix("/") && seen.insert($0).inserted }
            }
            #expect(seen.count > 50)
        }
    }

    @Test func `what a file says is not taken for HTML`() async throws {
        let folder = try ShowcaseFolder()
        defer { folder.remove() }
        try folder.write("resources: { /x: { body: x } }", to: "Scenarios/a.yaml")
        let text = "sluice: 1\ntitle: A <script> & \"more\"\nwhy: ']]> </p>'\nresources: { /x: { body: x } }\n"
        try Data(text.utf8).write(to: folder.root.appending(path: "Scenarios/b.yaml"))
        try await showing(folder) { instance, _ in
            let page = try WellFormed(try await instance.ask("/", Self.browser).body)
            #expect(page.text.contains("A <script> & \"more\"") && page.text.contains("]]> </p>"))
            #expect(!page.elements.contains("script"))
            for host in ["x\"onload=\"a", "a b", "$(id)", "x;id"] {
                let client = try await WireClient(instance.url)
                try await client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                let page = await client.response()
                #expect(page.head.status == 400 || page.text.contains("curl -O \(instance.url)/s/b/x\n"), "\(host)")
            }
        }
    }

    @Test(arguments: ["/", "/s/slow-chunks", "/nowhere"])
    func `HEAD has the fields of GET, and other methods are refused`(path: String) async throws {
        try await showing { instance, _ in
            let client = try await WireClient(instance.url)
            let get = try await client.fetch(path)
            let head = try await client.fetch(path, method: .head)
            #expect(head.head.status == get.head.status && head.body.isEmpty)
            #expect(head["Content-Length"] == "\(get.body.count)" && get["Content-Length"] == "\(get.body.count)")
            guard path != "/nowhere" else { return }
            let refused = try await client.fetch(path, method: "POST", ["Content-Length: 0"])
            #expect(refused.head.status == 405)
            #expect(refused["Allow"] == (path == "/" ? "GET, HEAD" : "GET, HEAD, DELETE"))
        }
    }
}

/// A page as an XML parser sees it.
private struct WellFormed {
    let text: String
    let elements: Set<String>
    let links: [String]
    let ids: Set<String>
    let commands: [String]
    let css: String

    init(_ bytes: [UInt8]) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        try #require(reader.isBalanced && parser.parserError == nil)
        text = reader.text
        elements = reader.elements
        links = reader.links
        ids = reader.ids
        commands = reader.texts["code"] ?? []
        css = (reader.texts["style"] ?? []).joined()
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var text = ""
        var elements: Set<String> = []
        var links: [String] = []
        var ids: Set<String> = []
        var texts: [String: [String]] = [:]
        private(set) var isBalanced = true
        private var path: [String] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            path.append(name)
            elements.insert(name)
            texts[name, default: []].append("")
            if let link = attributes["href"] { links.append(link) }
            if let id = attributes["id"] { ids.insert(id) }
        }

        func parser(_ parser: XMLParser, foundCharacters characters: String) {
            text += characters
            guard let name = path.last, let count = texts[name]?.count else { return }
            texts[name]?[count - 1] += characters
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            // Foundation on Linux parses on where an element is left open.
            if path.popLast() != name { isBalanced = false }
        }
    }
}
