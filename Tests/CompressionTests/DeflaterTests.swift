import Compression
import TestSupport
import Testing

@Suite struct DeflaterTests {
    @Test func `after a flush everything written can be decoded`() throws {
        let deflater = Deflater(.gzip)
        let inflater = Inflater(.gzip)
        for step in 0..<20 {
            var code: [UInt8] = []
            deflater.append("step \(step)".utf8, to: &code, flush: .sync)
            inflater.receive(code)
            var text: [UInt8] = []
            while let more = try inflater.next() { text += more }
            #expect(String(decoding: text, as: UTF8.self) == "step \(step)")
        }
        var end: [UInt8] = []
        deflater.append([], to: &end, flush: .finish)
        inflater.receive(end)
        #expect(try inflater.next() == nil)
        try inflater.finish()
    }

    @Test func `content larger than the output's pieces is whole`() throws {
        let noise = (0..<300_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11 ^ $0 >> 3) }
        let inflater = Inflater(.gzip)
        inflater.receive(Deflater.code(noise, .gzip))
        var output: [UInt8] = []
        while let more = try inflater.next() { output += more }
        try inflater.finish()
        #expect(Octets(output) == Octets(noise))
    }

    @Test func `the same content gives the same code`() {
        let code = Deflater.code("text".utf8, .gzip)
        #expect(code == Deflater.code("text".utf8, .gzip))
        // No time stamp (RFC 1952 §2.3.1).
        #expect(Array(code[4..<8]) == [0, 0, 0, 0])
    }
}
