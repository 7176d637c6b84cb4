import Compression
import Digests
import Fixtures
import Foundation
import TestSupport
import Testing

@Suite struct ShippedFixturesTests {
    private let library: FixtureLibrary

    init() throws {
        library = FixtureLibrary(root: try .located(besides: nil))
    }

    private func bytes(_ path: String) throws -> ArraySlice<UInt8> {
        [UInt8](try library.contents(of: path))[...]
    }

    @Test func `the manifest names every kind there shall be, and every file has an entry`() throws {
        let names = Set(Shipped.fixtures.map(\.path))
        #expect(
            names.isSuperset(of: [
                "images/aurora.jpg", "images/aurora-progressive.jpg", "images/aurora-exif.jpg",
                "images/aurora.png", "images/aurora-interlaced.png", "images/aurora-animated.gif",
                "images/aurora.webp", "images/aurora-animated.webp", "images/aurora.avif", "images/pixel.png",
                "audio/tune-cbr.mp3", "audio/tune-vbr.mp3", "audio/tune.m4a", "audio/tune-moov-last.m4a",
                "audio/tune.wav", "audio/tune.ogg", "audio/tune.flac", "catalog/music.json", "text/ruler.txt",
            ]))
        #expect(names.isSuperset(of: Shipped.codedForms.map { "\($0.plain).\($0.ending)" }))
        for folder in ["audio", "catalog", "images", "text"] {
            let directory = library.root.directory.appending(path: folder)
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
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

    @Test func `the pictures are big enough to be cut and all together small enough to be shipped`() throws {
        for fixture in Shipped.fixtures(of: "image/jpeg") {
            #expect((100_000...300_000).contains(fixture.size), "\(fixture.path)")
        }
        let total = try Shipped.fixtures.reduce(0) { $0 + (try Shipped.bytes(of: $1).count) }
        #expect(total <= 8_000_000)
    }

    @Test func `the progressive picture has scans, the baseline one has one`() throws {
        let progressive = try JPEGImage(parsing: try bytes("images/aurora-progressive.jpg"))
        let baseline = try JPEGImage(parsing: try bytes("images/aurora.jpg"))
        #expect(progressive.isProgressive && progressive.scans.count >= 4)
        #expect(!baseline.isProgressive && baseline.scans.count == 1)
        #expect(progressive.dimensions == baseline.dimensions)
    }

    @Test func `the picture with Exif has a small picture in front of its scan`() throws {
        let file = try bytes("images/aurora-exif.jpg")
        let image = try JPEGImage(parsing: file)
        let small = try JPEGImage(parsing: file[try #require(image.thumbnail)])
        #expect(small.dimensions == .init(width: 160, height: 107))
        let fixture = try library.fixture(at: "images/aurora-exif.jpg")
        #expect(try fixture.offset(of: "jpeg-thumbnail-end") < fixture.offset(of: "jpeg-scan-1"))
    }

    @Test func `the interlaced picture is, and comes in several chunks and seven passes`() throws {
        let image = try PNGImage(parsing: try bytes("images/aurora-interlaced.png"))
        #expect(image.isInterlaced)
        #expect(image.dataChunks.count > 1)
        #expect(image.passes.count == 7)
        let plain = try PNGImage(parsing: try bytes("images/aurora.png"))
        #expect(!plain.isInterlaced && plain.dimensions == image.dimensions)
    }

    @Test func `the animations have twelve frames, the smallest picture one pixel`() throws {
        #expect(try GIFImage(parsing: try bytes("images/aurora-animated.gif")).frames.count == 12)
        #expect(try WebPImage(parsing: try bytes("images/aurora-animated.webp")).frameCount == 12)
        #expect(try WebPImage(parsing: try bytes("images/aurora.webp")).frameCount == 0)
        #expect(try library.fixture(at: "images/pixel.png").dimensions == .init(width: 1, height: 1))
    }

    @Test func `one tune has one bit rate and the other has several, a note of them and a cover`() throws {
        let constant = try MP3Audio(parsing: try bytes("audio/tune-cbr.mp3"))
        #expect(constant.isConstantBitRate && constant.frames.last?.bitRate == 128_000)
        let file = try bytes("audio/tune-vbr.mp3")
        let variable = try MP3Audio(parsing: file)
        #expect(!variable.isConstantBitRate)
        #expect(variable.note == "Xing")
        let cover = try #require(variable.pictures.first)
        #expect(try JPEGImage(parsing: file[cover.data]).dimensions == .init(width: 300, height: 300))
    }

    @Test func `the index comes first in one MP4 and last in the other, and the sound is the same`() throws {
        let (first, last) = (try bytes("audio/tune.m4a"), try bytes("audio/tune-moov-last.m4a"))
        let (front, back) = (try MP4Container(parsing: first), try MP4Container(parsing: last))
        #expect(front.isFastStart && !back.isFastStart)
        #expect(front.boxes.map(\.type) == ["ftyp", "moov", "free", "mdat"])
        #expect(back.boxes.map(\.type) == ["ftyp", "free", "mdat", "moov"])
        let sounds = try [(front, first), (back, last)].map { container, bytes in
            let box = try #require(container.boxes.first { $0.type == "mdat" })
            return bytes[box.offset..<box.offset + box.size]
        }
        #expect(sounds[0].elementsEqual(sounds[1]))
    }

    @Test func `every tune plays twenty seconds`() {
        for fixture in Shipped.sounds {
            let duration = fixture.duration ?? .zero
            #expect((.seconds(20)...(.milliseconds(20_100))).contains(duration), "\(fixture.path)")
        }
    }

    @Test func `what is not made for the wire has one channel and half the samples`() throws {
        let wave = try WAVAudio(parsing: try bytes("audio/tune.wav"))
        #expect(wave.channels == 1 && wave.sampleRate == 22_050)
        let flac = try FLACAudio(parsing: try bytes("audio/tune.flac"))
        #expect(flac.sampleRate == 22_050)
        #expect(try library.fixture(at: "audio/tune.flac").markers["flac-picture"] != nil)
    }

    @Test func `every line of the ruler says where it is`() throws {
        let text = String(decoding: try bytes("text/ruler.txt"), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2049 && lines.last == "")
        for (number, line) in lines.dropLast().enumerated() {
            #expect(line.utf8.count == 63)
            #expect(Int(line.prefix(8)) == number * 64)
        }
    }

    @Test(arguments: Shipped.codedForms.filter { $0.ending != "br" })
    func `a compressed form decodes to the plain text, and says nothing of the day it was made`(
        plain: String, ending: String
    ) throws {
        let coded = try bytes("\(plain).\(ending)")
        let inflater = Inflater(ending == "gz" ? .gzip : .deflate)
        inflater.receive(coded)
        var text: [UInt8] = []
        while let piece = try inflater.next() { text += piece }
        try inflater.finish()
        #expect(try Octets(text[...]) == Octets((bytes(plain))))
        // RFC 1952 §2.3: no flags, so no name, and a time of zero. RFC 1950 §2.2: a window of 32 KiB.
        #expect(Array(coded.prefix(8)).starts(with: ending == "gz" ? [0x1F, 0x8B, 8, 0, 0, 0, 0, 0] : [0x78]))
    }
}
