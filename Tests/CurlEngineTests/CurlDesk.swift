import EventLoop
import Foundation
import HTTPMessages
import Locks

@testable import CurlEngine

/// Runs transfers on a loop for tests that live elsewhere, and writes down what they tell.
actor CurlDesk: LoopActor {
    nonisolated let loop: EventLoop
    private var engine: CurlEngine?
    private var uploading: CurlTransfer?
    private let configuration: CurlEngine.Configuration

    init(_ configuration: CurlEngine.Configuration = CurlEngine.Configuration()) {
        self.configuration = configuration
        loop = EventLoop(name: "curl-tests")
    }

    /// A transfer from start to end.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - react: Called on the loop after each event, with the transfer and what has come so far.
    /// - Returns: What it told.
    func run(
        _ request: CurlRequest, react: @escaping @Sendable (CurlTransfer, Story) -> Void = { _, _ in }
    ) async -> Story {
        await withCheckedContinuation { continuation in
            let running = Running()
            running.transfer = theEngine.start(request) { event in
                running.story.add(event)
                let story = running.story
                if let transfer = running.transfer { react(transfer, story) }
                if story.isOver {
                    running.transfer = nil
                    continuation.resume(returning: story)
                }
            }
        }
    }

    func get(_ url: String, method: String = "GET") async -> Story {
        await run(CurlRequest(method: method, url: url))
    }

    /// Starts a transfer that is paused as soon as so many bytes have come, and is resumed in a later turn.
    func run(_ request: CurlRequest, pausingAfter count: Int) async -> Story {
        await withCheckedContinuation { continuation in
            let running = Running()
            let timer = LoopTimer(on: loop) { running.transfer?.resumeReceiving() }
            running.transfer = theEngine.start(request) { event in
                running.story.add(event)
                if running.story.body.count >= count, !running.isPaused {
                    running.isPaused = true
                    running.transfer?.pauseReceiving()
                    timer.schedule(after: .zero)
                }
                if running.story.isOver {
                    running.transfer = nil
                    continuation.resume(returning: running.story)
                }
            }
        }
    }

    /// Starts a transfer whose body source is asked again in a later turn whenever it had nothing.
    func run(_ request: CurlRequest, resumingWhenEmpty source: Pieces) async -> Story {
        source.whenEmpty { [self] in loop.spawn { await self.resumeSending() } }
        return await withCheckedContinuation { continuation in
            let running = Running()
            uploading = theEngine.start(request) { event in
                running.story.add(event)
                if running.story.isOver { continuation.resume(returning: running.story) }
            }
        }
    }

    private func resumeSending() { uploading?.resumeSending() }

    func close() {
        engine?.close()
        engine = nil
    }

    var theEngine: CurlEngine {
        if let engine { return engine }
        let engine = CurlEngine(on: loop, configuration: configuration)
        self.engine = engine
        return engine
    }

    private final class Running {
        var transfer: CurlTransfer?
        var story = Story()
        var isPaused = false
    }
}

/// What one transfer told.
struct Story: Sendable {
    /// How much content was said to be sent, each time.
    var sent: [Int64] = []
    var interim: [Int] = []
    var head: HTTPResponseHead?
    var body = Data()
    var trailers: HTTPFields?
    var failure: CurlFailure?
    var metrics: CurlMetrics?
    /// One letter for each event: i, h, b and t, and a point or an exclamation mark at the end.
    var order = ""

    var isOver: Bool { metrics != nil }
    var text: String { String(decoding: body, as: UTF8.self) }

    mutating func add(_ event: CurlTransfer.Event) {
        switch event {
        case .sent(let count):
            sent.append(count)
        case .interim(let head):
            interim.append(head.status)
            order += "i"
        case .head(let head):
            self.head = head
            order += "h"
        case .body(let data):
            body += data
            if order.last != "b" { order += "b" }
        case .trailers(let fields):
            trailers = fields
            order += "t"
        case .finished(let metrics):
            self.metrics = metrics
            order += "."
        case .failed(let failure, let metrics):
            self.failure = failure
            self.metrics = metrics
            order += "!"
        }
    }
}
