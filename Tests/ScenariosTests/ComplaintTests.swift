import Foundation
import Scenarios
import Testing
import YAML

/// `Complaints/NAME.yaml` are faulty files, `NAME.txt` beside them what is said about each.
@Suite struct ComplaintTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Complaints")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test(arguments: names)
    func `a faulty file gets exactly these complaints`(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name + ".yaml")))
        let found = ScenarioFile(reading: bytes, path: name + ".yaml").complaints.map(\.description)
        let expected = try String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8)
        #expect(found.joined(separator: "\n") + "\n" == expected)
    }

    @Test func `there are faulty files to read`() {
        #expect(Self.names.count >= 10)
    }
}
