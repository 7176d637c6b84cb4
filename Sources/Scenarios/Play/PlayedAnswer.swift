import HTTPMessages

/// The head of the answer to a request and the part of the body that it serves, as far as a client reacts to them.
///
/// A sketch of what the server does, for foretelling: one range, no preconditions but If-Range.
struct PlayedAnswer {
    var head: HTTPResponseHead
    /// The part of the representation that is sent; nil when the content is not of it.
    var served: Range<Int64>?
    var contentLength: Int64?

    /// When every instance's clock stands: only the distance to Last-Modified matters.
    private static let date = HTTPDate(secondsSince1970: 1_000_000_000)

    init(_ answer: Answer, to request: PlayedRequest, length: Int64?) {
        var fields: HTTPFields = ["Date": PlayedAnswer.date.description]
        let tag = PlayedAnswer.tag(of: answer)
        let modified = PlayedAnswer.modified(of: answer)
        let needsCredentials = answer.auth != nil && !request.isAuthorized
        let status = needsCredentials ? 401 : answer.status
        if status == 200 {
            if let tag { fields.append("ETag", tag.description) }
            if let modified { fields.append("Last-Modified", modified.description) }
            switch answer.ranges {
            case .silent, .ignored: break
            case .none: fields.append("Accept-Ranges", "none")
            default: fields.append("Accept-Ranges", "bytes")
            }
            if answer.encoding != .none { fields.append("Content-Encoding", "gzip") }
        }
        if needsCredentials { fields.append("WWW-Authenticate", "Basic") }
        for line in answer.fields {
            fields.set(line.name, line.value.text { "\($0).invalid" })
        }
        let isWhole = request.method == .head || answer.hasNoBody || needsCredentials
        self.init(
            head: HTTPResponseHead(status: status, fields: fields), served: isWhole ? nil : 0..<(length ?? .max),
            contentLength: answer.framing == .length ? length : nil)
        guard status == 200, request.method == .get, answer.encoding == .none, answer.raw == nil else { return }
        let isSame = request.fields["If-Range"].map { $0 == tag?.description || $0 == modified?.description } ?? true
        if isSame || answer.ranges == .ignoresIfRange, let length { serveRange(answer, request, length) }
    }

    private init(head: HTTPResponseHead, served: Range<Int64>?, contentLength: Int64?) {
        self.head = head
        self.served = served
        self.contentLength = contentLength
    }

    private mutating func serveRange(_ answer: Answer, _ request: PlayedRequest, _ length: Int64) {
        switch answer.ranges {
        case .none, .ignored, .advertised: return
        default: break
        }
        guard let field = request.fields["Range"], let range = RangeHeader(parsing: field), range.specs.count == 1
        else {
            return
        }
        switch answer.ranges {
        case .refused: return refuse(length)
        case .refusedBare: return refuse(nil)
        case .refusedOther(let difference): return refuse(length + difference)
        default: break
        }
        switch range.resolved(completeLength: length) {
        case .whole: return
        case .unsatisfiable: refuse(length)
        case .partial(let parts): if let part = parts.first { serve(part, answer.ranges, of: length, answer.framing) }
        }
    }

    private mutating func refuse(_ length: Int64?) {
        head.status = 416
        if let length { head.fields.set("Content-Range", ContentRange(unsatisfiedOf: length).description) }
        served = nil
        contentLength = 0
    }

    private mutating func serve(
        _ part: Range<Int64>, _ behaviour: RangeBehaviour, of length: Int64, _ framing: Answer.Framing
    ) {
        var part = part
        var told: Range<Int64>?
        var total: Int64? = length
        head.status = 206
        switch behaviour {
        case .fromZero: part = 0..<length
        case .earlier(let count): part = max(0, part.lowerBound - count)..<part.upperBound
        case .later(let count): part = min(part.upperBound - 1, part.lowerBound + count)..<part.upperBound
        case .short(let count): part = RangeBehaviour.shortened(part, by: count)
        case .bodyShort(let count):
            told = part
            part = part.lowerBound..<max(part.lowerBound, part.upperBound - count)
        case .unknownTotal: total = nil
        case .otherTotal(let difference): total = length + difference
        case .status200: head.status = 200
        case .multipart: head.fields.set("Content-Type", "multipart/byteranges; boundary=x")
        default: break
        }
        switch behaviour {
        case .noContentRange, .multipart: break
        case .otherUnit: head.fields.set("Content-Range", "lines 0-1/2")
        default: head.fields.set("Content-Range", ContentRange(told ?? part, of: total).description)
        }
        served = part
        contentLength = framing == .length ? Int64(part.count) : nil
    }

    /// Two versions of a resource have the same tag exactly when nothing tells them apart.
    private static func tag(of answer: Answer) -> EntityTag? {
        switch answer.etag {
        case .none: nil
        case .auto: EntityTag("auto-\(answer.body.hashValue)")
        case .strong(let text): EntityTag(text)
        case .weak(let text): EntityTag(text ?? "auto-\(answer.body.hashValue)", isWeak: true)
        }
    }

    private static func modified(of answer: Answer) -> HTTPDate? {
        switch answer.modified {
        case .none: nil
        case .auto: date.advanced(bySeconds: -100_000_000)
        case .date(let text): HTTPDate(parsing: text)
        case .age(let age): date.advanced(bySeconds: -age.components.seconds)
        }
    }
}
