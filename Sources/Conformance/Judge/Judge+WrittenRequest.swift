internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Measures what a file demands of one request.
    func measure(_ expectation: Expectation, of exchange: ExchangeRecord) -> Measurement? {
        guard let request = exchange.request.head else { return .unknown("the request could not be read") }
        let fields = request.fields.map { HeaderField($0.name, $0.value) }
        let transfer = owner(of: exchange)
        switch expectation {
        case .method(let methods):
            return .compare(
                request.method.rawValue, methods, .wrongRequest, isRight: methods.contains(request.method.rawValue))
        case .range(let allowed):
            let range = request.fields["Range"]
            let words = allowed.map { field -> String? in
                switch field {
                case .held: "bytes=\(transfer?.held ?? 0)-"
                case .none: nil
                case .value(let template): template.plainText
                }
            }
            return compare("Range", range, words, .wrongRange)
        case .ifRange(let allowed):
            let given = request.fields["If-Range"]
            let answer = transfer?.predecessor?.exchanges.last?.response?.head.fields
            let words = allowed.map { field -> String? in
                switch field {
                case .etag: answer?["ETag"]
                case .modified: answer?["Last-Modified"]
                case .none: nil
                case .value(let template): template.plainText
                }
            }
            return compare("If-Range", given, words, .wrongValidator)
        case .fields(let lines): return compare(lines, fields)
        case .lacks(let names): return compareAbsent(names, fields)
        case .status(let allowed):
            let status = exchange.response?.head.status ?? 0
            return .compare(
                "status \(status)", allowed.map { "status \($0)" }, .wrongStatus, isRight: allowed.contains(status))
        case .connection(let allowed):
            let number = exchange.connection.number
            return .compare(
                "connection \(number)", allowed.map { "connection \($0)" }, .wrongCount,
                isRight: allowed.contains(number))
        case .sent(let bounds): return compare(exchange.bodySent, bounds, "byte")
        case .received(let bounds): return compare(exchange.request.bodyReceived, bounds, "byte")
        case .silence(let bounds):
            guard let silence = exchange.departure?.silence else { return .unknown("the client did not leave") }
            return compare(silence, bounds)
        case .lived(let bounds):
            guard let over = exchange.departure?.time ?? exchange.ended else {
                return .unknown("it is not over")
            }
            return compare(over - exchange.started, bounds)
        case .after(let bounds):
            let before = journal.exchanges.last { $0.id < exchange.id && $0.ended != nil }
            guard let ended = before?.ended else { return .unknown("there was no answer before it") }
            return compare(exchange.started - ended, bounds)
        default: return .notMeasured("this version does not measure the \(expectation.name) of a request")
        }
    }

    /// Measures what a file demands of all requests for a resource, or of all there were.
    func measure(_ expectation: Expectation, in exchanges: [ExchangeRecord]) -> Measurement? {
        switch expectation {
        case .requests(let bounds): return compare(exchanges.count, bounds, "request")
        case .connections(let bounds): return compare(journal.connections.count, bounds, "connection")
        case .concurrent(let bounds): return compare(mostAtOnce(exchanges), bounds, "request")
        case .startedOrder:
            let order = exchanges.compactMap(\.transfer)
            let started = transfers.map(\.name).filter(order.contains)
            return .compare(
                order.joined(separator: ", "), [started.joined(separator: ", ")], .wrongRequest,
                isRight: order == started)
        default: return .unknown("\(expectation.name) is not a property of requests together")
        }
    }

    private func compare<Value: BinaryInteger & Hashable & Sendable>(
        _ value: Value, _ bounds: Bounds<Value>, _ noun: String
    ) -> Measurement {
        .compare(
            Bounds(exactly: value).counted(noun), [bounds.counted(noun)], .wrongCount, isRight: bounds.contains(value))
    }

    private func compare(_ value: Duration, _ bounds: Bounds<Duration>) -> Measurement {
        .compare(value.inWords, [bounds.spelled], .wrongCount, isRight: bounds.contains(value))
    }

    private func compare(
        _ field: String, _ value: String?, _ allowed: [String?], _ code: FailureCode
    ) -> Measurement {
        func words(_ value: String?) -> String { value.map { "\(field): \($0)" } ?? "no \(field)" }
        return .compare(words(value), allowed.map(words), code, isRight: allowed.contains(value))
    }

    private func mostAtOnce(_ exchanges: [ExchangeRecord]) -> Int {
        exchanges.map { one in
            exchanges.count { $0.started <= one.started && ($0.ended ?? .seconds(Int64.max)) > one.started }
        }.max() ?? 0
    }
}
