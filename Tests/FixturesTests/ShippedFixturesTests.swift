import Digests
import Fixtures
import Foundation
import Testing

@Suite struct ShippedFixturesTests {
    @Test func `the manifest names the six fixtures, and every file has an entry`() throws {
        let names = Set(Shipped.fixtures.map(\.path))
        #expect(
            names.isSuperset(of: [
                "images/aurora.jpg", "images/aurora-progressive.jpg", "images/aurora-interlaced.png",
                "audio/tune-cbr.mp3", "audio/tune.m4a", "catalog/music.json",
            ]))
        let root = try FixtureRoot.located(besides: nil)
        for folder in ["audio", "catalog", "images"] {
            let files = try FileManager.default.contentsOfDirectory(atPath: root.directory.appending(path: folder).path)
            #expect(files.map { "\(folder)/\($0)" }.filter { !names.contains($0) } == [])
        }
    }

    @Test(arguments: Shipped.fixtures)
    func `an entry says of its file what the file says of itself`(fixture: Fixture) throws {
        let bytes = try Shipped.bytes(of: fixture)
        let inspection = try Inspection(of: bytes[...], named: fixture.path)
        #expect(SHA256.digest(of: bytes).hex == fixture.sha256)
        #expect(bytes.count == fixture.size)
        #expect(inspection.mediaType == fixture.mediaType)
        #expect(inspection.dimensions == fixture.dimensions)
        #expect(inspection.duration == fixture.duration)
        #expect(inspection.markers == fixture.markers)
    }

    @Test(arguments: Shipped.fixtures)
    func `markers lie in the file, each behind the one before`(fixture: Fixture) {
        let offsets = fixture.markers.all.map(\.offset)
        #expect(offsets.allSatisfy { (0..<fixture.size).contains($0) })
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `the pictures are big enough to be cut and small enough to be shipped`() throws {
        for fixture in Shipped.fixtures(of: "image/jpeg") {
            #expect((100_000...300_000).contains(fixture.size), "\(fixture.path)")
        }
        #expect(Shipped.fixtures.map(\.size).reduce(0, +) < 8 << 20)
    }

    @Test func `the progressive picture has scans, the baseline one has one`() throws {
        let library = FixtureLibrary(root: try .located(besides: nil))
        let progressive = try JPEGImage(parsing: [UInt8](library.contents(of: "images/aurora-progressive.jpg"))[...])
        let baseline = try JPEGImage(parsing: [UInt8](library.contents(of: "images/aurora.jpg"))[...])
        #expect(progressive.isProgressive && progressive.scans.count >= 4)
        #expect(!baseline.isProgressive && baseline.scans.count == 1)
        #expect(progressive.dimensions == baseline.dimensions)
    }

    @Test func `the interlaced picture is, and comes in several chunks`() throws {
        let library = FixtureLibrary(root: try .located(besides: nil))
        let image = try PNGImage(parsing: [UInt8](library.contents(of: "images/aurora-interlaced.png"))[...])
        #expect(image.isInterlaced)
        #expect(image.dataChunks.count > 1)
    }

    @Test func `the tune has one bit rate, plays twenty seconds, and its index comes first in MP4`() throws {
        let library = FixtureLibrary(root: try .located(besides: nil))
        let mp3 = try MP3Audio(parsing: [UInt8](library.contents(of: "audio/tune-cbr.mp3"))[...])
        let mp4 = try MP4Container(parsing: [UInt8](library.contents(of: "audio/tune.m4a"))[...])
        #expect(mp3.isConstantBitRate && mp3.frames.last?.bitRate == 128_000)
        #expect((.milliseconds(19_950)...(.milliseconds(20_100))).contains(mp3.duration))
        #expect(mp4.duration == .seconds(20))
        #expect(mp4.isFastStart)
    }
}
