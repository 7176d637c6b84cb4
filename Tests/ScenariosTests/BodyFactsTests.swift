import Fixtures
import Foundation
import Scenarios
import Testing
import YAML

/// What the lint says of offsets into fixtures.
@Suite struct BodyFactsTests {
    private func complaints(
        _ step: String, file: String = "images/aurora-progressive.jpg", body: String? = nil
    ) throws -> [String] {
        let text = """
            sluice: 1
            title: t
            why: w
            resources: { /x: { body: \(body ?? "{ file: \(file) }"), script: [{ at: \(step), hold: here }] } }
            client: [{ get: /x, as: a }, { await: here }, { open: here }]

            """
        let fixtures = FixtureLibrary(root: try FixtureRoot.located(besides: nil))
        return ScenarioFile(reading: Array(text.utf8), path: "f.yaml", fixtures: fixtures).complaints.map(\.message)
    }

    @Test(arguments: ["marker:jpeg-scan-2", "marker:jpeg-eoi-1B", "60%", "-1B", "100KiB"])
    func `places in the fixture are sound`(place: String) throws {
        #expect(try complaints(place) == [])
    }

    @Test(arguments: ["marker:jpeg-scan-99", "marker:mp3-frame-1", "marker:jpeg-eoi+1KiB", "1MiB", "-1MiB"])
    func `places outside the fixture are not`(place: String) throws {
        #expect(try complaints(place).map { $0.hasSuffix("lies outside the body") } == [true])
    }

    @Test func `a fixture that is not there is named with the nearest one`() throws {
        let found = try complaints("60%", file: "images/aurora-progresive.jpg")
        #expect(
            found == ["There is no fixture “images/aurora-progresive.jpg”; did you mean images/aurora-progressive.jpg?"]
        )
    }

    @Test func `a text that is the path of a fixture was meant as the fixture`() throws {
        let found = try complaints("50%", body: "audio/tune-cbr.mp3")
        #expect(found.contains { $0.contains("which is written { file: audio/tune-cbr.mp3 }") }, "\(found)")
        #expect(try complaints("50%", body: "audio/of-mine.mp3") == [])
    }

    @Test func `a folder of somebody's own needs no manifest`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "facts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(count: 100).write(to: folder.appending(path: "own.bin"))
        let text = """
            sluice: 1
            title: t
            why: w
            resources: { /x: { body: { file: own.bin }, script: [{ at: 101B, hold: here }] } }

            """
        let fixtures = FixtureLibrary(root: try FixtureRoot(directory: folder))
        let file = ScenarioFile(reading: Array(text.utf8), path: "f.yaml", fixtures: fixtures)
        #expect(file.complaints.map(\.hints) == [["the body has 100 bytes"]])
    }
}
