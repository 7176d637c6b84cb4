import Compression
import FuzzSupport

/// Coded content: the same output and end however it is cut, and what was encoded decodes to itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let (selector, input) = unsafe FuzzInput(start, count).split
    let coding: ContentCoding = selector & 1 == 0 ? .gzip : .deflate
    let whole = Outcome(of: [input.octets], coding, room: 4096)
    for cut in input.cuts { mustEqual(Outcome(of: cut, coding, room: 4096), whole, "cut as \(cut.map(\.count))") }
    mustEqual(Outcome(of: [input.octets], coding, room: 61), whole, "little room")
    let format: Deflater.Format = coding == .gzip ? .gzip : selector & 2 == 0 ? .zlib : .raw
    let coded = Deflater.code(input.octets, format, level: Int(selector >> 4) % 10)
    mustEqual(Outcome(of: [coded], coding, room: 4096).output, input.octets, "encoded and decoded again")
    return 0
}

/// What came of coded content, of which a bounded amount is looked at.
private struct Outcome: Equatable {
    var output: [UInt8] = []
    var end: DecodingFailure.Code?

    init(of pieces: [[UInt8]], _ coding: ContentCoding, room: Int) {
        let limit = 1 << 17
        let inflater = Inflater(coding)
        do throws(DecodingFailure) {
            for piece in pieces {
                inflater.receive(piece)
                while let more = try inflater.next(atMost: room) {
                    mustHold(!more.isEmpty && more.count <= room, "\(more.count) octets of at most \(room)")
                    output += more
                    guard output.count < limit else {
                        output = Array(output[..<limit])
                        return
                    }
                }
            }
            try inflater.finish()
        } catch {
            end = error.code
        }
    }
}
