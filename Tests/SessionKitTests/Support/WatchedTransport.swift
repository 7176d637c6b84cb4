import EventLoop
import Foundation
import Locks

@testable import SessionKit

/// Counts what another transport brings, and sees when it is told to stop.
final class WatchedTransport: Transport {
    /// The counts, for tests that live elsewhere.
    final class Counts: Sendable {
        private struct State {
            var brought = 0
            var consumed = 0
            var most = 0
            var stops = 0
        }

        private let state = Locked(State())

        /// Bytes of content that were brought.
        var brought: Int { state.withLock { $0.brought } }
        /// The most that was brought and not consumed, at any moment.
        var most: Int { state.withLock { $0.most } }
        /// How often receiving was stopped.
        var stops: Int { state.withLock { $0.stops } }

        /// The application is done with so many bytes.
        func consume(_ count: Int) { state.withLock { $0.consumed += count } }

        fileprivate func bring(_ count: Int) {
            state.withLock { state in
                state.brought += count
                state.most = max(state.most, state.brought - state.consumed)
            }
        }

        fileprivate func stop() { state.withLock { $0.stops += 1 } }
    }

    private let inner: any Transport
    private let counts: Counts

    init(_ inner: any Transport, _ counts: Counts) {
        self.inner = inner
        self.counts = counts
    }

    func start(_ request: TransferRequest, deliver: @escaping (TransferEvent) -> Void) -> any Transfer {
        let counts = counts
        return Watched(
            inner.start(request) { event in
                if case .bytes(let data) = event { counts.bring(data.count) }
                deliver(event)
            }, counts)
    }

    func close() { inner.close() }

    private final class Watched: Transfer {
        private let inner: any Transfer
        private let counts: Counts

        init(_ inner: any Transfer, _ counts: Counts) {
            self.inner = inner
            self.counts = counts
        }

        var metrics: TransferMetrics { inner.metrics }

        func setReceiving(_ isReceiving: Bool) {
            if !isReceiving { counts.stop() }
            inner.setReceiving(isReceiving)
        }

        func cancel() { inner.cancel() }
    }
}

extension SessionSeams {
    /// The product's, counted on the application's side of the decoder.
    static func watched(_ counts: WatchedTransport.Counts) -> SessionSeams {
        var seams = SessionSeams.standard
        let standard = seams.transport
        seams.transport = { WatchedTransport(standard($0), counts) }
        return seams
    }
}
