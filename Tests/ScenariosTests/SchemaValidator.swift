import Foundation
import Scenarios
import TestSupport

/// The program check-jsonschema from PyPI, which reads YAML as editors do.
enum SchemaValidator {
    static let schema: URL =
        ((try? ScenarioCatalog.located(besides: nil).directory) ?? URL(filePath: "Scenarios"))
        .appending(path: "schema.json")

    static let isInstalled: Bool = {
        guard let silence = try? Spawned.silence(),
            let process = try? Spawned(
                "/usr/bin/env", ["python3", "-c", "import check_jsonschema"], input: silence, output: silence,
                error: silence)
        else { return false }
        return process.wait() == 0
    }()

    static func run(_ arguments: [String]) async throws -> (output: String, errors: String, code: Int32) {
        await (try Program("/usr/bin/env", ["python3", "-m", "check_jsonschema"] + arguments)).end()
    }

    /// The files that are wrong, and all that is said of them.
    static func rejected(_ files: [String]) async throws -> (files: Set<String>, story: String) {
        struct Report: Decodable {
            struct Complaint: Decodable { var filename: String }
            var errors: [Complaint]?
            var parse_errors: [Complaint]?
        }
        let end = try await run(["-o", "json", "--schemafile", schema.path] + files)
        let report = try JSONDecoder().decode(Report.self, from: Data(end.output.utf8))
        return (Set(((report.errors ?? []) + (report.parse_errors ?? [])).map(\.filename)), end.output + end.errors)
    }

    /// The indices of the texts that are wrong as files.
    static func rejected(texts: [String]) async throws -> (indices: Set<Int>, story: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "schema-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = texts.indices.map { folder.appending(path: "\($0).yaml").path }
        for (file, text) in zip(files, texts) { try Data(text.utf8).write(to: URL(filePath: file)) }
        let (rejected, story) = try await rejected(files)
        return (Set(files.indices.filter { rejected.contains(files[$0]) }), story)
    }
}
