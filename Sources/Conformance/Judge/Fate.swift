internal import AdapterProtocol
internal import FixtureServer
internal import Scenarios

/// What the server did to a transfer in the end, and so what the client may say of it.
enum Fate {
    /// The server was done with its answer: it sent the mark of its end, or cut the connection.
    case served(ExchangeRecord, Prospect)
    /// The application cancelled it while the server was not done.
    case cancelled
    /// The server was not done, and nobody had cancelled: the client gave up by itself.
    case abandoned(ExchangeRecord)
    /// The connection was cut before a request was read from it.
    case cutAtAccept(ExchangeRecord.Cut.Kind)
    /// The origin refused connections.
    case refused
    /// No request came.
    case unrequested

    /// Reads the fate of a transfer from the journal.
    init(of transfer: TransferCase, in journal: Journal) {
        guard let last = transfer.last else {
            if transfer.cancel != nil {
                self = .cancelled
            } else if let cut = journal.cutAtAccept(of: transfer) {
                self = .cutAtAccept(cut)
            } else if journal.refused(transfer) {
                self = .refused
            } else {
                self = .unrequested
            }
            return
        }
        if let prospect = last.prospect {
            // A lost request that was not sent again is a failure like any other.
            self = .served(last, Fate.prospect(of: transfer, prospect, wasRefused: journal.refused(transfer)))
        } else if transfer.cancel != nil {
            self = .cancelled
        } else {
            self = .abandoned(last)
        }
    }

    /// What is right for a transfer whose last answer has this prospect by itself.
    private static func prospect(
        of transfer: TransferCase, _ prospect: Prospect, wasRefused: Bool
    ) -> Prospect {
        switch prospect {
        // A lost request that was not sent again is a failure like any other; the second try may have been refused.
        case .triedAgain: return .failed(wasRefused ? [.connectionLost, .refused] : [.connectionLost], .none)
        // A whole answer may be none that what is held goes on with (oracle table 2).
        case .complete:
            let kinds = transfer.refusals
            guard !kinds.isEmpty else { return prospect }
            return transfer.reactions?.contains(where: \.takesAnswer) ?? false
                ? .either(failed: kinds, .prefixOfSent) : .failed(kinds, .prefixOfSent)
        case .failed, .either: return prospect
        }
    }

    /// The same as a sentence's end: "the server …".
    var story: String {
        switch self {
        case .served(let exchange, _):
            exchange.cut.map { cut in
                "the server cut the connection by \(cut.kind.rawValue) at \(cut.position), "
                    + "after \(exchange.bodySent) bytes"
            } ?? "the server sent everything and marked the end"
        case .cancelled: "the application cancelled it while the server was not done"
        case .abandoned(let exchange): "the server had sent \(exchange.bodySent) bytes and was not done"
        case .cutAtAccept(let kind): "the server cut the connection by \(kind.rawValue) before it read a request"
        case .refused: "the server refused connections"
        case .unrequested: "no request came"
        }
    }
}

extension Journal {
    /// How a connection of a transfer's origin that came while the transfer ran was cut before a request was read.
    ///
    /// Nothing that was read ties such a connection to a transfer, only where it went and when.
    fileprivate func cutAtAccept(of transfer: TransferCase) -> ExchangeRecord.Cut.Kind? {
        guard let begin = transfer.reports.first?.time else { return nil }
        let end = transfer.living.last?.time ?? lived
        return connections.last { connection in
            connection.origin == transfer.start.resource.origin && connection.cut != nil
                && connection.closed ?? lived >= begin && connection.opened <= end
        }?.cut?.kind
    }

    /// Whether the transfer's origin refused connections while the transfer ran.
    fileprivate func refused(_ transfer: TransferCase) -> Bool {
        guard let begin = transfer.reports.first?.time else { return false }
        let end = transfer.living.last?.time ?? lived
        return outages.contains { outage in
            outage.origin == transfer.start.resource.origin && outage.ended ?? lived >= begin && outage.began <= end
        }
    }
}

extension ResumeOracle.Reaction {
    /// Whether a transfer that reacts so may be complete with this answer as its last.
    fileprivate var takesAnswer: Bool {
        switch self {
        case .goOn, .startOver, .finish, .deliver: true
        case .askAgain, .askForRest, .follow, .fail: false
        }
    }
}
