import Compression
package import EventLoop
import Foundation
import HTTPMessages

/// Takes the content codings off what another transport brings (contract E12 to E15).
///
/// Decoded content can be a thousand times as long as what came, so it is made piece by piece, as it is taken: a transfer
/// that is told to stop receiving stops decoding at once, and the connection is not read while coded bytes wait.
package final class DecodingTransport: Transport {
    private let inner: any Transport
    private let loop: EventLoop

    /// Wraps a transport of the loop the caller is on.
    package init(_ inner: any Transport, on loop: EventLoop) {
        self.inner = inner
        self.loop = loop
    }

    package func start(_ request: TransferRequest, deliver: @escaping (TransferEvent) -> Void) -> any Transfer {
        let transfer = DecodingTransfer(isHead: request.method == "HEAD", on: loop, deliver: deliver)
        transfer.inner = inner.start(request) { [weak transfer] in transfer?.take($0) }
        return transfer
    }

    package func close() { inner.close() }
}

/// One transfer, decoded where its head says that it is coded.
private final class DecodingTransfer: Transfer {
    private enum Mode {
        /// What comes is handed on as it is.
        case plain
        /// The codings in the order in which they are taken off.
        case coded([Inflater])
        /// Over.
        case ended
    }

    var inner: (any Transfer)?
    private let isHead: Bool
    private let loop: EventLoop
    private let deliver: (TransferEvent) -> Void
    private var mode = Mode.plain
    private var isReceiving = true
    private var isInnerReceiving = true
    /// What came behind content that is not decoded yet.
    private var held: [TransferEvent] = []
    private lazy var pump = LoopTimer(on: loop) { [weak self] in self?.decode() }

    init(isHead: Bool, on loop: EventLoop, deliver: @escaping (TransferEvent) -> Void) {
        self.isHead = isHead
        self.loop = loop
        self.deliver = deliver
    }

    func setReceiving(_ isReceiving: Bool) {
        self.isReceiving = isReceiving
        guard case .coded = mode else {
            setInnerReceiving(isReceiving)
            return
        }
        if isReceiving {
            // In a turn of its own: whoever says so may not be ready for an event yet.
            pump.schedule(after: .zero)
        } else {
            setInnerReceiving(false)
        }
    }

    func cancel() {
        mode = .ended
        held = []
        pump.cancel()
        inner?.cancel()
    }

    var metrics: TransferMetrics { inner?.metrics ?? TransferMetrics() }

    func take(_ event: TransferEvent) {
        switch (mode, event) {
        case (.ended, _):
            return
        case (.plain, .head(let head)):
            do throws(HTTPSessionFailure) {
                let inflaters = isHead ? [] : try Self.inflaters(for: head)
                if !inflaters.isEmpty { mode = .coded(inflaters) }
            } catch {
                fail(error)
                return
            }
            deliver(event)
        case (.coded(let inflaters), .bytes(let data)):
            inflaters.first?.receive(data)
            decode()
        case (.coded, .trailers), (.coded, .finished), (.coded, .failed):
            held.append(event)
            decode()
        default:
            deliver(event)
        }
    }

    /// Hands on pieces as long as they are wanted, then what came behind them.
    private func decode() {
        while isReceiving, case .coded(let inflaters) = mode {
            do throws(DecodingFailure) {
                guard let piece = try Self.next(inflaters) else { break }
                deliver(.bytes(Data(piece)))
            } catch {
                fail(HTTPSessionFailure(.decode, .content, error.sentence, cause: error))
                return
            }
        }
        guard isReceiving, case .coded = mode else { return }
        while let event = held.first {
            held.removeFirst()
            if case .finished = event, !isWhole() { return }
            deliver(event)
            guard isReceiving else { return }
        }
        setInnerReceiving(true)
    }

    /// A coding that has not ended in correct framing is a failure (contract E13).
    private func isWhole() -> Bool {
        guard case .coded(let inflaters) = mode else { return true }
        do throws(DecodingFailure) {
            for inflater in inflaters { try inflater.finish() }
            return true
        } catch {
            fail(HTTPSessionFailure(.decode, .content, error.sentence, cause: error))
            return false
        }
    }

    private func fail(_ failure: HTTPSessionFailure) {
        inner?.cancel()
        mode = .ended
        held = []
        deliver(.failed(failure))
    }

    private func setInnerReceiving(_ isOn: Bool) {
        guard isOn != isInnerReceiving else { return }
        isInnerReceiving = isOn
        inner?.setReceiving(isOn)
    }

    /// The next piece through all codings; nil when more must come first.
    private static func next(_ inflaters: [Inflater]) throws(DecodingFailure) -> [UInt8]? {
        guard let last = inflaters.last else { return nil }
        while true {
            if let piece = try last.next() { return piece }
            guard let coded = try next(Array(inflaters.dropLast())) else { return nil }
            last.receive(coded)
        }
    }

    /// What undoes the codings of a head, the outermost first; a part of something coded is left as it is.
    private static func inflaters(for head: HTTPResponseHead) throws(HTTPSessionFailure) -> [Inflater] {
        guard head.status != 206, HTTPStatus.allowsBody(head.status) else { return [] }
        var inflaters: [Inflater] = []
        for name in head.fields.list("Content-Encoding").reversed() where !ASCII.equalIgnoringCase(name, "identity") {
            guard let coding = ContentCoding(named: name) else {
                throw HTTPSessionFailure(
                    .unknownCoding, .head, "the content is coded as \(name), which was not asked for and is not known")
            }
            inflaters.append(Inflater(coding))
        }
        return inflaters
    }
}
