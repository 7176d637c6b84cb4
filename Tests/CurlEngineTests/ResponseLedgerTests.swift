import HTTPMessages
import TestSupport
import Testing

@testable import CurlEngine

/// Lines in, heads and verdicts out.
@Suite(.timeLimit(.minutes(5))) struct ResponseLedgerTests {
    @Test func `an interim head comes before the final one`() throws {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        #expect(try ledger.steps("HTTP/1.1 103 Early Hints", "Link: </a>", "").last?.interim?.status == 103)
        #expect(!ledger.hasHead)
        let head = try #require(ledger.steps("HTTP/1.1 200 OK", "X: 1", "x: 2", "").last?.head)
        #expect(head.fields == ["X": "1", "x": "2"])
        #expect(ledger.hasHead)
    }

    @Test func `a switch of protocols that nobody asked for is refused`() {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        let error = #expect(throws: CurlFailure.self) {
            try ledger.steps("HTTP/1.1 101 Switching Protocols", "Upgrade: noise", "")
        }
        #expect(error?.code == .badStatusLine && error?.phase == .head)
    }

    @Test(.tags(.F08, .F09)) func `what a server is untidy about is read`() throws {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        let head = try #require(
            ledger.steps("HTTP/1.0 404", "Empty:", "Spaced : \t v \t", "Folded: a", "   b", "").last?.head)
        #expect(head.version == .http10)
        #expect(head.reason == "")
        #expect(head.fields == ["Empty": "", "Spaced": "v", "Folded": "a b"])
    }

    @Test(.tags(.F07, .F06)) func `a bare line feed ends a line, and octets that are no UTF-8 are ISO-8859-1`() throws {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        _ = try ledger.take(line: Array("HTTP/1.1 200 OK\n".utf8))
        _ = try ledger.take(line: Array("X-Name: caf".utf8) + [0xE9, 0x0A])
        guard case .head(let head) = try ledger.take(line: [0x0A]) else {
            Issue.record("no head")
            return
        }
        #expect(head.fields["x-name"] == "café")
    }

    @Test(
        .tags(.F11),
        arguments: [
            ("HTTQ/1.1 200 OK", CurlFailure.Code.badStatusLine), ("HTTP/1.1", .badStatusLine),
            ("HTTP/1.1 20 OK", .badStatusLine), ("HTTP/1.1 2000", .badStatusLine), ("HTTP/1.1 099 x", .badStatusLine),
            ("HTTP/1.1 200 a\0b", .badHeader),
        ])
    func `a status line that is none is refused`(line: String, code: CurlFailure.Code) {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        let error = #expect(throws: CurlFailure.self) { try ledger.steps(line) }
        #expect(error?.code == code)
        #expect(error?.phase == .head)
    }

    @Test(arguments: ["hello", ": value", "a b: c", "X: a\0b"])
    func `a header line that is none is refused`(line: String) {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        let error = #expect(throws: CurlFailure.self) { try ledger.steps("HTTP/1.1 200 OK", line) }
        #expect(error?.code == .badHeader)
    }

    @Test(arguments: [["5", "7"], ["-5"], ["99999999999999999999"], ["+5"], ["5 5"], [""], ["5, 6"], ["0x5"]])
    func `lengths that are none or differ are refused`(values: [String]) {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        let lines = ["HTTP/1.1 200 OK"] + values.map { "Content-Length: \($0)" } + [""]
        let error = #expect(throws: CurlFailure.self) { try ledger.steps(lines) }
        #expect(error?.code == .badFraming)
    }

    @Test(arguments: [["5", "5"], ["5, 5"], ["5"], ["005"]])
    func `lengths that agree are one`(values: [String]) throws {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        try ledger.steps(["HTTP/1.1 200 OK"] + values.map { "Content-Length: \($0)" } + [""])
        ledger.count(content: 4)
        #expect(ledger.verdict()?.code == .incompleteBody)
        ledger.count(content: 1)
        #expect(ledger.verdict() == nil)
    }

    @Test func `a head that ends early is a lost connection, however little is missing`() throws {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        #expect(ledger.verdict()?.code == .connectionLost)
        try ledger.steps("HTTP/1.1 200 OK")
        #expect(ledger.verdict()?.code == .connectionLost)
        try ledger.steps("Content-Length: 0")
        #expect(ledger.verdict()?.code == .connectionLost)
        try ledger.steps("")
        #expect(ledger.verdict() == nil)
    }

    @Test(arguments: [(200, true, false), (204, false, false), (304, false, false), (200, false, true)])
    func `a length that frames nothing is not held against the answer`(
        status: Int, isHead: Bool, isChunked: Bool
    ) throws {
        var ledger = ResponseLedger(isHead: isHead, maximumHeaderBytes: 1000)
        let chunked = isChunked ? ["Transfer-Encoding: chunked"] : []
        try ledger.steps(["HTTP/1.1 \(status) x", "Content-Length: 100"] + chunked + [""])
        #expect(ledger.verdict() == nil)
    }

    @Test(arguments: [("chunked", true), ("Chunked", true), ("identity", false)])
    func `chunks are the only transfer coding`(coding: String, isChunked: Bool) throws {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        try ledger.steps("HTTP/1.1 200 OK", "Transfer-Encoding: \(coding)", "")
        #expect(ledger.isChunked == isChunked)
    }

    @Test(arguments: ["gzip, chunked", "gzip", "chunked, chunked"])
    func `a transfer coding that was not asked for is refused`(coding: String) {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 1000)
        let error = #expect(throws: CurlFailure.self) {
            try ledger.steps("HTTP/1.1 200 OK", "Transfer-Encoding: \(coding)", "")
        }
        #expect(error?.code == .badFraming)
    }

    @Test func `a head beyond the limit is refused`() throws {
        var ledger = ResponseLedger(isHead: false, maximumHeaderBytes: 60)
        try ledger.steps("HTTP/1.1 200 OK", "X-Pad: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
        let error = #expect(throws: CurlFailure.self) { try ledger.steps("X: 1234") }
        #expect(error?.code == .badHeader)
    }
}

extension ResponseLedger {
    @discardableResult
    fileprivate mutating func steps(_ lines: String...) throws -> [Step] { try steps(lines) }

    @discardableResult
    fileprivate mutating func steps(_ lines: [String]) throws -> [Step] {
        try lines.map { try take(line: Array("\($0)\r\n".utf8)) }
    }
}

extension ResponseLedger.Step {
    fileprivate var head: HTTPResponseHead? { if case .head(let head) = self { head } else { nil } }
    fileprivate var interim: HTTPResponseHead? { if case .interim(let head) = self { head } else { nil } }
}
