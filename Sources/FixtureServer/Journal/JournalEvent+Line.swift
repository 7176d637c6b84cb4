extension JournalEvent: CustomStringConvertible {
    /// The event as one line for people, such as `12.345 c1 x2 held at 'half' in front of byte 500`.
    public var description: String {
        let who = [connection?.description, exchange?.description, transfer.map { "[\($0)]" }].compactMap(\.self)
        return ([time.inMilliseconds] + who + [kind.description]).joined(separator: " ")
    }
}

extension JournalEvent.Kind: CustomStringConvertible {
    /// What happened, in words.
    public var description: String {
        switch self {
        case .opened(let origin): "connected to \(origin)"
        case .requested(let method, let target, _): "\(method) \(target)"
        case .wrote(let offset?, let body, let bytes): "wrote \(bytes) B, \(body) B of the body from byte \(offset)"
        case .wrote(nil, _, let bytes): "wrote \(bytes) B"
        case .held(let gate, let offset?, _): "held at '\(gate)' in front of byte \(offset)"
        case .held(let gate, nil, _): "held at '\(gate)'"
        case .released(let gate): "passed '\(gate)'"
        case .stalled: "the client does not read"
        case .cut(let kind, let offset?): "cut by \(kind) in front of byte \(offset)"
        case .cut(let kind, nil): "cut by \(kind)"
        case .ended(let reason): "over: \(reason)"
        case .left(let kind): "the client left (\(kind))"
        case .closed: "closed"
        case .down(let origin): "\(origin) refuses connections"
        case .up(let origin): "\(origin) accepts connections again"
        case .missed(let count): "\(count) events were forgotten"
        case .finished: "the instance ended"
        }
    }
}
