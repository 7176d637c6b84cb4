import HTTPMessages

/// The head of the answer to a request and the part of the body that it serves, as far as a client reacts to them.
///
/// A sketch of what the server does, for foretelling: one range, no preconditions but If-Range.
struct PlayedAnswer {
    var head: HTTPResponseHead
    /// The part of the representation that is sent; nil when the content is not of it.
    var served: Range<Int64>?
    var contentLength: Int64?
    /// How the content is coded, if it is; a sound form where that was negotiated.
    private(set) var form: EncodingRule.Form?

    /// When every instance's clock stands: only the distance to Last-Modified matters.
    private static let date = HTTPDate(secondsSince1970: 1_000_000_000)

    init(_ answer: Answer, to request: PlayedRequest, length: Int64?) {
        var fields: HTTPFields = ["Date": PlayedAnswer.date.description]
        let choice = answer.encoding.choice(for: request.fieldsWithCodings, length: length)
        let coding: EncodingRule.Coding? = if case .coded(let coding, _) = choice { coding } else { nil }
        let tag = PlayedAnswer.tag(of: answer, coding)
        let modified = PlayedAnswer.modified(of: answer)
        let needsCredentials = !request.meets(answer.auth)
        let status = needsCredentials ? 401 : choice == .notAcceptable ? 406 : answer.status
        if let coding, !needsCredentials { fields.append("Content-Encoding", coding.rawValue) }
        if status == 200 {
            if let tag { fields.append("ETag", tag.description) }
            if let modified { fields.append("Last-Modified", modified.description) }
            switch answer.ranges {
            case .silent, .ignored: break
            case .none: fields.append("Accept-Ranges", "none")
            default: if coding == nil { fields.append("Accept-Ranges", "bytes") }
            }
        }
        if needsCredentials { fields.append("WWW-Authenticate", "Basic") }
        for line in answer.fields {
            fields.set(line.name, line.value.text { "\($0).invalid" })
        }
        let isOwn = needsCredentials || choice == .notAcceptable
        let hasNone = request.method == .head || answer.hasNoBody || isOwn
        let form: EncodingRule.Form? = if case .coded(_, let form) = choice { form ?? .gzip } else { nil }
        let sent = form?.codedLength(of: length) ?? length
        self.init(
            head: HTTPResponseHead(status: status, fields: fields), served: hasNone ? nil : 0..<(sent ?? .max),
            contentLength: answer.framing == .length && coding == nil ? length : nil)
        self.form = hasNone ? nil : form
        guard status == 200, request.method == .get, coding == nil, answer.raw == nil else { return }
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
    private static func tag(of answer: Answer, _ coding: EncodingRule.Coding?) -> EntityTag? {
        let suffix = coding.map { "-\($0.rawValue)" } ?? ""
        return switch answer.etag {
        case .none: nil
        case .auto: EntityTag("auto-\(answer.body.hashValue)\(suffix)")
        case .strong(let text): EntityTag(text + suffix)
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
