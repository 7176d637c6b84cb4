/// An event is one flat object in JSON: `{"event":"held","number":12,"time":0.204,"exchange":2,"gate":"half","offset":500}`.
extension JournalEvent: Codable {
    private enum Keys: String, CodingKey {
        case number, time, connection, exchange, transfer, event
        case origin, method, target, resource, offset, body, bytes, gate, sent, by, reason, count
    }

    /// Reads the object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        self.init(
            number: try container.decode(Int.self, forKey: .number),
            time: try container.decode(Duration.self, forKey: .time),
            connection: try container.decodeIfPresent(ConnectionID.self, forKey: .connection),
            exchange: try container.decodeIfPresent(ExchangeID.self, forKey: .exchange),
            transfer: try container.decodeIfPresent(String.self, forKey: .transfer),
            kind: try Self.kind(in: container))
    }

    /// Writes the object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(number, forKey: .number)
        try container.encode(time, forKey: .time)
        try container.encodeIfPresent(connection, forKey: .connection)
        try container.encodeIfPresent(exchange, forKey: .exchange)
        try container.encodeIfPresent(transfer, forKey: .transfer)
        try container.encode(kind.name, forKey: .event)
        switch kind {
        case .opened(let origin), .down(let origin), .up(let origin): try container.encode(origin, forKey: .origin)
        case .requested(let method, let target, let resource):
            try container.encode(method, forKey: .method)
            try container.encode(target, forKey: .target)
            try container.encodeIfPresent(resource, forKey: .resource)
        case .wrote(let offset, let body, let bytes):
            try container.encodeIfPresent(offset, forKey: .offset)
            try container.encode(body, forKey: .body)
            try container.encode(bytes, forKey: .bytes)
        case .held(let gate, let offset, let sent):
            try container.encode(gate, forKey: .gate)
            try container.encodeIfPresent(offset, forKey: .offset)
            try container.encode(sent, forKey: .sent)
        case .released(let gate): try container.encode(gate, forKey: .gate)
        case .stalled(let offset): try container.encodeIfPresent(offset, forKey: .offset)
        case .cut(let kind, let offset):
            try container.encode(kind, forKey: .by)
            try container.encodeIfPresent(offset, forKey: .offset)
        case .ended(let reason): try container.encode(reason, forKey: .reason)
        case .left(let kind): try container.encode(kind, forKey: .by)
        case .missed(let count): try container.encode(count, forKey: .count)
        case .closed, .finished: break
        }
    }

    private static func kind(in container: KeyedDecodingContainer<Keys>) throws -> Kind {
        let name = try container.decode(String.self, forKey: .event)
        let offset = try container.decodeIfPresent(Int64.self, forKey: .offset)
        func text(_ key: Keys) throws -> String { try container.decode(String.self, forKey: key) }
        func number(_ key: Keys) throws -> Int { try container.decode(Int.self, forKey: key) }
        switch name {
        case "opened": return .opened(origin: try text(.origin))
        case "requested":
            return .requested(
                method: try text(.method), target: try text(.target),
                resource: try container.decodeIfPresent(String.self, forKey: .resource))
        case "wrote": return .wrote(offset: offset, body: try number(.body), bytes: try number(.bytes))
        case "held":
            return .held(gate: try text(.gate), offset: offset, sent: try container.decode(Int64.self, forKey: .sent))
        case "released": return .released(gate: try text(.gate))
        case "stalled": return .stalled(offset: offset)
        case "cut": return .cut(try container.decode(ExchangeRecord.Cut.Kind.self, forKey: .by), offset: offset)
        case "ended": return .ended(try container.decode(ExchangeRecord.EndReason.self, forKey: .reason))
        case "left": return .left(try container.decode(ExchangeRecord.Departure.Kind.self, forKey: .by))
        case "closed": return .closed
        case "down": return .down(origin: try text(.origin))
        case "up": return .up(origin: try text(.origin))
        case "missed": return .missed(try number(.count))
        case "finished": return .finished
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .event, in: container, debugDescription: "'\(name)' is no event that is known here")
        }
    }
}

extension JournalEvent.Kind {
    /// The word for it.
    var name: String {
        switch self {
        case .opened: "opened"
        case .requested: "requested"
        case .wrote: "wrote"
        case .held: "held"
        case .released: "released"
        case .stalled: "stalled"
        case .cut: "cut"
        case .ended: "ended"
        case .left: "left"
        case .closed: "closed"
        case .down: "down"
        case .up: "up"
        case .missed: "missed"
        case .finished: "finished"
        }
    }
}
