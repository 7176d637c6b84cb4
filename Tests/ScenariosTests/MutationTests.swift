import Foundation
import Scenarios
import Testing
import YAML

@Suite struct MutationTests {
    /// All shipped and all faulty files, as seeds.
    static func seeds() throws -> [[UInt8]] {
        let shipped = try ScenarioCatalog.located(besides: nil)
        let good = try shipped.files().map { try Data(contentsOf: shipped.directory.appending(path: $0)) }
        let faulty = try ComplaintTests.names.map {
            try Data(contentsOf: ComplaintTests.folder.appending(path: $0 + ".yaml"))
        }
        return (good + faulty).map { [UInt8]($0) }
    }

    private static let words = [
        "$(x)", "9223372036854775807B", "100%", "marker:", "..", "@", "each: { n: 1..9999999999 }", "- ", "{ ", "}",
        "[", "]", ": ", "#1", "\n  ", "-1B", "0B", "8388607TiB", "endless", "\"\\0\"", "**", "999999999", "éß",
    ].map { Array($0.utf8) }

    @Test func `no mutation of a file crashes the reader, and what it finds has a place`() throws {
        let seeds = try Self.seeds()
        var noise = Noise(state: 11)
        for round in 0..<1000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...noise.below(4) {
                let place = noise.below(bytes.count + 1)
                switch noise.below(4) {
                case 0: bytes.insert(contentsOf: Self.words[noise.below(Self.words.count)], at: place)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + noise.below(20)))
                case 2: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: noise.next()) }
                default:
                    let other = seeds[noise.below(seeds.count)]
                    let start = noise.below(other.count + 1)
                    bytes.insert(contentsOf: other[start..<min(other.count, start + noise.below(60))], at: place)
                }
            }
            let file = ScenarioFile(reading: bytes, path: "f.yaml")
            #expect(!file.scenarios.isEmpty || !file.complaints.isEmpty)
            #expect(file.complaints.allSatisfy { $0.location.line > 0 && $0.location.column > 0 })
        }
    }
}

/// A generator that gives the same numbers in every run.
struct Noise {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    mutating func below(_ limit: Int) -> Int { limit == 0 ? 0 : Int(next() % UInt64(limit)) }
}
