import EventLoop
import Foundation

/// Everything of a session that lives on the loop: its transport, its tasks, the slots of its hosts.
final class SessionEngine {
    let configuration: HTTPSessionConfiguration
    let seams: SessionSeams
    private var openTransport: (any Transport)?
    private var runners: [Int: TaskRunner] = [:]
    private var slots: HostSlots
    /// Completions that the application has yet to hear; the session's last message comes behind them (contract S06, S07).
    private var untold = 0
    private var whenInvalid: (@Sendable () -> Void)?

    init(configuration: HTTPSessionConfiguration, seams: SessionSeams) {
        self.configuration = configuration
        self.seams = seams
        slots = HostSlots(limit: configuration.httpMaximumConnectionsPerHost)
    }

    /// Made with the first transfer, because it must be made on the loop.
    var transport: any Transport {
        if let openTransport { return openTransport }
        let transport = seams.transport(seams.loop)
        openTransport = transport
        return transport
    }

    func take(_ order: SessionDoor.Order) {
        switch order {
        case .made(let core, let task):
            let runner = TaskRunner(core, task, in: self)
            runners[core.identifier] = runner
            if core.isUnwelcome { runner.handle(.cancelled(producingResumeData: false)) }
        case .event(let identifier, let event):
            runners[identifier]?.handle(event)
        case .cancelledProducingResumeData(let core, let handler):
            if let runner = runners[core.identifier] {
                runner.cancel(producingResumeData: handler)
            } else {
                // Its task was over before the order came; the application's code does not run here (contract S04).
                core.session.delegateQueue.addOperation { handler(nil) }
            }
        case .prioritised(let core):
            slots.prioritise(core.identifier, core.priority)
        case .list(let report):
            report(runners.keys.sorted().compactMap { runners[$0]?.task })
        case .invalidate(let cancelling, let then):
            whenInvalid = then
            if cancelling { for identifier in runners.keys.sorted() { runners[identifier]?.task.cancel() } }
            becomeInvalidIfIdle()
        case .told:
            untold -= 1
            becomeInvalidIfIdle()
        case .close:
            closeTransport()
        }
    }

    private func closeTransport() {
        openTransport?.close()
        openTransport = nil
    }

    // MARK: For runners

    func askForSlot(_ identifier: Int, at host: HostKey, priority: Float) {
        grant(slots.ask(identifier, at: host, priority: priority))
    }

    func giveUpSlot(_ identifier: Int) {
        grant(slots.giveUp(identifier))
    }

    private func grant(_ granted: [Int]) {
        for identifier in granted { runners[identifier]?.handle(.slotGranted) }
    }

    /// A completion is on its way to the application; `told` follows.
    func willTell() {
        untold += 1
    }

    /// A task is over and has told so.
    func remove(_ identifier: Int) {
        runners[identifier] = nil
        giveUpSlot(identifier)
        becomeInvalidIfIdle()
    }

    private func becomeInvalidIfIdle() {
        guard runners.isEmpty, untold == 0, let then = whenInvalid else { return }
        whenInvalid = nil
        closeTransport()
        then()
    }
}
