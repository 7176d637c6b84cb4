internal import FixtureServer
internal import Scenarios

extension Judge {
    /// How an answer went over the wire otherwise than its `split` and `pace` say; a scenario about crumbs that came as
    /// one piece, or about a slow line that was fast, would prove nothing.
    func strayWrites(of exchange: ExchangeRecord, for resource: Resource) -> [String] {
        guard exchange.writesDropped == 0 else { return [] }
        let answer = exchange.attempt.map { resource.attempts[$0].answer } ?? resource.answer
        var strays: [String] = []
        if let most = answer.split?.size.upperBound,
            let write = exchange.writes.first(where: { Int64($0.taken) > most })
        {
            strays.append("\(write.taken) bytes went in one write, split says at most \(most)")
        }
        switch answer.pace {
        case .writes(let schedule):
            // A write of code tells what it represents; between a head and a last chunk it is the piece.
            let size = { (write: ExchangeRecord.Write) in
                exchange.coding == nil ? write.body : exchange.framing == .chunked ? 0 : write.taken
            }
            let content = exchange.writes.filter { $0.offset != nil }
            if let write = content.first(where: { Int64(size($0)) > schedule.size.upperBound }) {
                strays.append(
                    "\(size(write)) bytes of the body went in one write, pace says \(schedule.size.upperBound)")
            }
        case .rate(let rate) where scenario.usesClock:
            if let moment = firstMoment(ahead: rate, exchange) {
                strays.append("at \(moment.inWords) the answer was ahead of its \(rate) bytes a second")
            }
        case .rate, .within, nil: break
        }
        return strays
    }

    /// When an answer had sent more than its rate allows since the request; nil if it never had.
    private func firstMoment(ahead rate: Int64, _ exchange: ExchangeRecord) -> Duration? {
        guard exchange.coding == nil else { return nil }
        var sent = 0
        for write in exchange.writes {
            sent += write.body
            let (seconds, attoseconds) = (write.time - exchange.started).components
            let allowed = Double(rate) * (Double(seconds) + Double(attoseconds) / 1e18)
            if Double(sent) > allowed + 1 { return write.time - exchange.started }
        }
        return nil
    }
}
