import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The life of a task.
///
/// It moves through ``State``. Across that lie the reasons to hold still, ``Holds``: while there is one that shuts the
/// gate, what the transfer tells is kept back and the connection is not read; when the last is gone it is taken up in
/// order. So a suspended task is silent wherever it is, and an end that comes while the application decides waits.
package struct TaskStateMachine: TaskLife {
    let plan: TaskPlan
    var state = State.idle
    var holds: Holds = .suspended
    /// The application's request of this hop.
    var request: URLRequest
    var redirects = 0
    var questions = 0
    /// Where content goes; a data task's may change.
    var destination: Destination
    var intake = Intake()
    var continuation: Continuation?
    /// The host whose slot the task has.
    var slot: HostKey?
    /// What the transfer told while the gate was shut.
    var backlog: [TransferEvent] = []
    /// What the transport and the clock were told last.
    var isReceiving = true
    var isIdleClockRunning = false
    /// The clock over the whole task ran out while it was suspended.
    var overdue: HTTPSessionFailure?
    /// A suspension allows one new start by range: the peer may have closed what did not move (contract K03).
    var mayGoOnAfterLoss = false
    /// How much of this request's content is on its way.
    var sent: Int64 = 0
    /// Fields behind a body that is still on its way to the file.
    var trailers: HTTPFields?
    /// How far the task was when it was cancelled; the file may be settled long after.
    var cancelPhase = HTTPSessionFailure.Phase.connecting
    /// How many parts were too small to be worth their request.
    var scraps = 0
    var out: [TaskAction] = []

    package init(_ plan: TaskPlan) {
        self.plan = plan
        request = plan.request
        switch plan.goal {
        case .memory: destination = .memory
        case .file: destination = .file(.none)
        case .continuation(let data):
            destination = .file(.none)
            continuation = Continuation(data: data, offset: data.length, isOurs: false)
        }
    }

    enum State {
        /// Made, never resumed.
        case idle
        /// The partial file behind the resume data is being looked at.
        case inspecting
        /// Ready to ask for a slot, but suspended.
        case parked
        /// Waiting for a slot.
        case queued
        /// A transfer is under way.
        case open(Stage)
        /// The transfer is over; bytes are still on their way to the file.
        case settling(Ending)
        /// The file is being closed.
        case closing(Ending)
        case over
    }

    enum Stage {
        case awaitingHead
        case askingRedirect(question: Int, HTTPResponseHead, to: URLRequest)
        case askingResponse(question: Int, HTTPResponseHead)
        /// The file is being made ready for content that continues it.
        case opening(HTTPResponseHead, announces: Bool)
        case content
    }

    enum Ending {
        case complete
        case failed(HTTPSessionFailure)
        case cancelled(producingResumeData: Bool)
        /// Not an end: another request, for the rest or for everything.
        case again(fromStart: Bool)
    }

    enum Destination: Equatable {
        case memory
        case file(FileState)
    }

    enum FileState: Equatable {
        case none
        /// A file of this task's own; a partial file it was to continue has become it.
        case ours
        /// A file of this task's own, beside a partial file that is left alone.
        case beside
    }

    /// Reasons to hold still.
    struct Holds: OptionSet {
        let rawValue: Int
        static let suspended = Holds(rawValue: 1)
        /// The application was asked something.
        static let deciding = Holds(rawValue: 2)
        /// Suspended before, and the slot was given to another task meanwhile.
        static let noSlot = Holds(rawValue: 4)
        /// The file is not ready.
        static let opening = Holds(rawValue: 8)
        /// Too much is on its way to the application; the only one that leaves the gate open.
        static let backPressure = Holds(rawValue: 16)
    }

    var isGateShut: Bool { !holds.subtracting(.backPressure).isEmpty }

    package mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        if case .over = state { return [] }
        out = []
        take(event)
        reconcile()
        defer { out = [] }
        return out
    }

    private mutating func take(_ event: TaskEvent) {
        switch event {
        case .resumed: resumed()
        case .suspended: suspended()
        case .cancelled(let producing): end(.cancelled(producingResumeData: producing))
        case .redirectDecided(let question, let request): redirectDecided(question, request)
        case .responseDecided(let question, let disposition): responseDecided(question, disposition)
        case .consumed(let count): consumed(count)
        case .slotGranted: slotGranted()
        case .idleTimeout(let limit): idleTimeout(limit)
        case .totalTimeout(let limit): totalTimeout(limit)
        case .transfer(let event):
            guard !isTransferOver else { return }
            if isGateShut { backlog.append(event) } else { transfer(event) }
        case .partialInspected(let size): partialInspected(size)
        case .fileOpened: fileOpened()
        case .partialVanished: partialVanished()
        case .fileWritten(let count): fileWritten(count)
        case .fileClosed: fileClosed()
        case .fileFailed(let failure): fileFailed(failure)
        }
    }

    /// Takes up what was kept back, until something shuts the gate again.
    mutating func flush() {
        while !isGateShut, case .open = state, !backlog.isEmpty { transfer(backlog.removeFirst()) }
    }

    /// Tells transport and clock what follows from the state, where it is not what they were told last.
    private mutating func reconcile() {
        guard case .open = state, !isTransferOver else {
            if isIdleClockRunning {
                isIdleClockRunning = false
                out.append(.setIdleClock(false))
            }
            return
        }
        let isFree = holds.isEmpty
        if isReceiving != isFree {
            isReceiving = isFree
            out.append(.setReceiving(isFree))
        }
        if isIdleClockRunning != isFree {
            isIdleClockRunning = isFree
            out.append(.setIdleClock(isFree))
        }
    }

    /// Whether the transfer has told its end, taken up or kept back.
    var isTransferOver: Bool {
        switch backlog.last {
        case .finished, .failed: true
        default: false
        }
    }
}
