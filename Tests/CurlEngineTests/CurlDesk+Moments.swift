import EventLoop
import Foundation
import Locks
import TestSupport

@testable import CurlEngine

extension CurlDesk {
    /// Cancels a transfer as soon as it has told so many events; returns how many it told until the loop was idle again.
    func cancel(_ request: CurlRequest, after count: Int) async -> Int {
        let counter = Counter()
        let gate = Gate()
        let transfer = theEngine.start(request) { _ in
            counter.count += 1
            if counter.count == count {
                counter.transfer?.cancel()
                gate.open()
            }
        }
        counter.transfer = transfer
        if count == 0 {
            transfer.cancel()
            gate.open()
        }
        await gate.pass()
        for _ in 0..<10 { await loop.nextTurn() }
        return counter.count
    }

    /// Sends a body of pieces; where there is none, the source has nothing until the next turn.
    func upload(_ pieces: [String?], to url: String) async -> Story {
        let source = Pieces(pieces)
        return await run(CurlRequest(method: "POST", url: url, body: .source(source)), resumingWhenEmpty: source)
    }

    /// Pauses when the server has been asked and has not answered, and goes on when its answer lies in the socket.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - asked: The server has the request.
    ///   - paused: The transfer is paused, and the server may answer.
    ///   - sent: It has answered.
    ///   - look: Called with what was told until then.
    /// - Returns: All that was told.
    func run(
        _ request: CurlRequest, pausedWhen asked: Gate, then paused: Gate, until sent: Gate, look: (Story) -> Void
    ) async -> Story {
        let (headed, over) = (Gate(), Gate())
        let counter = Counter()
        counter.transfer = theEngine.start(request) { event in
            counter.story.add(event)
            if counter.story.head != nil { headed.open() }
            if counter.story.isOver {
                headed.open()
                over.open()
            }
        }
        await asked.pass()
        counter.transfer?.pauseReceiving()
        paused.open()
        await sent.pass()
        await headed.pass()
        for _ in 0..<10 { await loop.nextTurn() }
        look(counter.story)
        // Whenever it is told to pause, libcurl reads the socket once more.
        counter.transfer?.resumeReceiving()
        counter.transfer?.pauseReceiving()
        for _ in 0..<10 { await loop.nextTurn() }
        counter.transfer?.resumeReceiving()
        await over.pass()
        return counter.story
    }

    /// Pauses at the first byte, lets the loop take so many turns, looks around, and goes on.
    func run(
        _ request: CurlRequest, pausingFor turns: Int, look: @escaping @Sendable () -> Void
    ) async -> Story {
        let paused = Gate()
        let over = Gate()
        let counter = Counter()
        counter.transfer = theEngine.start(request) { event in
            counter.story.add(event)
            if counter.story.body.count > 0, counter.count == 0 {
                counter.count = 1
                counter.transfer?.pauseReceiving()
                paused.open()
            }
            if counter.story.isOver { over.open() }
        }
        await paused.pass()
        for _ in 0..<turns { await loop.nextTurn() }
        look()
        counter.transfer?.resumeReceiving()
        await over.pass()
        return counter.story
    }

    /// Pauses at the first byte and goes on when it is told to; returns the story, and how much of it was told while the call
    /// that goes on had not returned.
    func run(_ request: CurlRequest, goingOnAt signal: Gate) async -> (story: Story, early: Int) {
        let paused = Gate()
        let over = Gate()
        let counter = Counter()
        counter.transfer = theEngine.start(request) { event in
            if counter.isGoingOn { counter.early += 1 }
            counter.story.add(event)
            if counter.story.body.count > 0, counter.count == 0 {
                counter.count = 1
                counter.transfer?.pauseReceiving()
                paused.open()
            }
            if counter.story.isOver { over.open() }
        }
        await paused.pass()
        await signal.pass()
        counter.isGoingOn = true
        counter.transfer?.resumeReceiving()
        counter.isGoingOn = false
        await over.pass()
        return (counter.story, counter.early)
    }

    /// The content as it came; every second piece is a copy, so that the memory of the original is free again.
    func pieces(_ request: CurlRequest) async -> [Data] {
        let over = Gate()
        let counter = Counter()
        counter.transfer = theEngine.start(request) { event in
            if case .body(let data) = event {
                counter.pieces.append(counter.pieces.count.isMultiple(of: 2) ? data : Data(Array(data)))
            }
            if case .finished = event { over.open() }
            if case .failed = event { over.open() }
        }
        await over.pass()
        return counter.pieces
    }

    func abandon(_ request: CurlRequest) {
        _ = theEngine.start(request) { _ in }
    }

    func untilConnected(to server: RawServer) async {
        while server.requests.isEmpty { await loop.nextTurn() }
    }

    private final class Counter {
        var count = 0
        var transfer: CurlTransfer?
        var story = Story()
        var isGoingOn = false
        var early = 0
        var pieces: [Data] = []
    }
}

/// A body in pieces, some of which are late.
final class Pieces: CurlBodySource {
    private struct State {
        var left: [String?]
        var whenEmpty: (@Sendable () -> Void)?
    }

    private let state: Locked<State>

    init(_ pieces: [String?]) {
        state = Locked(State(left: pieces))
    }

    var length: Int64? { 10 }

    func whenEmpty(_ tell: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenEmpty = tell }
    }

    func read(upTo count: Int) -> CurlBodyPiece {
        let (piece, tell): (CurlBodyPiece, (@Sendable () -> Void)?) = state.withLock { state in
            guard !state.left.isEmpty else { return (.end, nil) }
            guard let text = state.left.removeFirst() else { return (.later, state.whenEmpty) }
            return (.data(Data(text.utf8)), nil)
        }
        tell?()
        return piece
    }

    func rewind() -> Bool { false }
}
