internal import AdapterProtocol
internal import FixtureServer
import HTTPMessages

/// What happened in a scenario, in order, for people: what the runner asked, the client reported and the server did.
struct Timeline {
    /// Runs of the same kind are told as one; this is how many entries there are at most.
    static let limit = 40

    private struct Moment {
        var time: Duration
        var lane: TimelineEntry.Lane
        var text: String
        /// Moments that follow each other with the same key are told as one.
        var run: Run?
    }

    private struct Run {
        var key: String
        var bytes: Int64
        /// What is said of so many moments with so many bytes.
        var words: (_ count: Int, _ bytes: Int64) -> String

        static func pieces(_ owner: String, _ bytes: Int64) -> Run {
            Run(key: owner, bytes: bytes) { "\(owner): \($0) pieces, \($1) bytes" }
        }

        static var sentinel: Run {
            Run(key: "sentinels", bytes: 0) { count, _ in "\(count) small transfers ran through (sentinels)" }
        }
    }

    /// Tells a transcript.
    static func entries(_ transcript: Transcript) -> [TimelineEntry] {
        let sentinels = healthySentinels(transcript.entries)
        let entries = transcript.entries.compactMap { entry -> Moment? in
            guard let name = entry.transfer, sentinels.contains(name) else { return moment(entry) }
            guard case .reported(.end) = entry.line else { return nil }
            return Moment(
                time: entry.time, lane: .client, text: "a small transfer ran through (sentinel)", run: .sentinel)
        }
        let moments =
            entries + transcript.journal.exchanges.flatMap(moments) + transcript.journal.connections.flatMap(moments)
        let sorted = moments.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        var told: [TimelineEntry] = []
        var current: (moment: Moment, count: Int, bytes: Int64)?
        func tell() {
            guard let run = current else { return }
            let text = run.count == 1 ? run.moment.text : run.moment.run?.words(run.count, run.bytes) ?? ""
            told.append(TimelineEntry(run.moment.time, run.moment.lane, text))
            current = nil
        }
        for moment in sorted.map(\.element) {
            if let run = current, let key = moment.run?.key, key == run.moment.run?.key, run.moment.lane == moment.lane
            {
                current = (run.moment, run.count + 1, run.bytes + (moment.run?.bytes ?? 0))
            } else {
                tell()
                current = (moment, 1, moment.run?.bytes ?? 0)
            }
        }
        tell()
        guard told.count > limit else { return told }
        var omitted = told[limit / 2]
        omitted.text = "… and \(told.count - limit) moments that are not shown …"
        return told.prefix(limit / 2) + [omitted] + told.suffix(limit / 2)
    }

    /// The sentinels that nothing is to be said of but that they ran through.
    private static func healthySentinels(_ entries: [Transcript.Entry]) -> Set<String> {
        var ends: [String: [AdapterEvent.End.Outcome]] = [:]
        for case .reported(.end(let end)) in entries.map(\.line) where Sentinels.isOne(end.t) {
            ends[end.t, default: []].append(end.outcome)
        }
        return Set(ends.filter { $0.value == [.complete] }.keys)
    }

    private static func moment(_ entry: Transcript.Entry) -> Moment? {
        switch entry.line {
        case .asked(let command):
            switch command {
            case .hello, .ping, .reset, .stop: return nil
            default:
                return Moment(
                    time: entry.time, lane: .runner,
                    text: [command.op, command.transfer].compactMap { $0 }.joined(separator: " "))
            }
        case .reported(let event):
            switch event {
            case .progress, .hello, .pong, .reset, .log: return nil
            case .bytes(let bytes):
                return Moment(
                    time: entry.time, lane: .client, text: "\(bytes.t): \(bytes.count) bytes, \(bytes.total) in all",
                    run: .pieces(bytes.t, Int64(bytes.count)))
            default: return Moment(time: entry.time, lane: .client, text: words(event))
            }
        }
    }

    private static func words(_ event: AdapterEvent) -> String {
        switch event {
        case .head(let head):
            let length = head.expected.map { ", \($0) bytes expected" } ?? ", length unknown"
            return "\(head.t): head \(head.status)\(length)" + (head.resumedAt.map { ", resumed at \($0)" } ?? "")
        case .end(let end):
            let error = end.error.map { " (\($0.kind.rawValue))" } ?? ""
            return "\(end.t): end \(end.outcome.rawValue)\(error), \(end.total) bytes"
        case .resumeData(let data): return "\(data.t): resume material: \(data.value == nil ? "none" : "some")"
        case .file(let file): return "\(file.t): file of \(file.size) bytes"
        default: return [event.transfer.map { "\($0):" }, event.ev].compactMap { $0 }.joined(separator: " ")
        }
    }

    /// The fields of these names that are there, each behind a comma.
    private static func words(_ fields: HTTPFields, _ names: [String]) -> String {
        names.compactMap { name in fields[name].map { ", \(name): \($0)" } }.joined()
    }

    private static func moments(_ exchange: ExchangeRecord) -> [Moment] {
        let name = "\(exchange.id)"
        func moment(_ time: Duration, _ text: String) -> Moment {
            Moment(time: time, lane: .server, text: "\(name): \(text)")
        }
        let target = exchange.request.head.map { "\($0.method) \($0.target)" } ?? "unreadable request"
        let asked = exchange.request.head.map { words($0.fields, ["Range", "If-Range"]) } ?? ""
        var moments = [moment(exchange.started, "\(target)\(asked)" + (exchange.transfer.map { " of \($0)" } ?? ""))]
        if let head = exchange.response?.head, let first = exchange.writes.first {
            let said = words(head.fields, ["Content-Length", "Content-Range", "ETag", "Location"])
            moments.append(moment(first.time, "answers \(head.status)\(said)"))
        }
        for write in exchange.writes where write.body > 0 {
            moments.append(
                Moment(
                    time: write.time, lane: .server, text: "\(name): wrote \(write.body) bytes",
                    run: .pieces(name, Int64(write.body))))
        }
        for hold in exchange.holds {
            moments.append(moment(hold.time, "holds at \(hold.gate) (\(hold.position))"))
            if let released = hold.released { moments.append(moment(released, "gate \(hold.gate) lets it go on")) }
        }
        if let cut = exchange.cut { moments.append(moment(cut.time, "cut by \(cut.kind.rawValue) at \(cut.position)")) }
        if let left = exchange.departure {
            moments.append(moment(left.time, "the client left (\(left.kind.rawValue))"))
        }
        if let ended = exchange.ended { moments.append(moment(ended, "over: \(exchange.reason?.rawValue ?? "")")) }
        return moments
    }

    /// What happened on a connection before a request was read from it.
    private static func moments(_ connection: ConnectionRecord) -> [Moment] {
        func moment(_ time: Duration, _ text: String) -> Moment {
            Moment(time: time, lane: .server, text: "\(connection.id): \(text)")
        }
        var moments: [Moment] = []
        for hold in connection.holds {
            moments.append(moment(hold.time, "holds at \(hold.gate) (\(hold.position))"))
            if let released = hold.released { moments.append(moment(released, "gate \(hold.gate) lets it go on")) }
        }
        if let cut = connection.cut {
            moments.append(moment(cut.time, "cut by \(cut.kind.rawValue) at \(cut.position)"))
        }
        return moments
    }
}
