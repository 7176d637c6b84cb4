internal import AdapterProtocol
internal import FixtureServer

extension Judge {
    /// The kinds that the failure of a cut answer may have (oracle table 1).
    static func kinds(of cut: ExchangeRecord.Cut, in exchange: ExchangeRecord) -> Set<ErrorKind> {
        guard exchange.response != nil, cut.kind == .fin, exchange.framing == .length || exchange.framing == .chunked
        else { return [.connectionLost] }
        return [.incompleteBody]
    }
}
