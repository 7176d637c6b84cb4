import EventLoop
import FixtureServer
import Fixtures
import Foundation
import HTTPMessages
import Scenarios
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The pages of a server that shows everything, as people and programs read them.
@Suite(.timeLimit(.minutes(2))) struct ShowcasePageTests {
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

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func `every curl line of the front page does what is written below it`() async throws {
        try await showing(speed: 1000) { instance, _ in
            let page = try await instance.ask("/").text.replacing("http://test/", with: instance.url + "/")
            let lines = CurlLine.all(in: page)
            #expect(lines.count > 50 && lines.contains { $0.exit == 18 } && lines.contains { $0.exit == 56 })
            #expect(lines.contains { $0.command.contains(" -C - ") })
            let folder = try ShowcaseFolder()
            defer { folder.remove() }
            for line in lines {
                let end = await (try Program("/bin/sh", ["-c", "cd '\(folder.root.path)' && \(line.command) -s"])).end()
                if let exit = line.exit { #expect(end.code == exit, "\(line)") }
                guard let length = line.length else { continue }
                let name = line.command.split(separator: "/").last ?? ""
                let file = folder.root.appending(path: String(name))
                #expect(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize == length, "\(line)")
                try FileManager.default.removeItem(at: file)
            }
        }
    }
}

/// A line of a page in text, and what is written below it.
private struct CurlLine {
    var command: String
    var note: String

    static func all(in page: String) -> [CurlLine] {
        var lines: [CurlLine] = []
        var isNote = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    curl ") {
                lines.append(CurlLine(command: String(line.dropFirst(4)), note: ""))
                isNote = true
            } else if isNote, line.hasPrefix("    # ") {
                lines[lines.count - 1].note += line.dropFirst(5)
            } else {
                isNote = false
            }
        }
        return lines
    }

    /// curl's exit code; nil where the page makes no promise.
    var exit: Int32? {
        if note.contains("what it can") { return nil }
        return number(behind: "curl exits with ").map(Int32.init) ?? 0
    }

    /// How much is there afterwards, where the page says it.
    var length: Int? {
        if let whole = number(behind: "whole, ") { return whole }
        guard let end = note.range(of: " bytes"), exit == 0, note.contains("/") else { return nil }
        return note[..<end.lowerBound].split(separator: " ").last.flatMap { Int($0) }
    }

    private func number(behind words: String) -> Int? {
        note.range(of: words).flatMap { Int(note[$0.upperBound...].prefix(while: \.isNumber)) }
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
            path.removeLast()
        }
    }
}
