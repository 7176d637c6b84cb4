extension AdapterEvent: Codable {
    private enum Key: String, CodingKey {
        case ev, t, session, status, headers, hops, id, reason, message, level, text, transfers
        case what = "for"
    }

    /// Reads the JSON form.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let ev = try fields.decode(String.self, forKey: .ev)
        func text(_ key: Key) throws -> String { try fields.decode(String.self, forKey: key) }
        func headers() throws -> [HeaderField] {
            try fields.decodeIfPresent([HeaderField].self, forKey: .headers) ?? []
        }
        self =
            switch ev {
            case "hello": .hello(try Hello(from: decoder))
            case "configured": .configured(session: try text(.session))
            case "started": .started(t: try text(.t))
            case "question": .question(try Question(from: decoder))
            case "informational":
                .informational(
                    t: try text(.t), status: try fields.decode(Int.self, forKey: .status), headers: try headers())
            case "head": .head(try Head(from: decoder))
            case "bytes": .bytes(try Bytes(from: decoder))
            case "progress": .progress(try Progress(from: decoder))
            case "sent": .sent(try Sent(from: decoder))
            case "waiting": .waiting(t: try text(.t))
            case "suspended": .suspended(t: try text(.t))
            case "unsuspended": .unsuspended(t: try text(.t))
            case "trailers": .trailers(t: try text(.t), headers: try headers())
            case "resume_data": .resumeData(try ResumeData(from: decoder))
            case "restored":
                .restored(
                    session: try text(.session),
                    transfers: try fields.decodeIfPresent([Restored].self, forKey: .transfers) ?? [])
            case "file": .file(try File(from: decoder))
            case "metrics":
                .metrics(t: try text(.t), hops: try fields.decodeIfPresent([Hop].self, forKey: .hops) ?? [])
            case "end": .end(try End(from: decoder))
            case "snapshot": .snapshot(try Snapshot(from: decoder))
            case "reset": .reset
            case "pong": .pong(id: try fields.decode(Int.self, forKey: .id))
            case "unsupported":
                .unsupported(
                    what: try text(.what), t: try fields.decodeIfPresent(String.self, forKey: .t),
                    reason: try fields.decodeIfPresent(String.self, forKey: .reason) ?? "")
            case "adapter_error": .adapterError(message: try text(.message))
            case "log": .log(level: try text(.level), text: try text(.text))
            default: .unknown(ev: ev, t: try? fields.decodeIfPresent(String.self, forKey: .t))
            }
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(ev, forKey: .ev)
        try fields.encodeIfPresent(transfer, forKey: .t)
        switch self {
        case .hello(let hello): try hello.encode(to: encoder)
        case .configured(let session): try fields.encode(session, forKey: .session)
        case .question(let question): try question.encode(to: encoder)
        case .informational(_, let status, let headers):
            try fields.encode(status, forKey: .status)
            try fields.encode(headers, forKey: .headers)
        case .head(let head): try head.encode(to: encoder)
        case .bytes(let bytes): try bytes.encode(to: encoder)
        case .progress(let progress): try progress.encode(to: encoder)
        case .sent(let sent): try sent.encode(to: encoder)
        case .trailers(_, let headers): try fields.encode(headers, forKey: .headers)
        case .resumeData(let data): try data.encode(to: encoder)
        case .restored(let session, let transfers):
            try fields.encode(session, forKey: .session)
            try fields.encode(transfers, forKey: .transfers)
        case .file(let file): try file.encode(to: encoder)
        case .metrics(_, let hops): try fields.encode(hops, forKey: .hops)
        case .end(let end): try end.encode(to: encoder)
        case .snapshot(let snapshot): try snapshot.encode(to: encoder)
        case .pong(let id): try fields.encode(id, forKey: .id)
        case .unsupported(let what, _, let reason):
            try fields.encode(what, forKey: .what)
            try fields.encode(reason, forKey: .reason)
        case .adapterError(let message): try fields.encode(message, forKey: .message)
        case .log(let level, let text):
            try fields.encode(level, forKey: .level)
            try fields.encode(text, forKey: .text)
        case .started, .waiting, .suspended, .unsuspended, .reset, .unknown: break
        }
    }
}
