import HTTPMessages
import HTTPWire
import Testing

@Suite struct ChunkedDecoderTests {
    /// Decodes pieces; the last line is what came of it, with what was left over.
    static func transcript(_ pieces: [[UInt8]], limits: ChunkedDecoder.Limits = .init()) -> [String] {
        var decoder = ChunkedDecoder(limits: limits)
        var buffer: [UInt8] = []
        var position = 0
        var transcript = Transcript()
        var isOver = false
        for piece in pieces {
            buffer += piece
            reading: while !isOver {
                switch decoder.step(buffer, at: &position) {
                case .content(let range): transcript.addContent(buffer[range])
                case .incomplete: break reading
                case .end(let trailers):
                    transcript.finish()
                    transcript.lines += trailers.map(\.description)
                    transcript.lines.append("end")
                    isOver = true
                case .failed(let failure):
                    transcript.finish()
                    transcript.lines.append(failure.code.rawValue)
                    isOver = true
                }
            }
        }
        transcript.finish()
        if !isOver { transcript.lines.append("incomplete") }
        if transcript.lines.last == "end" {
            transcript.lines.append("left \(String(decoding: buffer[position...], as: UTF8.self))")
        }
        return transcript.lines
    }

    static let rows: [(String, [String])] = [
        ("0\r\n\r\n", ["end", "left "]),
        ("5\r\nhello\r\n0\r\n\r\n", ["body hello", "end", "left "]),
        ("5\r\nhello\r\n0\r\n\r\nGET", ["body hello", "end", "left GET"]),
        ("a\r\n0123456789\r\nB\r\n0123456789a\r\n000\r\n\r\n", ["body 01234567890123456789a", "end", "left "]),
        ("1\r\na\r\n1\r\nb\r\n0\r\nSum: x\r\nT: y\r\n\r\n", ["body ab", "Sum: x", "T: y", "end", "left "]),
        // Extensions.
        ("1;x\r\na\r\n0;y=z\r\n\r\n", ["body a", "end", "left "]),
        ("1 ; x = y ;q=\"a;\\\"\"\r\na\r\n0\r\n\r\n", ["body a", "end", "left "]),
        ("1;\r\na\r\n0\r\n\r\n", ["bad-chunk"]),
        ("1;x=\r\na\r\n0\r\n\r\n", ["bad-chunk"]),
        ("1;x=\"a\r\na\r\n0\r\n\r\n", ["bad-chunk"]),
        ("1;x\u{0}\r\na\r\n0\r\n\r\n", ["bad-chunk"]),
        ("1 x\r\na\r\n0\r\n\r\n", ["bad-chunk"]),
        ("1 \r\na\r\n0\r\n\r\n", ["bad-chunk"]),
        // Sizes.
        ("\r\n", ["bad-chunk"]),
        ("g\r\n", ["bad-chunk"]),
        ("-1\r\n", ["bad-chunk"]),
        ("+1\r\n", ["bad-chunk"]),
        ("0x1\r\na\r\n", ["bad-chunk"]),
        (" 1\r\na\r\n", ["bad-chunk"]),
        ("7fffffffffffffff\r\nabc", ["body abc", "incomplete"]),
        ("8000000000000000\r\n", ["bad-chunk"]),
        ("ffffffffffffffff1\r\n", ["bad-chunk"]),
        ("0000000000000000000001\r\na\r\n0\r\n\r\n", ["body a", "end", "left "]),
        // Line ends.
        ("1\na\r\n0\r\n\r\n", ["bad-chunk"]),
        ("1\r\na\n0\r\n\r\n", ["body a", "bad-chunk"]),
        ("1\r\naX0\r\n\r\n", ["body a", "bad-chunk"]),
        ("1\r\na\rX0\r\n\r\n", ["body a", "bad-chunk"]),
        ("1\r\na0\r\n\r\n", ["body a", "bad-chunk"]),
        ("3\r\na\r\n0\r\n\r\n", ["body a\r\n", "bad-chunk"]),
        ("0\r\n\n", ["bad-field"]),
        ("0\r\nA : b\r\n\r\n", ["bad-field"]),
        ("0\r\nX", ["incomplete"]),
        ("0\r\n", ["incomplete"]),
        ("5\r\nhel", ["body hel", "incomplete"]),
        ("5\r\nhello\r", ["body hello", "incomplete"]),
        ("5", ["incomplete"]),
        ("", ["incomplete"]),
    ]

    @Test(arguments: rows)
    func `a chunked body comes out the same however it is cut`(text: String, expected: [String]) {
        for pieces in Pieces.all(of: Array(text.utf8)) {
            #expect(Self.transcript(pieces) == expected, "cut as \(pieces.map(\.count))")
        }
    }

    @Test func `limits hold to the octet`() {
        let limits = ChunkedDecoder.Limits(content: 6, chunkLine: 4, trailerSection: 8, trailerFields: 1)
        func transcripts(_ text: String) -> Set<[String]> {
            Set(Pieces.all(of: Array(text.utf8)).map { Self.transcript($0, limits: limits) })
        }
        #expect(transcripts("3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n") == [["body abcdef", "end", "left "]])
        #expect(transcripts("3\r\nabc\r\n4\r\n") == [["body abc", "body-too-large"]])
        #expect(transcripts("1;x\r\na\r\n0\r\n\r\n") == [["body a", "end", "left "]])
        #expect(transcripts("1;xy\r\na\r\n0\r\n\r\n") == [["bad-chunk"]])
        #expect(transcripts("0\r\nA: b\r\n\r\n") == [["A: b", "end", "left "]])
        #expect(transcripts("0\r\nA: bcd\r\n\r\n") == [["head-too-large"]])
        #expect(transcripts("0\r\nA:\r\nB:\r\n\r\n") == [["head-too-large"]])
    }

    @Test func `it knows when all content is here`() {
        var decoder = ChunkedDecoder()
        var position = 0
        let buffer = Array("1\r\na\r\n0\r\n".utf8)
        #expect(decoder.step(Array(buffer.prefix(8)), at: &position) == .content(3..<4))
        #expect(decoder.step(Array(buffer.prefix(8)), at: &position) == .incomplete)
        #expect(!decoder.hasLastChunk)
        #expect(decoder.step(buffer, at: &position) == .incomplete)
        #expect(decoder.hasLastChunk)
        #expect(decoder.received == 1)
    }
}
