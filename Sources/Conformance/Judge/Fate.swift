internal import AdapterProtocol
internal import FixtureServer
internal import Scenarios

/// What the server did to a transfer in the end, and so what the client may say of it.
enum Fate {
    /// The answer was sent to its mark of the end.
    case ranThrough
    /// The script cut the connection before that mark.
    case cut(ExchangeRecord.Cut, ExchangeRecord)
    /// The application cancelled it while the server was not done.
    case cancelled
    /// The server was not done, and nobody had cancelled: the client gave up by itself.
    case abandoned(ExchangeRecord)
    /// No request came.
    case unrequested

    /// Reads the fate of a transfer from the journal.
    init(of transfer: TransferCase) {
        guard let last = transfer.last else {
            self = transfer.cancel == nil ? .unrequested : .cancelled
            return
        }
        if last.framingComplete || (last.framing == .none && last.reason == .complete) {
            self = .ranThrough
        } else if let cut = last.cut {
            self = .cut(cut, last)
        } else if transfer.cancel != nil {
            self = .cancelled
        } else {
            self = .abandoned(last)
        }
    }

    /// The same as a sentence's end: "the server …".
    var story: String {
        switch self {
        case .ranThrough: "the server sent everything and marked the end"
        case .cut(let cut, let exchange):
            "the server cut the connection by \(cut.kind.rawValue) at \(cut.position), after \(exchange.bodySent) bytes"
        case .cancelled: "the application cancelled it while the server was not done"
        case .abandoned(let exchange): "the server had sent \(exchange.bodySent) bytes and was not done"
        case .unrequested: "no request came"
        }
    }
}
