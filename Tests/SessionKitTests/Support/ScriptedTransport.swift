import EventLoop
import Foundation
import HTTPMessages

@testable import SessionKit

/// A transport without a network: tells the same of every request.
final class ScriptedTransport: Transport {
    private let loop: EventLoop
    private let events: [TransferEvent]

    init(_ events: [TransferEvent], on loop: EventLoop) {
        self.events = events
        self.loop = loop
    }

    func start(_ request: TransferRequest, deliver: @escaping (TransferEvent) -> Void) -> any Transfer {
        let playing = Playing(events, deliver)
        // Nothing is told before this returns.
        playing.timer = LoopTimer(on: loop) { [weak playing] in playing?.play() }
        playing.timer?.schedule(after: .zero)
        return playing
    }

    func close() {}

    private final class Playing: Transfer {
        var timer: LoopTimer?
        private var events: [TransferEvent]
        private let deliver: (TransferEvent) -> Void

        init(_ events: [TransferEvent], _ deliver: @escaping (TransferEvent) -> Void) {
            self.events = events
            self.deliver = deliver
        }

        func play() { while !events.isEmpty { deliver(events.removeFirst()) } }

        func setReceiving(_ isReceiving: Bool) {}

        func cancel() {
            events = []
            timer?.cancel()
        }
    }
}

extension SessionSeams {
    /// The product's, whose wire tells the same of every request.
    static func scripted(_ events: TransferEvent...) -> SessionSeams {
        var seams = SessionSeams.standard
        seams.transport = { ScriptedTransport(events, on: $0) }
        return seams
    }
}
