import FuzzSupport
import HTTPMessages
import HTTPWire

/// Responses of a connection to three requests: the same events however they are cut, and one end that tells the truth.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let (selector, input) = unsafe FuzzInput(start, count).split
    let whole = events([input.octets], selector)
    for cut in input.cuts { mustEqual(events(cut, selector), whole, "cut as \(cut.map(\.count))") }
    checkEnds(whole)
    for case .head(let head, _) in whole { checkRewriting(head) }
    return 0
}

/// All events, neighbouring pieces of content joined.
private func events(_ pieces: [[UInt8]], _ selector: UInt8) -> [ResponseParser.Event] {
    var parser = ResponseParser(limits: .init(statusLine: 100, headerSection: 300, fieldCount: 10, body: 1000))
    let methods: [HTTPMethod] = [.get, .head, .connect, .post]
    for shift in 0..<3 { parser.expect(methods[Int(selector >> UInt8(2 * shift)) & 3]) }
    var events: [ResponseParser.Event] = []
    func drain() {
        while let event = parser.next() {
            if case .body(let more) = event, case .body(let before)? = events.last {
                events[events.count - 1] = .body(before + more)
            } else {
                events.append(event)
            }
        }
    }
    for piece in pieces {
        parser.receive(piece)
        drain()
    }
    parser.receiveEnd(selector & 0x40 == 0 ? .closed : .aborted)
    drain()
    return events
}

/// Every head has its end or the failure behind it, and a declared length is kept exactly.
private func checkEnds(_ events: [ResponseParser.Event]) {
    var declared: Int64?
    var received: Int64 = 0
    for event in events {
        switch event {
        case .head(_, let framing):
            received = 0
            declared = if case .length(let length) = framing { length } else { nil }
        case .body(let octets):
            received += Int64(octets.count)
        case .end(.complete, _):
            mustHold(declared == nil || declared == received, "complete with \(received) of \(declared ?? -1)")
        case .end(.truncated(let length, let count), _):
            mustHold(length == declared && count == received && count < length, "truncated: \(events)")
        case .end(.aborted(let count), _), .end(.unfinishedChunks(let count), _), .end(.endedByClose(let count), _):
            mustEqual(count, received, "received")
        case .end, .interim, .failure:
            break
        }
    }
    switch events.last {
    case nil, .end, .failure: break
    default: fatalError("the connection ended and the response did not: \(events)")
    }
}

private func checkRewriting(_ head: HTTPResponseHead) {
    var octets: [UInt8] = []
    HeadEncoder.append(head, to: &octets)
    var parser = ResponseParser()
    // Lengths that contradict each other do not matter to HEAD, and here only the head does.
    parser.expect(.head)
    parser.receive(octets)
    guard case .head(let again, _)? = parser.next() else { fatalError("\(head) is no head any more") }
    mustEqual(again, head, "the head, written and read again")
}
