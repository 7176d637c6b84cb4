extension AdapterCommand: Codable {
    private enum Key: String, CodingKey {
        case op, t, resume, session, bytes, id
    }

    /// Reads the JSON form.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let op = try fields.decode(String.self, forKey: .op)
        func transfer() throws -> String { try fields.decode(String.self, forKey: .t) }
        self =
            switch op {
            case "hello": .hello(try Hello(from: decoder))
            case "configure": .configure(try Configure(from: decoder))
            case "start": .start(try Start(from: decoder))
            case "suspend": .suspend(t: try transfer())
            case "unsuspend": .unsuspend(t: try transfer())
            case "cancel":
                .cancel(
                    t: try transfer(), resume: try fields.decodeIfPresent(ResumeWish.self, forKey: .resume) ?? .none)
            case "resume": .resume(try Resume(from: decoder))
            case "restore": .restore(session: try fields.decode(String.self, forKey: .session))
            case "answer": .answer(try Answer(from: decoder))
            case "credit": .credit(t: try transfer(), bytes: try fields.decode(Int.self, forKey: .bytes))
            case "snapshot": .snapshot(t: try transfer())
            case "ping": .ping(id: try fields.decode(Int.self, forKey: .id))
            case "reset": .reset
            case "stop": .stop
            default: .unknown(op: op, t: try? fields.decodeIfPresent(String.self, forKey: .t))
            }
    }

    /// Writes the JSON form.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(op, forKey: .op)
        try fields.encodeIfPresent(transfer, forKey: .t)
        switch self {
        case .hello(let hello): try hello.encode(to: encoder)
        case .configure(let configure): try configure.encode(to: encoder)
        case .start(let start): try start.encode(to: encoder)
        case .cancel(_, let wish): try fields.encode(wish, forKey: .resume)
        case .resume(let resume): try resume.encode(to: encoder)
        case .restore(let session): try fields.encode(session, forKey: .session)
        case .answer(let answer): try answer.encode(to: encoder)
        case .credit(_, let bytes): try fields.encode(bytes, forKey: .bytes)
        case .ping(let id): try fields.encode(id, forKey: .id)
        case .suspend, .unsuspend, .snapshot, .reset, .stop, .unknown: break
        }
    }
}
