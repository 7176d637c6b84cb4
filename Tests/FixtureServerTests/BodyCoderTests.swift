import Compression
import Scenarios
import TestSupport
import Testing

@testable import FixtureServer

/// The code of a body, stretch by stretch.
@Suite(.timeLimit(.minutes(5))) struct BodyCoderTests {
    private static let length: Int64 = 200_000
    private static let content = Content.pattern(PatternStream(seed: 7), length: length)

    private static func bytes(_ range: Range<Int64>) -> Octets {
        Octets(PatternStream(seed: 7).bytes(from: range.lowerBound, count: range.count))
    }

    /// Codes up to each place, in calls that ask for little at a time.
    private func code(_ coding: BodyCoding, upTo places: [Int64], made: Content? = nil) -> [[UInt8]] {
        let coder = BodyCoder(coding, of: Self.content, range: 0..<Self.length, made: made)
        return places.map { place in
            var code: [UInt8] = []
            var before = -1
            while code.count > before {
                before = code.count
                coder.append(upTo: place, until: code.count + 1000, to: &code)
            }
            return code
        }
    }

    private func decoded(_ code: [UInt8], _ coding: ContentCoding) throws -> [UInt8] {
        let inflater = Inflater(coding)
        inflater.receive(code)
        var bytes: [UInt8] = []
        while let piece = try inflater.next() { bytes += piece }
        return bytes
    }

    @Test(arguments: [
        BodyCoding(name: .gzip), BodyCoding(name: .deflate), BodyCoding(name: .deflate, form: .deflateRaw),
        BodyCoding(name: .gzip, form: .gzip), BodyCoding(name: .gzip, form: .gzipTwoMembers),
        BodyCoding(name: .gzip, form: .gzipBadChecksum), BodyCoding(name: .gzip, form: .gzipJunkAfter),
    ])
    func `everything before the end of a stretch can be decoded`(coding: BodyCoding) throws {
        let places: [Int64] = [1, 60_000, 100_000, 100_001, 170_000]
        let stretches = code(coding, upTo: places)
        for (index, place) in places.enumerated() {
            let code = stretches[...index].flatMap(\.self)
            #expect(try Octets(decoded(code, coding.name == .gzip ? .gzip : .deflate)) == Self.bytes(0..<place))
        }
    }

    @Test(arguments: [
        BodyCoding(name: .gzip), BodyCoding(name: .deflate), BodyCoding(name: .gzip, form: .gzipTwoMembers),
        BodyCoding(name: .gzip, form: .gzipTruncated), BodyCoding(name: .gzip, form: .gzipJunkAfter),
    ])
    func `the length is known beforehand`(coding: BodyCoding) {
        let end = coding.form?.codedLength(of: Self.length) ?? Self.length
        for flushes: [Int64] in [[], [50_000], [1, 50_000, 99_999]] {
            let coder = BodyCoder(coding, of: Self.content, range: 0..<end, made: nil)
            var code: [UInt8] = []
            for place in flushes + [end] { coder.append(upTo: place, until: .max, to: &code) }
            let length = BodyCoder.length(
                coding, of: Self.content, range: 0..<end, flushes: flushes, made: nil)
            #expect(length == Int64(code.count))
        }
    }

    @Test(
        arguments: [
            (.gzip, nil), (.gzipTwoMembers, nil), (.gzipTruncated, .truncated), (.gzipBadChecksum, .corrupt),
            (.gzipJunkAfter, .trailingJunk),
        ] as [(EncodingRule.Form, DecodingFailure.Code?)])
    func `each form has the one fault that it is named for`(
        form: EncodingRule.Form, fault: DecodingFailure.Code?
    ) throws {
        let end = form.codedLength(of: Self.length) ?? 0
        let coder = BodyCoder(
            BodyCoding(name: .gzip, form: form), of: Self.content, range: 0..<end, made: nil)
        var code: [UInt8] = []
        coder.append(upTo: end, until: .max, to: &code)
        let inflater = Inflater(.gzip)
        inflater.receive(code)
        var bytes: [UInt8] = []
        var found: DecodingFailure.Code?
        do throws(DecodingFailure) {
            while let piece = try inflater.next() { bytes += piece }
            try inflater.finish()
        } catch {
            found = error.code
        }
        #expect(found == fault)
        #expect(Octets(bytes) == Self.bytes(0..<end))
    }

    @Test func `a second member begins in the middle`() throws {
        let code = code(BodyCoding(name: .gzip, form: .gzipTwoMembers), upTo: [100_000, Self.length])
        #expect(code[1].starts(with: [0x1F, 0x8B, 8]))
        #expect(try Octets(decoded(code[1], .gzip)) == Self.bytes(100_000..<Self.length))
    }

    @Test func `a code that was made beforehand is given as it is`() {
        let bytes = (0..<3500).map { UInt8($0 % 251) }
        let made = Content.bytes(bytes)
        let code = code(BodyCoding(name: .br), upTo: [Self.length], made: made)
        #expect(Octets(code.flatMap(\.self)) == Octets(bytes))
    }
}
