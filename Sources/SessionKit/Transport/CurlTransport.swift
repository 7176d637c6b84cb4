import CurlEngine
package import EventLoop
import Foundation

/// The transport of the product.
package final class CurlTransport: Transport {
    private let engine: CurlEngine

    /// Makes a transport with a pool of connections of its own.
    package init(on loop: EventLoop) {
        engine = CurlEngine(on: loop)
    }

    package func start(_ request: TransferRequest, deliver: @escaping (TransferEvent) -> Void) -> any Transfer {
        let wire = CurlRequest(
            method: request.method, url: request.url.absoluteString, fields: request.fields,
            body: request.body.map { .data($0) } ?? .none)
        return Running(engine.start(wire) { deliver(TransferEvent($0)) })
    }

    package func close() { engine.close() }

    private final class Running: Transfer {
        private let transfer: CurlTransfer

        init(_ transfer: CurlTransfer) { self.transfer = transfer }

        func setReceiving(_ isReceiving: Bool) {
            if isReceiving { transfer.resumeReceiving() } else { transfer.pauseReceiving() }
        }

        func cancel() { transfer.cancel() }

        var metrics: TransferMetrics { TransferMetrics(transfer.metrics) }
    }
}

extension TransferEvent {
    fileprivate init(_ event: CurlTransfer.Event) {
        switch event {
        case .sent(let count): self = .sent(count)
        case .interim(let head): self = .interim(head)
        case .head(let head): self = .head(head)
        case .body(let data): self = .bytes(data)
        case .trailers(let fields): self = .trailers(fields)
        case .finished: self = .finished
        case .failed(let failure, _): self = .failed(HTTPSessionFailure(failure))
        }
    }
}

extension TransferMetrics {
    fileprivate init(_ measured: CurlMetrics) {
        self.init()
        isReused = measured.isReused
        lookedUp = measured.resolved
        connected = measured.connected
        secured = measured.secured
        requestStarted = measured.requestStarted
        requestEnded = measured.requestEnded
        responseStarted = measured.firstByte
        responseEnded = measured.ended
        requestHeaderBytes = measured.requestHeaderBytes
        requestBodyBytes = measured.bytesSent
        responseHeaderBytes = measured.responseHeaderBytes
        responseBodyBytes = measured.bytesReceived
        local = measured.local.map { Endpoint(address: $0.address, port: $0.port) }
        remote = measured.remote.map { Endpoint(address: $0.address, port: $0.port) }
    }
}

extension HTTPSessionFailure {
    /// The codes of both are spelled alike; one that only the engine knows becomes `other`.
    fileprivate init(_ failure: CurlFailure) {
        let phase: Phase =
            switch failure.phase {
            case .connecting: .connecting
            case .head: .head
            case .content: .content
            }
        let code: Code = failure.code == .body ? .other : Code(rawValue: failure.code.rawValue)
        self.init(code, phase, failure.message, cause: failure)
    }
}
