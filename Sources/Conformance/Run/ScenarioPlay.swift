internal import AdapterProtocol
internal import ChildProcesses
internal import EventLoop
internal import FixtureServer
internal import Scenarios

/// One scenario, played once with one adapter process: everything that is asked, reported and seen.
///
/// Lives on the loop, in the runner's region. Two tasks of the runner feed it (`hearAdapter`, `watchServer`) while
/// `play` goes along the lane; whoever waits, waits for one of them to bring something.
final class ScenarioPlay {
    let scenario: Scenario
    let instance: Instance
    let sentinels: Sentinels
    let foresight: Foresight?
    let options: RunOptions
    let loop: EventLoop
    let folder: WorkFolder
    let adapter: AdapterProcess
    let change: Change
    let heartbeat: Heartbeat

    var state = RunState()
    private(set) var entries: [Transcript.Entry] = []
    private(set) var hello: AdapterEvent.Hello?
    /// How the process ended by itself.
    private(set) var death: ExitStatus?
    var lane = LaneRecord(isFinished: false)
    var process = ProcessRecord()
    var pings = 0
    var resets = 0
    var sentinelsStarted = 0
    /// How many bytes the server has sent since the client last reported anything.
    private var unreported: Int64 = 0

    /// Starts the adapter.
    init(
        _ scenario: Scenario, foresight: Foresight? = nil, of client: ClientCommand, on instance: Instance,
        sentinels: Sentinels, options: RunOptions, loop: EventLoop
    ) throws {
        self.scenario = scenario
        self.foresight = foresight
        self.instance = instance
        self.sentinels = sentinels
        self.options = options
        self.loop = loop
        folder = try WorkFolder()
        change = Change(on: loop)
        heartbeat = Heartbeat(on: loop)
        adapter = try AdapterProcess(client, temporaryFolder: folder.path, on: loop)
    }

    var now: Duration { .now - instance.started }

    // MARK: What comes in

    /// Takes what the adapter writes until its process is gone.
    func hearAdapter() async {
        while true {
            switch await adapter.next() {
            case .event(let event): take(event)
            case .gone(let status):
                death = status
                change.happened()
                return
            }
        }
    }

    /// Takes what happens on the server until the instance ends.
    func watchServer() async {
        for await event in instance.events {
            state.take(event)
            if case .wrote(_, _, let bytes) = event.kind {
                unreported += Int64(bytes)
                // What a client keeps of a body without end would move for ever.
                guard unreported <= ScenarioPlay.largestSilence else {
                    change.wake()
                    continue
                }
            }
            change.happened()
        }
    }

    /// How much may be sent without a word of the client until that counts as movement no more; no client needs a buffer
    /// as large.
    private static let largestSilence: Int64 = 16 << 20

    private func take(_ event: AdapterEvent) {
        entries.append(.init(now, .reported(event)))
        if case .hello(let hello) = event, self.hello == nil {
            self.hello = hello
            state = RunState(
                quantum: Int64(hello.limits.quantum ?? 0), gatesBehindEnd: scenario.gatesBehindEnd)
        }
        state.take(event)
        switch event {
        // An answer to the runner's own knocking is no movement of a transfer.
        case .pong, .log: change.wake()
        default:
            unreported = 0
            change.happened()
        }
    }

    /// Writes a command to the adapter.
    func ask(_ command: AdapterCommand) {
        entries.append(.init(now, .asked(command)))
        do throws(LineError) {
            try adapter.send(command)
        } catch {
            // Only a command of ours can be too long, and none is.
            preconditionFailure("the command \(command.op) cannot be written: \(error)")
        }
    }

    // MARK: Waiting

    /// Waits until a goal is met; what is missing once nothing has moved for the patience, or the process has died.
    func reach(_ goal: Goal) async -> Shortfall? {
        while let shortfall = state.shortfall(of: goal) {
            let moment = change.last + options.patience
            guard death == nil, state.refusals.isEmpty, .now < moment else { return shortfall }
            await change.wait(until: moment)
        }
        return nil
    }

    /// Waits for the adapter's greeting.
    func greet() async -> AdapterEvent.Hello? {
        let limit = ContinuousClock.now + .seconds(10)
        ask(.hello(.init(suite: options.suite, seed: options.seed, workDirectory: folder.path)))
        while hello == nil, death == nil, .now < limit { await change.wait(until: limit) }
        change.happened()
        return hello
    }

    /// Ends the process; how it ended counts only if it did so before it was told to.
    func end() async {
        if death == nil {
            ask(.stop)
        } else {
            process.death = death.map(\.description)
        }
        _ = await adapter.child.end()
        process.adapterFaults = adapter.faults
        process.errorOutput = String(decoding: adapter.child.errorOutput.suffix(4096), as: UTF8.self)
    }
}

extension Scenario {
    /// Gates that hold only when everything has been sent.
    fileprivate var gatesBehindEnd: Set<String> {
        let gates = lane.compactMap { if case .awaitGate(let gate, _) = $0.verb { gate } else { nil } }
        return Set(gates.filter { steps(at: $0).allSatisfy { $0 == .done } })
    }
}
