import EventLoop
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries out what one task's life asks for, and tells the life what came of it.
final class TaskRunner {
    let core: TaskCore
    /// The object in the application's hands; a data task that becomes a download gets another.
    private(set) var task: HTTPSessionTask
    private unowned let engine: SessionEngine
    private var life: any TaskLife
    private let audience: TaskAudience
    private let file: PartialFile
    private var transfer: (any Transfer)?
    private var transferNumber = 0
    private var log = TransactionLog()
    private var isSendingContent = false
    private var idleTimer: IdleTimer?
    private var totalTimer: LoopTimer?
    private var events: [TaskEvent] = []
    private var isBusy = false
    private var resumeDataHandlers: [@Sendable (Data?) -> Void] = []

    init(_ core: TaskCore, _ task: HTTPSessionTask, in engine: SessionEngine) {
        self.core = core
        self.task = task
        self.engine = engine
        let plan = TaskPlan(
            core, engine.configuration, file: engine.seams.file(engine.configuration.temporaryDirectory))
        life = engine.seams.life(plan)
        file = PartialFile(plan.file) { core.post($0) }
        audience = TaskAudience(core, task, file: plan.file)
    }

    /// Takes an event; one that comes while another is being dealt with waits for its turn.
    func handle(_ event: TaskEvent) {
        events.append(event)
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        while !events.isEmpty {
            for action in life.handle(events.removeFirst()) { perform(action) }
        }
    }

    func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void) {
        resumeDataHandlers.append(handler)
        handle(.cancelled(producingResumeData: true))
    }

    private func perform(_ action: TaskAction) {
        switch action {
        case .startTotalClock: startTotalClock()
        case .setIdleClock(let isOn): setIdleClock(isOn)
        case .askForSlot(let host): engine.askForSlot(core.identifier, at: host, priority: core.priority)
        case .giveUpSlot: engine.giveUpSlot(core.identifier)
        case .startTransfer(let request): startTransfer(request)
        case .setReceiving(let isOn): transfer?.setReceiving(isOn)
        case .stopTransfer: stopTransfer()
        case .askRedirect(let question, let response, let next): audience.askRedirect(question, response, next)
        case .askResponse(let question, let response): askResponse(question, response)
        case .deliver(let message): deliver(message)
        case .inspectPartial(let url): file.inspect(url)
        case .file(let order): file.carryOut(order)
        case .dismantle: dismantle()
        }
    }

    private func startTransfer(_ request: TransferRequest) {
        transferNumber += 1
        let number = transferNumber
        log.begin(request)
        isSendingContent = request.body != nil
        transfer = engine.transport.start(request) { [weak self] event in
            guard let self, number == transferNumber else { return }
            idleTimer?.moved()
            note(event, of: request)
            handle(.transfer(event))
        }
    }

    private func note(_ event: TransferEvent, of request: TransferRequest) {
        log.note(event, request)
        switch event {
        case .finished, .failed:
            if let transfer { log.end(transfer.metrics, isStopped: false) }
        case .sent, .interim, .head, .bytes, .trailers:
            break
        }
    }

    private func stopTransfer() {
        transferNumber += 1
        if let transfer { log.end(transfer.metrics, isStopped: true) }
        transfer?.cancel()
        transfer = nil
    }

    /// A completion handler is not asked, so its task need not wait for the application's queue and back.
    private func askResponse(_ question: Int, _ response: HTTPSessionResponse) {
        guard case .delegate = core.listener else {
            audience.tell(.response(response))
            handle(.responseDecided(question: question, .allow))
            return
        }
        audience.askResponse(question, response)
    }

    private func deliver(_ message: TaskMessage) {
        switch message {
        case .becameDownload:
            let download = HTTPSessionDownloadTask(core)
            task = download
            audience.becomeDownload(download)
        case .request:
            log.noteRedirect()
            audience.tell(message)
        case .metrics:
            audience.tell(log.metrics(since: core.created))
        case .completed(let failure, let resumeData):
            core.decided()
            engine.willTell()
            let handlers = resumeDataHandlers
            resumeDataHandlers = []
            audience.complete(failure, resumeData?.encoded, resumeDataHandlers: handlers)
        default:
            audience.tell(message)
        }
    }

    private func startTotalClock() {
        let limit = Duration.seconds(engine.configuration.timeoutIntervalForResource)
        totalTimer = LoopTimer(on: engine.seams.loop) { [weak self] in self?.handle(.totalTimeout(limit)) }
        totalTimer?.schedule(after: limit)
    }

    private func setIdleClock(_ isOn: Bool) {
        if isOn {
            let timer = idleTimer ?? makeIdleTimer()
            idleTimer = timer
            timer.start()
        } else {
            idleTimer?.stop()
        }
    }

    /// A request's own value wins over the session's where it differs from URLRequest's default (contract S13).
    private func makeIdleTimer() -> IdleTimer {
        let own = core.originalRequest?.timeoutInterval ?? 60
        let limit = Duration.seconds(own != 60 ? own : engine.configuration.timeoutIntervalForRequest)
        return IdleTimer(limit, on: engine.seams.loop) { [weak self] in
            guard let self, isSendingContent else { return nil }
            return transfer?.metrics.requestBodyBytes
        } onIdle: { [weak self] in
            self?.handle(.idleTimeout(limit))
        }
    }

    private func dismantle() {
        stopTransfer()
        idleTimer?.stop()
        totalTimer?.cancel()
        engine.remove(core.identifier)
    }
}
