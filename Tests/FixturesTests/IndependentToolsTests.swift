import Fixtures
import Foundation
import Testing

/// The manifest against other people's programs, where they are installed.
@Suite struct IndependentToolsTests {
    private static let jpegs = Shipped.fixtures(of: "image/jpeg")
    private static let pngs = Shipped.fixtures(of: "image/png")
    private static let sounds = Shipped.fixtures.filter { $0.mediaType.hasPrefix("audio/") }

    @Test(.needs(.sha256sum), arguments: Shipped.fixtures)
    func `sha256sum agrees about the digest`(fixture: Fixture) throws {
        let lines = try Tool.sha256sum.lines(try Shipped.file(of: fixture).path)
        #expect(lines.first?.prefix(64) == fixture.sha256[...])
    }

    @Test(.needs(.identify), arguments: jpegs + pngs)
    func `identify agrees about format, size and interlace`(fixture: Fixture) throws {
        let dimensions = try #require(fixture.dimensions)
        let format = fixture.mediaType == "image/png" ? "PNG" : "JPEG"
        let isSingle = fixture.path == "images/aurora.jpg"
        let lines = try Tool.identify.lines("-format", "%m %w %h %[interlace]", try Shipped.file(of: fixture).path)
        #expect(lines == ["\(format) \(dimensions.width) \(dimensions.height) \(isSingle ? "None" : format)"])
    }

    @Test(.needs(.pngcheck), arguments: pngs)
    func `pngcheck finds no fault, and the same chunks`(fixture: Fixture) throws {
        let lines = try Tool.pngcheck.lines("-v", try Shipped.file(of: fixture).path)
        // It counts from the chunk's type, four bytes behind the length.
        let offsets = lines.filter { $0.contains("chunk IDAT") || $0.contains("chunk IEND") }.compactMap { line in
            line.split(separator: "0x").dropFirst().first.flatMap { Int($0.prefix(5), radix: 16) }.map { $0 - 4 }
        }
        #expect(offsets == fixture.markers.all.map(\.offset))
    }

    @Test(.needs(.djpeg)) func `djpeg decodes both pictures to the same pixels`() throws {
        let pixels = try Self.jpegs.map { fixture in
            try Tool.djpeg.run(["-strict", "-pnm", try Shipped.file(of: fixture).path])
        }
        #expect(pixels.count == 2)
        #expect(pixels.allSatisfy { $0.status == 0 && $0.output.count > 3_000_000 })
        #expect(pixels.first?.output == pixels.last?.output)
    }

    @Test(.needs(.djpeg)) func `the bytes in front of a scan complete the scan before it`() throws {
        let fixture = try #require(Self.jpegs.first { $0.path.contains("progressive") })
        let bytes = try Shipped.bytes(of: fixture)
        let scans = try JPEGImage(parsing: bytes[...]).scans
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "part.jpg")

        func decodes(upTo end: Int) throws -> Bool {
            try Data(bytes[..<end] + [0xFF, 0xD9]).write(to: file)
            return try Tool.djpeg.run(["-strict", "-pnm", file.path]).status == 0
        }
        for number in 2...scans.count {
            let marker = try fixture.offset(of: "jpeg-scan-\(number)")
            #expect(try decodes(upTo: marker), "all in front of jpeg-scan-\(number)")
            let before = scans[number - 2]
            #expect(try !decodes(upTo: (before.offset + before.end) / 2), "half of scan \(number - 1)")
        }
        #expect(try decodes(upTo: try fixture.offset(of: "jpeg-eoi")))
    }

    @Test(.needs(.ffprobe), arguments: sounds)
    func `ffprobe agrees about the duration`(fixture: Fixture) throws {
        let duration = try #require(fixture.duration)
        let lines = try Tool.ffprobe.lines(
            "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", try Shipped.file(of: fixture).path)
        let seconds = try #require(lines.first.flatMap(Double.init))
        // Below a frame's 26 ms: ffprobe rounds, and may count the encoder's delay otherwise.
        #expect(abs(seconds - duration / .seconds(1)) < 0.026)
    }

    @Test(.needs(.ffprobe)) func `ffprobe finds the same frames`() throws {
        let fixture = try #require(Self.sounds.first { $0.path == "audio/tune-cbr.mp3" })
        let lines = try Tool.ffprobe.lines(
            "-v", "error", "-show_entries", "packet=pos", "-of", "csv=p=0", try Shipped.file(of: fixture).path)
        let offsets = lines.compactMap { Int($0.prefix { $0.isNumber }) }
        // It leaves out the first, which carries a note and no sound.
        #expect(offsets == fixture.markers.all.dropFirst().map(\.offset))
    }

    @Test(.needs(.ffprobe)) func `ffprobe reads every packet of both tunes without complaint`() throws {
        for fixture in Self.sounds {
            let (status, output) = try Tool.ffprobe.run([
                "-v", "error", "-count_packets", "-show_entries", "stream=codec_name,nb_read_packets", "-of", "csv=p=0",
                try Shipped.file(of: fixture).path,
            ])
            #expect(status == 0)
            let fields = String(decoding: output, as: UTF8.self).split { $0 == "," || $0.isNewline }
            #expect(fields.first == (fixture.mediaType == "audio/mp4" ? "aac" : "mp3"))
            #expect(fields.last.flatMap { Int($0) }.map { $0 > 700 } == true)
        }
    }
}
