// Checks the one direction of dependencies in the dumped package: a target depends only on targets listed above it,
// imports only what it declares, and `import C…` and `unsafe` stay in the wrapper targets.
// usage: swift .ci/check-targets.swift PACKAGE.json
import Foundation

// The targets that wrap a C library (Locks: pthread): everything else stays memory-safe.
let wrappers: Set = [
    "Locks", "YAML", "Digests", "Compression", "CommandLineOptions", "EventLoop", "ChildProcesses", "CurlEngine",
]
// The server starts in milliseconds, and the runner knows no client from inside.
let forbidden = ["FixtureServer": ["FoundationNetworking"], "Conformance": ["SessionKit", "FoundationNetworking"]]

struct Package: Decodable {
    struct Target: Decodable {
        struct Dependency: Decodable {
            let byName: [String?]?
            let target: [String?]?
            var name: String? { (byName ?? target)?.first ?? nil }
        }

        let name: String
        let type: String
        let path: String?
        let dependencies: [Dependency]

        var isSystemLibrary: Bool { type.hasPrefix("system") }
        var isTest: Bool { type == "test" || name == "TestSupport" }
        var folder: String { path ?? (isTest ? "Tests/\(name)" : "Sources/\(name)") }
    }

    let targets: [Target]
}

func swiftFiles(below folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }.sorted()
}

/// The module an import line names, or `nil` for any other line.
func importedModule(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy(isModifier) else { return nil }
    let named = words[(place + 1)...].first { !["struct", "class", "enum", "func"].contains($0) }
    return named.map { String($0.split(separator: ".")[0]) }
}

func isModifier(_ word: Substring) -> Bool {
    ["public", "package", "internal", "fileprivate", "private"].contains(word) || word.hasPrefix("@")
}

func usesUnsafe(_ line: Substring) -> Bool {
    let code = line.components(separatedBy: "//")[0]
    return code.range(of: #"(^|[\s(,=\[])unsafe\s"#, options: .regularExpression) != nil
}

let file = CommandLine.arguments.dropFirst().first ?? ".build/package.json"
let package = try JSONDecoder().decode(Package.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
let own = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
var complaints: [String] = []
var above: Set<String> = []

for target in package.targets {
    let declared = target.dependencies.compactMap(\.name)
    for name in declared where own[name] != nil && !above.contains(name) {
        complaints.append("Package.swift: \(target.name) depends on \(name), which is not listed above it")
    }
    above.insert(target.name)
    guard !target.isSystemLibrary else { continue }
    for path in swiftFiles(below: target.folder) {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let place = "\(path):\(number + 1)"
            if let module = importedModule(line), let imported = own[module], module != target.name {
                if !declared.contains(module) {
                    complaints.append("\(place): \(target.name) imports \(module) without declaring it")
                }
                if imported.isSystemLibrary && !wrappers.contains(target.name) {
                    complaints.append("\(place): only a wrapper target may import \(module)")
                }
            }
            if let module = importedModule(line), forbidden[target.name]?.contains(module) == true {
                complaints.append("\(place): \(target.name) must never import \(module)")
            }
            if usesUnsafe(line) && !target.isTest && !wrappers.contains(target.name) {
                complaints.append("\(place): `unsafe` belongs into a wrapper target, not into \(target.name)")
            }
        }
    }
}
complaints.forEach { print($0) }
print(complaints.isEmpty ? "targets: one direction, \(own.count) targets" : "targets: \(complaints.count) complaints")
exit(complaints.isEmpty ? 0 : 1)
