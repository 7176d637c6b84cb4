import HTTPMessages

/// What a response said about itself and what came of it, line by line and byte by byte.
///
/// libcurl answers "no error" to a stream that ends inside the head, to two lengths that differ, and to lengths beyond
/// 2^63. So every line passes here too, and the end is judged against what was seen.
struct ResponseLedger {
    /// What a header line led to.
    enum Step: Equatable {
        case nothing
        case interim(HTTPResponseHead)
        case head(HTTPResponseHead)
    }

    private enum Place {
        case statusLine
        case fields(HTTPResponseHead)
        case content
    }

    /// All head and trailer bytes of one transfer.
    private let maximumHeaderBytes: Int
    /// An answer to HEAD has no content whatever it says.
    private let isHead: Bool

    private var place = Place.statusLine
    /// Bytes of head lines so far, those of interim answers included.
    private(set) var headerBytes = 0
    /// What Content-Length says, where it decides.
    private var declared: Int64?
    private(set) var received: Int64 = 0
    /// Whether the content comes in chunks.
    private(set) var isChunked = false

    init(isHead: Bool, maximumHeaderBytes: Int) {
        self.isHead = isHead
        self.maximumHeaderBytes = maximumHeaderBytes
    }

    var phase: CurlFailure.Phase {
        switch place {
        case .statusLine, .fields: .head
        case .content: .content
        }
    }

    /// Whether the blank line behind the final head was seen.
    var hasHead: Bool { phase == .content }

    /// Whether a byte of an answer has come.
    var hasBegun: Bool { headerBytes > 0 }

    mutating func count(content: Int) { received += Int64(content) }

    /// Takes a line as libcurl hands it on: with its end, which may be a bare LF (contract F07).
    mutating func take(line octets: some BidirectionalCollection<UInt8>) throws(CurlFailure) -> Step {
        headerBytes += octets.count
        guard headerBytes <= maximumHeaderBytes else {
            throw failure(.badHeader, "the head is longer than \(maximumHeaderBytes) bytes")
        }
        var line = octets[...]
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        guard !line.contains(0) else { throw failure(.badHeader, "a line of the head holds a NUL") }
        switch place {
        case .statusLine:
            place = .fields(try statusLine(line))
            return .nothing
        case .fields(var head):
            guard line.isEmpty else {
                // Nobody else may hold the fields meanwhile: thousands of them would be copied with each line.
                place = .statusLine
                try add(line, to: &head.fields)
                place = .fields(head)
                return .nothing
            }
            return try endHead(head)
        case .content:
            // Trailers come with the chunks, which libcurl hands on as they are.
            throw failure(.badFraming, "a header line came behind the head")
        }
    }

    /// Why a message that libcurl holds for whole is not, or nil.
    func verdict() -> CurlFailure? {
        guard hasHead else {
            let what = hasBegun ? "inside the head" : "before the first byte of an answer"
            return failure(.connectionLost, "the connection ended \(what)")
        }
        guard let declared, received < declared else { return nil }
        return failure(.incompleteBody, "Content-Length says \(declared) bytes, and \(received) came")
    }

    private mutating func endHead(_ head: HTTPResponseHead) throws(CurlFailure) -> Step {
        if HTTPStatus.isInterim(head.status) {
            place = .statusLine
            return .interim(head)
        }
        guard head.status != 101 else {
            throw failure(.badStatusLine, "101 switches to a protocol that nobody asked for")
        }
        isChunked = try isChunked(head.fields) && !isHead && HTTPStatus.allowsBody(head.status)
        let length = try length(in: head.fields)
        if !isHead, !isChunked, HTTPStatus.allowsBody(head.status) { declared = length }
        place = .content
        return .head(head)
    }

    /// Only the chunked coding can come, because no other is asked for (RFC 9112 §6.1, §7).
    private func isChunked(_ fields: HTTPFields) throws(CurlFailure) -> Bool {
        let codings = fields.list("Transfer-Encoding").filter { !ASCII.equalIgnoringCase($0, "identity") }
        guard let coding = codings.first else { return false }
        guard codings.count == 1, ASCII.equalIgnoringCase(coding, "chunked") else {
            throw failure(.badFraming, "Transfer-Encoding: \(codings.joined(separator: ", ")) was not asked for")
        }
        return true
    }

    /// One length, or several that agree (RFC 9110 §8.6); two that differ are an attack or a mistake (RFC 9112 §6.3).
    private func length(in fields: HTTPFields) throws(CurlFailure) -> Int64? {
        let values = fields.list("Content-Length")
        guard let first = values.first else {
            guard fields.contains("Content-Length") else { return nil }
            throw failure(.badFraming, "Content-Length is empty")
        }
        guard let length = Digits.exact(first) else {
            throw failure(.badFraming, "Content-Length: \(first) is not a length")
        }
        for value in values where Digits.exact(value) != length {
            throw failure(.badFraming, "Content-Length is \(first) and \(value) in one answer")
        }
        return length
    }

    /// `HTTP/1.1 200 OK`; the reason may be missing, with the space before it (contract F08).
    private func statusLine(_ line: some BidirectionalCollection<UInt8>) throws(CurlFailure) -> HTTPResponseHead {
        let text = FieldText.decoded(line)
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let version = Self.version(parts[0]), parts[1].utf8.count == 3,
            let status = Digits.exact(parts[1]), status >= 100
        else { throw failure(.badStatusLine, "\"\(text.prefix(80))\" is not a status line") }
        let reason = parts.count > 2 ? String(parts[2]) : ""
        return HTTPResponseHead(status: Int(status), reason: reason, version: version)
    }

    private static func version(_ text: Substring) -> HTTPVersion? {
        switch text {
        case "HTTP/1.1": .http11
        case "HTTP/1.0": .http10
        case "HTTP/2": .http2
        default: nil
        }
    }

    private func add(_ line: some BidirectionalCollection<UInt8>, to fields: inout HTTPFields) throws(CurlFailure) {
        if let first = line.first, ASCII.isWhitespace(first), let last = fields.indices.last {
            // An obsolete fold: one space in place of the line's end (RFC 9112 §5.2).
            fields[last].value += " " + ASCII.trimmed(FieldText.decoded(line)[...])
            return
        }
        guard let colon = line.firstIndex(of: 0x3A), colon != line.startIndex else {
            throw failure(.badHeader, "\"\(FieldText.decoded(line).prefix(80))\" is not a header line")
        }
        // Space before the colon is wrong, but only a server must refuse it (RFC 9112 §5.1).
        let name = String(ASCII.trimmed(FieldText.decoded(line[..<colon])[...]))
        guard ASCII.isToken(name) else { throw failure(.badHeader, "\"\(name.prefix(80))\" is not a field's name") }
        let value = FieldText.decoded(line[line.index(after: colon)...])
        fields.append(name, String(ASCII.trimmed(value[...])))
    }

    private func failure(_ code: CurlFailure.Code, _ message: String) -> CurlFailure {
        CurlFailure(code, phase, message)
    }
}
