import Fixtures
import Testing

/// The parsers on damaged fixtures: whatever comes out is an error or a sane answer, never a crash.
@Suite struct HostileBytesTests {
    private static let media = Shipped.pictures + Shipped.sounds

    @Test(arguments: media)
    func `a file cut anywhere but between frames or boxes is an error that stays within what is there`(
        fixture: Fixture
    ) throws {
        let whole = try Shipped.bytes(of: fixture)
        let markers = fixture.markers.all.map(\.offset)
        // An MP3 may end behind any frame, an Ogg file behind any page, an MP4 behind any box once the index has come.
        let mayEnd = fixture.mediaType.hasPrefix("audio/") ? Set(markers) : []
        for cut in Self.cuts(in: whole.count, markers: markers) {
            do {
                let inspection = try Inspection(of: whole[..<cut], named: fixture.path)
                #expect(mayEnd.contains(cut), "\(fixture.path) cut at \(cut)")
                #expect(inspection.markers.all.allSatisfy { $0.offset < cut })
            } catch {
                #expect((0...cut).contains(error.offset), "\(error)")
            }
        }
    }

    @Test(arguments: media, [UInt64](1...24))
    func `damage is an error or leaves markers in order within the file`(fixture: Fixture, seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        var bytes = try Shipped.bytes(of: fixture)
        let markers = fixture.markers.all.map(\.offset)
        for _ in 0..<Int.random(in: 1...12, using: &dice) {
            // Half of the damage goes where the structure is, since the rest is opaque to the parsers.
            let near = Bool.random(using: &dice) ? markers.randomElement(using: &dice) ?? 0 : 0
            let place =
                near > 0 || Bool.random(using: &dice)
                ? min(bytes.count - 1, near + Int.random(in: 0..<24, using: &dice))
                : Int.random(in: 0..<bytes.count, using: &dice)
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: bytes[place] = [0x00, 0xFF, 0x7F, 0x80].randomElement(using: &dice) ?? 0
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &dice)
            case 2: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: place)
            }
        }
        do {
            let markers = try Inspection(of: bytes[...], named: fixture.path).markers
            #expect(markers.all.allSatisfy { (0..<bytes.count).contains($0.offset) })
            #expect(Shipped.numbersInOrder(markers))
        } catch {
            #expect((0...bytes.count).contains(error.offset), "\(error)")
        }
    }

    @Test(
        arguments: [
            "a.jpg", "a.png", "a.gif", "a.webp", "a.avif", "a.mp3", "a.m4a", "a.wav", "a.ogg", "a.flac",
        ], [UInt64](1...200))
    func `noise is never taken for media`(name: String, seed: UInt64) {
        var dice = SplitMix(seed: seed)
        let noise = (0..<Int.random(in: 0...600, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
        #expect(throws: MalformedMedia.self) { try Inspection(of: noise[...], named: name) }
    }

    @Test(arguments: media)
    func `a slice that does not begin at zero is read as if it did`(fixture: Fixture) throws {
        let shifted = [1, 2, 3, 4, 5] + (try Shipped.bytes(of: fixture))
        #expect(try Inspection(of: shifted[5...], named: fixture.path).markers == fixture.markers)
    }

    /// The first KiB byte by byte, four bytes around up to 24 markers, and forty seeded places.
    private static func cuts(in size: Int, markers: [Int]) -> [Int] {
        var dice = SplitMix(seed: 20)
        let chosen = markers.shuffled(using: &dice).prefix(24)
        let around = chosen.flatMap { $0 - 4...$0 + 4 }
        let anywhere = (0..<40).map { _ in Int.random(in: 0..<size, using: &dice) }
        return Set(Array(0..<min(1024, size)) + around + anywhere).filter { (0..<size).contains($0) }.sorted()
    }
}

/// A small generator with a seed, so that a failure can be met again.
///
/// Source: Steele, Lea, Flood, OOPSLA 2014.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
