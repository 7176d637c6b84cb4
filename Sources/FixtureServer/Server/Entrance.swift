internal import EventLoop
internal import Scenarios

/// What happens on a connection after it was accepted and before anything is read from it: holds, pauses and a cut.
final class Entrance {
    /// What came of it.
    enum Outcome {
        /// Requests may be read now.
        case passed
        /// The connection was cut.
        case cut
        /// The peer left, or the connection was ended from this side.
        case calledOff
    }

    private let connection: Connection
    private let entry: ConnectionLog
    private let gates: GateBoard
    private let clock: LoopClock
    private let cancelSleep: () -> Void
    private var waiting = ScriptPlayer.Waiting.nothing
    private var isCalledOff = false

    /// Prepares the entrance of a connection; `cancelSleep` wakes it from a sleep, for good.
    init(
        _ connection: Connection, entry: ConnectionLog, gates: GateBoard, clock: LoopClock,
        cancelSleep: @escaping () -> Void
    ) {
        self.connection = connection
        self.entry = entry
        self.gates = gates
        self.clock = clock
        self.cancelSleep = cancelSleep
    }

    /// Does what the scenario says, in order; only `hold`, `pause` and `cut` are read from files.
    func play(_ trouble: [Step.Action]) async -> Outcome {
        for action in trouble {
            switch action {
            case .hold(let gate): guard await hold(gate) else { return .calledOff }
            case .pause(let duration): guard await pause(duration) else { return .calledOff }
            case .cut(let kind):
                await cut(kind)
                return .cut
            case .pace, .send, .inform: continue
            }
        }
        return .passed
    }

    /// Whoever waits here waits no longer: the peer has left, or the connection is ended.
    func callOff() {
        isCalledOff = true
        switch waiting {
        case .nothing: break
        case .gate(let ticket): gates.giveBack(ticket)
        case .clock: cancelSleep()
        }
    }

    private var isOver: Bool { isCalledOff || connection.peerEnd != nil }

    private func hold(_ gate: String) async -> Bool {
        gates.arrive(at: gate)
        let hold = entry.held(gate: gate)
        guard !gates.isOpen(gate) else {
            entry.released(hold, atOnce: true)
            return true
        }
        guard !isOver else { return false }
        let ticket = gates.makeTicket()
        waiting = .gate(ticket: ticket)
        let isReleased = await gates.wait(at: gate, connection: entry.record.id, ticket: ticket)
        waiting = .nothing
        guard isReleased else { return false }
        entry.released(hold, atOnce: false)
        return true
    }

    private func pause(_ duration: Duration) async -> Bool {
        guard !isOver else { return false }
        let pause = entry.paused(for: duration)
        waiting = .clock
        let isWhole = (try? await clock.sleep(until: clock.now + duration)) != nil
        waiting = .nothing
        entry.resumed(pause)
        return isWhole && !isCalledOff
    }

    private func cut(_ kind: Step.Cut) async {
        switch kind {
        case .fin:
            connection.shutdownWriting()
            entry.cut(.fin)
        case .rst:
            await connection.reset()
            entry.cut(.rst)
        }
    }
}
