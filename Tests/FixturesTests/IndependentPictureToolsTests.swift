import Fixtures
import Foundation
import TestSupport
import Testing

/// The pictures' entries against other people's programs, where they are installed.
@Suite struct IndependentPictureToolsTests {
    private static let jpegs = Shipped.fixtures(of: "image/jpeg")
    private static let pngs = Shipped.fixtures(of: "image/png")
    private static let library = Result { FixtureLibrary(root: try .located(besides: nil)) }

    private func fixture(_ path: String) throws -> Fixture {
        try Self.library.get().fixture(at: path)
    }

    private func offsets(_ prefix: String, of fixture: Fixture) -> [Int] {
        fixture.markers.all.filter { $0.name.hasPrefix(prefix) }.map(\.offset)
    }

    @Test(.needs(.identify), arguments: Shipped.pictures)
    func `identify agrees about format, size, interlace and the number of frames`(fixture: Fixture) throws {
        let dimensions = try #require(fixture.dimensions)
        // It reads AVIF through libheif and calls all of that HEIC.
        let formats = ["jpeg": "JPEG", "png": "PNG", "gif": "GIF", "webp": "WEBP", "avif": "HEIC"]
        let format = try #require(formats[String(fixture.mediaType.dropFirst("image/".count))])
        let isWhole = !fixture.path.contains("progressive") && !fixture.path.contains("interlaced")
        let frames = fixture.path.contains("animated") ? 12 : 1
        let lines = try Tool.identify.lines("-format", "%m %w %h %[interlace]\n", try Shipped.file(of: fixture).path)
        let line = "\(format) \(dimensions.width) \(dimensions.height) \(isWhole ? "None" : format)"
        #expect(lines == Array(repeating: line, count: frames))
    }

    @Test(.needs(.pngcheck), arguments: pngs)
    func `pngcheck finds no fault, and the same chunks`(fixture: Fixture) throws {
        let lines = try Tool.pngcheck.lines("-v", try Shipped.file(of: fixture).path)
        // It counts from the chunk's type, four bytes behind the length.
        let found = lines.filter { $0.contains("chunk IDAT") || $0.contains("chunk IEND") }.compactMap { line in
            line.split(separator: "0x").dropFirst().first.flatMap { Int($0.prefix(5), radix: 16) }.map { $0 - 4 }
        }
        #expect(found == offsets("png-i", of: fixture))
    }

    @Test(.needs(.convert)) func `the plain PNG has the pixels of the interlaced one`() throws {
        let pixels = try ["images/aurora.png", "images/aurora-interlaced.png"].map { path in
            try Tool.convert.output(try Shipped.file(of: try fixture(path)).path, "-depth", "8", "rgb:-")
        }
        #expect(pixels[0].count == 480 * 320 * 3)
        #expect(Octets(pixels[0]) == Octets(pixels[1]))
    }

    @Test(.needs(.python3)) func `Python's zlib finds each pass complete in front of the next and not a byte before`()
        throws
    {
        let fixture = try fixture("images/aurora-interlaced.png")
        let program = """
            import struct, sys, zlib
            file = open(sys.argv[1], 'rb').read()
            place, data, header = 8, [], b''
            while place < len(file):
                length, kind = struct.unpack_from('>I4s', file, place)
                if kind == b'IHDR': header = file[place + 8:place + 8 + length]
                if kind == b'IDAT': data += range(place + 8, place + 8 + length)
                place += 12 + length
            width, height, depth, color = struct.unpack('>IIBB', header[:10])
            pixel = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color] * depth
            grid = zip((0, 4, 0, 2, 0, 1), (0, 0, 4, 0, 2, 0), (8, 8, 4, 4, 2, 2), (8, 8, 8, 4, 4, 2))
            ends, end = [], 0
            for x, y, dx, dy in grid:
                end += len(range(y, height, dy)) * (1 + (len(range(x, width, dx)) * pixel + 7) // 8)
                ends.append(end)
            stream, given = zlib.decompressobj(), 0
            for offset in data:
                given += len(stream.decompress(file[offset:offset + 1]))
                while ends and given >= ends[0]:
                    print(offset + 1)
                    ends.pop(0)
            """
        let lines = try Tool.python3.lines("-c", program, try Shipped.file(of: fixture).path)
        #expect(lines.compactMap { Int($0) } == Array(offsets("png-pass", of: fixture).dropFirst()))
    }

    @Test(.needs(.djpeg)) func `djpeg decodes all JPEG files to the same pixels`() throws {
        let pixels = try Self.jpegs.map { fixture in
            try Tool.djpeg.run(["-strict", "-pnm", try Shipped.file(of: fixture).path])
        }
        #expect(pixels.count == 3)
        #expect(pixels.allSatisfy { $0.status == 0 && $0.output.count > 3_000_000 })
        #expect(pixels.allSatisfy { $0.output == pixels.first?.output })
    }

    @Test(.needs(.djpeg)) func `the bytes in front of a scan complete the scan before it`() throws {
        let fixture = try fixture("images/aurora-progressive.jpg")
        let bytes = try Shipped.bytes(of: fixture)
        let scans = try JPEGImage(parsing: bytes[...]).scans
        try #require(scans.count > 1)
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

    @Test(.needs(.exiftool)) func `exiftool takes the same small picture out of the Exif segment`() throws {
        let fixture = try fixture("images/aurora-exif.jpg")
        let range = try fixture.offset(of: "jpeg-thumbnail")..<(try fixture.offset(of: "jpeg-thumbnail-end"))
        let small = try Tool.exiftool.output("-b", "-ThumbnailImage", try Shipped.file(of: fixture).path)
        #expect(try Octets(Shipped.bytes(of: fixture)[range]) == Octets(small[...]))
    }

    @Test(.needs(.gifsicle)) func `gifsicle counts the same frames`() throws {
        let fixture = try fixture("images/aurora-animated.gif")
        let lines = try Tool.gifsicle.lines("--info", try Shipped.file(of: fixture).path)
        #expect(lines.first?.hasSuffix(" \(offsets("gif-frame", of: fixture).count) images") == true)
    }

    @Test(.needs(.ffprobe)) func `ffprobe finds the same frames of GIF, the first with all in front of it`() throws {
        let fixture = try fixture("images/aurora-animated.gif")
        let lines = try Tool.ffprobe.lines(
            "-v", "error", "-show_entries", "packet=pos,size", "-of", "csv=p=0", try Shipped.file(of: fixture).path)
        let packets = lines.map { $0.split(separator: ",").compactMap { Int($0) } }
        try #require(packets.allSatisfy { $0.count == 2 })
        let frames = offsets("gif-frame", of: fixture)
        // It prints the size before the place.
        #expect(packets.map { $0[1] } == [0] + frames.dropFirst())
        #expect(packets.map { $0[0] + $0[1] } == frames.dropFirst() + [try fixture.offset(of: "gif-trailer")])
    }

    @Test(.needs(.webpinfo), arguments: Shipped.fixtures(of: "image/webp"))
    func `webpinfo finds no fault, and the same chunks`(fixture: Fixture) throws {
        let lines = try Tool.webpinfo.lines(try Shipped.file(of: fixture).path)
        #expect(lines.contains("No error detected."))
        // "Chunk ANMF at offset     44, length   5940"; the chunks in a frame of an animation are listed behind it.
        var found: [Int] = []
        var frameEnd = 0
        for line in lines where line.hasPrefix("Chunk ") {
            let numbers = line.dropFirst("Chunk ANMF".count).split { !$0.isNumber }.compactMap { Int($0) }
            try #require(numbers.count == 2)
            guard numbers[0] >= frameEnd else { continue }
            found.append(numbers[0])
            if line.hasPrefix("Chunk ANMF") { frameEnd = numbers[0] + numbers[1] }
        }
        #expect(found == fixture.markers.all.map(\.offset))
    }

    @Test(.needs(.avifdec)) func `avifdec decodes the AVIF file to a picture of that size`() throws {
        let fixture = try fixture("images/aurora.avif")
        let dimensions = try #require(fixture.dimensions)
        let lines = try Tool.avifdec.lines("--info", try Shipped.file(of: fixture).path)
        #expect(lines.contains { $0.hasSuffix(": \(dimensions.width)x\(dimensions.height)") })
    }

    @Test(.needs(.heifInfo)) func `heif-info finds boxes of the same sizes`() throws {
        let fixture = try fixture("images/aurora.avif")
        let lines = try Tool.heifInfo.lines("-d", try Shipped.file(of: fixture).path)
        let sizes = zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("Box: ") }
            .compactMap { $0.1.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
        let starts = sizes.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        #expect(starts == fixture.markers.all.map(\.offset) + [fixture.size])
    }
}
