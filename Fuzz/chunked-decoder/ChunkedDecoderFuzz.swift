import FuzzSupport
import HTTPMessages
import HTTPWire

/// A chunked body: the same content however it is cut, and coded again it decodes to the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count)
    let whole = Outcome(of: [input.octets])
    for cut in input.cuts { mustEqual(Outcome(of: cut), whole, "cut as \(cut.map(\.count))") }
    if case .end(let trailers) = whole.last {
        var octets: [UInt8] = []
        ChunkedEncoder.append(whole.content, to: &octets)
        ChunkedEncoder.appendEnd(trailers: trailers, to: &octets)
        let again = Outcome(of: [octets], limits: .init())
        mustEqual(again.content, whole.content, "the content, coded and decoded again")
        mustEqual(again.last, whole.last, "the trailers, coded and decoded again")
    }
    return 0
}

/// What came of a body.
private struct Outcome: Equatable {
    var content: [UInt8] = []
    var last = ChunkedDecoder.Step.incomplete
    /// How many octets belonged to the body.
    var length = 0

    init(
        of pieces: [[UInt8]],
        limits: ChunkedDecoder.Limits = .init(content: 500, chunkLine: 40, trailerSection: 100, trailerFields: 4)
    ) {
        var decoder = ChunkedDecoder(limits: limits)
        var buffer: [UInt8] = []
        for piece in pieces {
            buffer += piece
            repeat {
                last = decoder.step(buffer, at: &length)
                if case .content(let range) = last {
                    mustHold(!range.isEmpty && range.upperBound == length, "content \(range) before \(length)")
                    content += buffer[range]
                    continue
                }
                break
            } while true
        }
        mustEqual(decoder.received, Int64(content.count), "received")
        if case .failed = last { length = 0 }
        if case .incomplete = last { length = 0 }
    }
}
