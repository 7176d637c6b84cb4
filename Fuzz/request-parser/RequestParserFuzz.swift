import FuzzSupport
import HTTPMessages
import HTTPWire

/// Requests of a connection: the same events however they are cut, and heads that survive being written again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count)
    let whole = events([input.octets])
    for cut in input.cuts { mustEqual(events(cut), whole, "cut as \(cut.map(\.count))") }
    for case .head(let request) in whole { checkRewriting(request) }
    return 0
}

/// All events, neighbouring pieces of content joined.
private func events(_ pieces: [[UInt8]]) -> [RequestParser.Event] {
    // Small limits are reached by small inputs.
    var parser = RequestParser(limits: .init(requestLine: 100, headerSection: 300, fieldCount: 10, body: 1000))
    var events: [RequestParser.Event] = []
    for piece in pieces {
        parser.receive(piece)
        while let event = parser.next() {
            if case .body(let more) = event, case .body(let before)? = events.last {
                events[events.count - 1] = .body(before + more)
            } else {
                events.append(event)
            }
        }
    }
    return events
}

private func checkRewriting(_ request: IncomingRequest) {
    var octets: [UInt8] = []
    HeadEncoder.append(request.head, to: &octets)
    var parser = RequestParser()
    parser.receive(octets)
    mustEqual(parser.next(), .head(request), "the head, written and read again")
}
