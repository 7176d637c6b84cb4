import HTTPMessages
import YAML

extension PerfectPlay {
    /// Sends a request on a connection of the pool or a new one.
    mutating func send(_ request: PlayedRequest, of name: String) {
        guard let (connection, isReused) = server.connect(to: request.resource.origin) else {
            return conclude(name, .failed)
        }
        let trouble = isReused ? [] : server.trouble(of: connection, to: request.resource.origin)
        let isCut = trouble.contains { if case .cut = $0.action { true } else { false } }
        // A request that nobody reads uses nothing up.
        let choice =
            isCut
            ? server.answer(to: request, isReused: isReused) : server.pick(for: request, isReused: isReused)
        guard let pick = choice else {
            log.addUnknown(
                request.resource.description, "resource", known: scenario.resources.map(\.path.description),
                at: transfers[name]?.location ?? scenario.location)
            return conclude(name, .failed)
        }
        foresight.targets.insert(pick.resource)
        if !isCut { note(pick, request, isReused: isReused, of: name) }
        let length: Int64? =
            if case .known(let length) = facts.length(of: pick.answer.raw ?? pick.answer.body) { length } else { nil }
        exchanges.append(
            PlayedExchange(
                number: exchanges.count, transfer: name, request: request, answer: pick.answer,
                played: PlayedAnswer(pick.answer, to: request, length: length), isReused: isReused,
                connection: connection, pick: pick, trouble: trouble, facts: facts))
        story.tell(.asked(exchanges.count - 1))
        transfers[name]?.state = .running(exchange: exchanges.count - 1)
        transfers[name]?.isAwaited = false
    }

    /// A request will be read, and this answers it.
    private mutating func note(_ pick: PlayedServer.Pick, _ request: PlayedRequest, isReused: Bool, of name: String) {
        foresight.requests[name, default: 0] += 1
        guard let rival = server.note(pick, of: request, isReused: isReused, by: name) else { return }
        log.add(
            transfers[name]?.location ?? scenario.location,
            "the requests of '\(rival)' and '\(name)' for \(request.resource) may come in either order, "
                + "and their answers differ", hint: "await one before the other is started")
    }

    /// The request of an exchange is read, unless trouble at accept is still in front of it.
    mutating func read(_ index: Int) {
        let exchange = exchanges[index]
        guard exchange.isPastTrouble else { return }
        foresight.resources.insert(exchange.pick.resource)
        if let attempt = exchange.pick.attempt { foresight.attempts.insert(attempt.location) }
    }

    /// The head of an answer has arrived.
    mutating func react(toHeadOf index: Int) {
        let exchange = exchanges[index]
        guard let transfer = transfers[exchange.transfer] else { return }
        let status = exchange.played.head.status
        if [301, 302, 303, 307, 308].contains(status), redirect(of: exchange) != nil {
            if transfer.start.asks.contains(.redirect) {
                transfers[transfer.name]?.state = .asking(.redirect, exchange: index)
            } else {
                follow(index)
            }
        } else if status == 401, scenario.session.credentials != nil, !transfer.hasTriedCredentials {
            if transfer.start.asks.contains(.challenge) {
                transfers[transfer.name]?.state = .asking(.challenge, exchange: index)
            } else {
                authorize(index)
            }
        } else if status == 503, scenario.needs.contains("auto-retry"),
            exchange.played.head.fields.contains("Retry-After")
        {
            again(index, exchange.request)
        } else if transfer.start.asks.contains(.response) {
            transfers[transfer.name]?.state = .asking(.response, exchange: index)
        } else {
            accept(index)
        }
    }

    /// The answer is the transfer's; a resumed one decides what becomes of the bytes that are held.
    mutating func accept(_ index: Int) {
        let exchange = exchanges[index]
        guard let transfer = transfers[exchange.transfer] else { return }
        let name = transfer.name
        guard let resumption = transfer.resumption, exchange.request.fields.contains("Range") else {
            transfers[name]?.answered = (exchange.request, exchange.played)
            transfers[name]?.delivered = 0
            transfers[name]?.certain = 0
            return
        }
        let reactions = resumption.reactions(
            to: exchange.played.head, contentLength: exchange.played.contentLength,
            sentIfRange: exchange.request.fields.contains("If-Range"))
        switch reactions[0] {
        case .goOn, .askForRest: transfers[name]?.answered = (exchange.request, exchange.played)
        case .startOver:
            transfers[name]?.answered = (exchange.request, exchange.played)
            transfers[name]?.delivered = 0
            transfers[name]?.certain = 0
        case .askAgain:
            var request = exchange.request
            request.fields.remove("Range")
            request.fields.remove("If-Range")
            again(index, request)
        case .finish: conclude(name, .complete)
        case .fail: conclude(name, .failed)
        case .deliver, .follow: break
        }
    }

    /// The exchange ran through.
    mutating func complete(_ exchange: PlayedExchange) {
        let name = exchange.transfer
        guard let transfer = transfers[name] else { return }
        let prospect = FramingOracle(
            framing: exchange.answer.framing, end: .finished, form: exchange.played.form
        ).prospect
        if !prospect.mayComplete { return conclude(name, .failed) }
        // A short but honest part: the rest is asked for (M13).
        if let resumption = transfer.resumption, exchange.played.head.status == 206,
            let range = exchange.played.head.fields["Content-Range"].flatMap(ContentRange.init(parsing:)),
            let end = range.range?.upperBound, let total = range.completeLength ?? resumption.total, end < total,
            exchange.request.fields.contains("Range")
        {
            let rest = ResumeOracle(held: end, total: total, validator: resumption.validator)
            transfers[name]?.resumption = rest
            var request = exchange.request
            for field in rest.fields ?? [:] { request.fields.set(field.name, field.value) }
            transfers[name]?.state = .queued(request)
            return
        }
        conclude(name, .complete)
    }

    /// The transfer ends; its exchange is of no interest any more.
    mutating func conclude(_ name: String, _ outcome: PlayedTransfer.Outcome) {
        if let number = transfers[name]?.exchange {
            let exchange = exchanges[number]
            if outcome == .cancelled || outcome == .interrupted || outcome == .failed {
                server.close(exchange.connection, to: exchange.request.resource.origin)
                exchanges[number].end()
            }
            exchanges[number].isFollowed = false
        }
        story.tell(.ended(name, outcome))
        transfers[name]?.state = .ended(outcome)
        transfers[name]?.isAwaited = false
    }
}
