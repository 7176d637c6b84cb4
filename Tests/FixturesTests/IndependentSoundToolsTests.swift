import Fixtures
import Foundation
import TestSupport
import Testing

/// The sounds' entries against other people's programs, where they are installed.
@Suite struct IndependentSoundToolsTests {
    private static let library = Result { FixtureLibrary(root: try .located(besides: nil)) }

    private func fixture(_ path: String) throws -> Fixture {
        try Self.library.get().fixture(at: path)
    }

    private func path(_ fixture: Fixture) throws -> String {
        try Shipped.file(of: fixture).path
    }

    private func offsets(_ prefix: String, of fixture: Fixture) -> [Int] {
        fixture.markers.all.filter { $0.name.hasPrefix(prefix) }.map(\.offset)
    }

    /// Where ffprobe finds the packets of the sound.
    private func packets(of fixture: Fixture) throws -> [Int] {
        let lines = try Tool.ffprobe.lines(
            "-v", "error", "-select_streams", "a", "-show_entries", "packet=pos", "-of", "csv=p=0", try path(fixture))
        return lines.compactMap { Int($0.prefix { $0.isNumber }) }
    }

    @Test(.needs(.ffprobe), arguments: Shipped.sounds)
    func `ffprobe agrees about the duration`(fixture: Fixture) throws {
        let duration = try #require(fixture.duration)
        let lines = try Tool.ffprobe.lines(
            "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", try path(fixture))
        let seconds = try #require(lines.first.flatMap(Double.init))
        // Below a frame's 26 ms: ffprobe rounds, and may count the encoder's delay otherwise.
        #expect(abs(seconds - duration / .seconds(1)) < 0.026)
    }

    @Test(.needs(.ffprobe), arguments: ["audio/tune-cbr.mp3", "audio/tune-vbr.mp3"])
    func `ffprobe finds the same frames of MP3, but the first, which has a note and no sound`(path: String) throws {
        let fixture = try fixture(path)
        #expect(try packets(of: fixture) == Array(offsets("mp3-frame", of: fixture).dropFirst()))
    }

    @Test(.needs(.ffprobe)) func `ffprobe finds the same frames of FLAC`() throws {
        let fixture = try fixture("audio/tune.flac")
        #expect(try packets(of: fixture) == offsets("flac-frame", of: fixture))
    }

    @Test(.needs(.ffprobe)) func `ffprobe finds packets in every Ogg page but the two of headers`() throws {
        let fixture = try fixture("audio/tune.ogg")
        #expect(Set(try packets(of: fixture)) == Set(offsets("ogg-page", of: fixture).dropFirst(2)))
    }

    @Test(
        .needs(.ffprobe),
        arguments: [
            ("audio/tune.m4a", "mp4-mdat"), ("audio/tune-moov-last.m4a", "mp4-mdat"), ("audio/tune.wav", "wav-data"),
        ])
    func `ffprobe finds the first sound behind a header of eight bytes`(path: String, marker: String) throws {
        let fixture = try fixture(path)
        #expect(try packets(of: fixture).first == (try fixture.offset(of: marker)) + 8)
    }

    @Test(.needs(.ffmpeg), arguments: Shipped.sounds)
    func `ffmpeg decodes every sound without complaint`(fixture: Fixture) throws {
        let sound = try Tool.ffmpeg.output(
            "-v", "error", "-xerror", "-i", try path(fixture), "-map", "0:a", "-ac", "1", "-ar", "22050", "-f", "s16le",
            "-")
        // Twenty seconds; an MP3 is a little longer, since it has whole frames and may say how many samples are none.
        #expect((882_000...886_500).contains(sound.count))
    }

    @Test(.needs(.ffmpeg)) func `ffmpeg takes the same cover out of MP3 and FLAC`() throws {
        func cover(_ fixture: Fixture) throws -> [UInt8] {
            try Tool.ffmpeg.output(
                "-v", "error", "-i", try path(fixture), "-map", "0:v", "-c", "copy", "-f", "image2pipe", "-")
        }
        let (mp3, flac) = (try fixture("audio/tune-vbr.mp3"), try fixture("audio/tune.flac"))
        let range = try mp3.offset(of: "id3-picture")..<(try mp3.offset(of: "id3-picture-end"))
        #expect(try Octets(Shipped.bytes(of: mp3)[range]) == Octets((cover(mp3))[...]))
        #expect(try Octets(cover(flac)) == Octets(cover(mp3)))
    }

    @Test(.needs(.ogginfo)) func `ogginfo has nothing to warn of`() throws {
        let lines = try Tool.ogginfo.lines(try path(try fixture("audio/tune.ogg")))
        #expect(lines.contains { $0.contains("Playback length: 0m:20.000s") })
        #expect(lines.allSatisfy { !$0.hasPrefix("WARNING") && !$0.hasPrefix("Note") })
    }

    @Test(.needs(.flac)) func `flac decodes what is in the WAV file, and its checksum is right`() throws {
        let fixture = try fixture("audio/tune.flac")
        _ = try Tool.flac.output("--silent", "--test", "--warnings-as-errors", try path(fixture))
        let sound = try Tool.flac.output(
            "--silent", "--decode", "--stdout", "--force-raw-format", "--endian=little", "--sign=signed",
            try path(fixture))
        let wave = try self.fixture("audio/tune.wav")
        #expect(try Shipped.bytes(of: wave)[(try wave.offset(of: "wav-data") + 8)...].elementsEqual(sound))
    }

    @Test(.needs(.metaflac)) func `metaflac finds the same metadata blocks`() throws {
        let fixture = try fixture("audio/tune.flac")
        let lines = try Tool.metaflac.lines("--list", try path(fixture))
        let lengths = lines.filter { $0.hasPrefix("  length: ") }.compactMap { Int($0.dropFirst("  length: ".count)) }
        let starts = lengths.reduce(into: [4]) { $0.append(($0.last ?? 0) + 4 + $1) }
        #expect(starts == fixture.markers.all.prefix(starts.count).map(\.offset))
        let kinds = zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("METADATA block") }
            .map { $0.1.dropFirst("  type: 0 (".count).dropLast() }
        #expect(kinds == ["STREAMINFO", "PICTURE", "VORBIS_COMMENT", "PADDING"])
    }
}
