// Writes which rows of docs/contract.md were proved by a run: by passed tests that carry the row's tag, and by passed checks
// of scenarios that name it. Ends with 1 where a row has neither; with `--check`, also where the document names a test that
// did not pass, instead of writing it.
// usage: swift .ci/contract-coverage.swift [--check] TESTS.jsonl RESULTS.json DOCUMENT
import Foundation

// Rows that wait for what they are about: a session that outlives its process, connectivity, cookies, the cache, proxies that
// are asked for, answers to challenges, TLS and HTTP/2.
let later: Set = ["S10", "S16", "S18", "S19", "S20", "A01", "A02", "A03", "R11", "E25"]
let namedFiles = 3

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
}

func contents(of path: String) -> Data {
    guard let data = FileManager.default.contents(atPath: path) else {
        fail("\(path) cannot be read: run `make test` and `make conform` first")
    }
    return data
}

func decoded<Value: Decodable>(_ type: Value.Type, _ data: Data, from path: String) -> Value {
    do { return try JSONDecoder().decode(type, from: data) } catch {
        fail("\(path) is not what was expected: \(error)")
    }
}

struct Row {
    let id: String
    let behaviour: String
}

/// What the library of tests tells of a run, a line each; only what is needed here.
struct TestLine: Decodable {
    struct Payload: Decodable {
        struct Message: Decodable { let symbol: String }

        let kind: String
        let id: String?
        let name: String?
        let displayName: String?
        let _tags: [String]?
        let testID: String?
        let messages: [Message]?
    }

    let kind: String
    let payload: Payload
}

struct Results: Decodable {
    struct Client: Decodable {
        struct Result: Decodable {
            struct Finding: Decodable {
                struct Verdict: Decodable { let verdict: String }

                let refs: [String]
                let verdict: Verdict
            }

            let file: String
            let findings: [Finding]
        }

        let name: String
        let results: [Result]
    }

    let clients: [Client]
}

func rows(in path: String) -> [Row] {
    String(decoding: contents(of: path), as: UTF8.self).split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count > 2, cells[0].wholeMatch(of: #/[A-Z][0-9]{2}/#) != nil else { return nil }
        return Row(id: cells[0], behaviour: cells[1].replacing("**", with: ""))
    }
}

/// The passed tests by row, each as `Suite: its name`.
func tests(in path: String) -> [String: Set<String>] {
    var described: [String: (tags: [String], text: String)] = [:]
    var found: [String: Set<String>] = [:]
    for line in contents(of: path).split(separator: UInt8(ascii: "\n")) {
        let record = decoded(TestLine.self, Data(line), from: path)
        let payload = record.payload
        if record.kind == "test", payload.kind == "function", let id = payload.id {
            let suite = id.split(separator: "/").first?.split(separator: ".").dropFirst().joined(separator: ".") ?? ""
            described[id] = (payload._tags ?? [], "\(suite): \(payload.displayName ?? payload.name ?? id)")
        } else if payload.kind == "testEnded", payload.messages?.first?.symbol == "pass",
            let id = payload.testID, let test = described[id]
        {
            for tag in test.tags { found[String(tag.drop { $0 == "." }), default: []].insert(test.text) }
        }
    }
    return found
}

/// The scenario files with passed checks of the bundled client, by row.
func files(in path: String) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    let results = decoded(Results.self, contents(of: path), from: path)
    for client in results.clients where client.name == "sessionkit" {
        for result in client.results {
            for finding in result.findings where finding.verdict.verdict == "pass" {
                for ref in finding.refs { found[ref, default: []].insert(result.file) }
            }
        }
    }
    return found
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isChecking = arguments.first == "--check"
if isChecking { arguments.removeFirst() }
guard arguments.count == 3 else {
    fail("usage: swift .ci/contract-coverage.swift [--check] TESTS.jsonl RESULTS.json DOCUMENT")
}

let all = rows(in: "docs/contract.md")
let passedTests = tests(in: arguments[0])
let provingFiles = files(in: arguments[1])

var document = """
    # What proves the contract

    Made by `make coverage` from a run of the tests and of the conformance suite against the bundled client; a row of
    [the contract](contract.md) counts only with a test or a check that passed. Where more than \(namedFiles) scenario
    files have checks that name a row, the first \(namedFiles) are listed.

    | row | behaviour | tests | checks in scenarios |
    | --- | --- | --- | --- |

    """
var unproved: [String] = []
for row in all {
    let tests = passedTests[row.id, default: []].sorted()
    let files = provingFiles[row.id, default: []].sorted()
    var inScenarios = files.prefix(namedFiles).map { "`\($0)`" }.joined(separator: ", ")
    if files.count > namedFiles { inScenarios += ", …" }
    if tests.isEmpty, files.isEmpty {
        if !later.contains(row.id) { unproved.append(row.id) }
        inScenarios = later.contains(row.id) ? "waits" : "**nothing**"
    }
    let inTests = tests.joined(separator: "<br>")
    document += "| \(row.id) | \(row.behaviour) | \(inTests) | \(inScenarios) |\n"
}

guard unproved.isEmpty else {
    fail(
        "no passed test and no passed check of a scenario proves \(unproved.joined(separator: ", ")) of docs/contract.md"
    )
}
if isChecking {
    // Which files come first may change with every scenario; what is said to prove a row has to.
    let lines = String(decoding: contents(of: arguments[2]), as: UTF8.self).split(separator: "\n")
    for row in all {
        guard let line = lines.first(where: { $0.hasPrefix("| \(row.id) |") }) else {
            fail("\(arguments[2]) has no row \(row.id): `make coverage` writes it again")
        }
        let named = line.split(separator: " | ", omittingEmptySubsequences: false).dropFirst(2).first ?? ""
        for test in named.split(separator: "<br>") where !passedTests[row.id, default: []].contains(String(test)) {
            fail("\(arguments[2]) has \(row.id) proved by \(test), which did not pass: `make coverage` writes it again")
        }
    }
} else {
    do { try Data(document.utf8).write(to: URL(fileURLWithPath: arguments[2])) } catch { fail("\(error)") }
}
let proved = all.filter { passedTests[$0.id] != nil || provingFiles[$0.id] != nil }.count
print("\(proved) of \(all.count) rows of the contract are proved; \(all.count - proved) wait")
