import AdapterProtocol
import Scenarios
import Testing

/// The rows of oracle table 1.
@Suite struct FramingOracleTests {
    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var framings: [Answer.Framing]
        var cut: Step.Cut
        var place: ExchangeEnd.Place
        var expected: Prospect
    }

    static let rows = [
        Row(
            testDescription: "length, fin in the body", framings: [.length], cut: .fin, place: .inBody,
            expected: .failed([.incompleteBody], .allSent)),
        Row(
            testDescription: "length, rst in the body", framings: [.length], cut: .rst, place: .inBody,
            expected: .failed([.connectionLost], .prefixOfSent)),
        Row(
            testDescription: "chunked, fin in the body", framings: [.chunked], cut: .fin, place: .inBody,
            expected: .failed([.incompleteBody], .allSent)),
        Row(
            testDescription: "chunked, rst in the body", framings: [.chunked], cut: .rst, place: .inBody,
            expected: .failed([.connectionLost], .prefixOfSent)),
        Row(
            testDescription: "until-close, fin in the body: complete and short", framings: [.untilClose], cut: .fin,
            place: .inBody, expected: .complete(.allSent)),
        Row(
            testDescription: "until-close, rst in the body", framings: [.untilClose], cut: .rst, place: .inBody,
            expected: .failed([.connectionLost], .prefixOfSent)),
        Row(
            testDescription: "any, fin inside the head", framings: Answer.Framing.allCases, cut: .fin, place: .inHead,
            expected: .failed([.connectionLost], .none)),
        Row(
            testDescription: "chunked, fin with all data and no last chunk", framings: [.chunked], cut: .fin,
            place: .atEnd(marked: 0), expected: .failed([.incompleteBody], .allSent)),
        Row(
            testDescription: "any, rst before the head", framings: Answer.Framing.allCases, cut: .rst,
            place: .beforeHead, expected: .failed([.connectionLost], .none)),
        Row(
            testDescription: "any, fin before any byte", framings: Answer.Framing.allCases, cut: .fin,
            place: .beforeHead, expected: .failed([.connectionLost], .none)),
        Row(
            testDescription: "chunked, fin within the last chunk", framings: [.chunked], cut: .fin,
            place: .atEnd(marked: 2), expected: .failed([.incompleteBody], .allSent)),
        Row(
            testDescription: "chunked, fin behind 0 CRLF: both are accepted", framings: [.chunked], cut: .fin,
            place: .atEnd(marked: 3), expected: .either(failed: [.incompleteBody], .allSent)),
        Row(
            testDescription: "chunked, rst behind 0 CRLF", framings: [.chunked], cut: .rst,
            place: .atEnd(marked: 3), expected: .failed([.connectionLost], .prefixOfSent)),
        Row(
            testDescription: "length, fin behind the last byte: nobody can see it", framings: [.length], cut: .fin,
            place: .atEnd(marked: 0), expected: .complete(.allSent)),
        Row(
            testDescription: "length, rst behind the last byte may destroy it", framings: [.length], cut: .rst,
            place: .atEnd(marked: 0), expected: .either(failed: [.connectionLost], .prefixOfSent)),
        Row(
            testDescription: "until-close, rst instead of the end", framings: [.untilClose], cut: .rst,
            place: .atEnd(marked: 0), expected: .failed([.connectionLost], .prefixOfSent)),
        Row(
            testDescription: "any, fin when all is done", framings: Answer.Framing.allCases, cut: .fin,
            place: .behindEnd, expected: .complete(.allSent)),
    ]

    @Test(arguments: rows)
    func `a cut means what the table says`(row: Row) {
        for framing in row.framings {
            #expect(FramingOracle(framing: framing, end: .cut(row.cut, row.place)).prospect == row.expected)
        }
    }

    @Test(arguments: Answer.Framing.allCases)
    func `what ran through is complete`(framing: Answer.Framing) {
        #expect(FramingOracle(framing: framing, end: .finished).prospect == .complete(.allSent))
    }

    @Test(arguments: [(true, true, Prospect.triedAgain), (true, false, nil), (false, true, nil), (false, false, nil)])
    func `only an idempotent request on a reused connection is tried again`(
        isIdempotent: Bool, isReused: Bool, expected: Prospect?
    ) {
        let oracle = FramingOracle(
            framing: .length, end: .cut(.fin, .beforeHead), isIdempotent: isIdempotent, isReused: isReused)
        #expect(oracle.prospect == expected ?? .failed([.connectionLost], .none))
    }

    @Test(arguments: [EncodingRule.Form.gzipTruncated, .gzipBadChecksum, .gzipJunkAfter])
    func `a damaged coding in correct framing is a decode error`(form: EncodingRule.Form) {
        let oracle = FramingOracle(framing: .length, end: .finished, form: form)
        #expect(oracle.prospect == .failed([.decode], .prefixOfSent))
    }

    @Test func `a coded body that a FIN cuts where it marks the end has no end of its coding`() {
        let oracle = FramingOracle(framing: .untilClose, end: .cut(.fin, .inBody), form: .gzip)
        #expect(oracle.prospect == .failed([.decode, .incompleteBody], .prefixOfSent))
        #expect(
            FramingOracle(framing: .untilClose, end: .cut(.fin, .atEnd(marked: 0)), form: .gzip).prospect.mayComplete)
    }

    @Test(arguments: [EncodingRule.Form.gzip, .gzipTwoMembers, .deflateRaw])
    func `a sound coding is complete`(form: EncodingRule.Form) {
        #expect(FramingOracle(framing: .chunked, end: .finished, form: form).prospect == .complete(.allSent))
    }
}
