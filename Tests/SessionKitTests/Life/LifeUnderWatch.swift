import Foundation
import HTTPMessages

@testable import SessionKit

/// A life with the books of what it holds: which events the world around it could bring now, and what it gets wrong.
///
/// The world is the runner, the engine and the file: a slot is granted only when asked for, a transfer tells a head before
/// content and one end, and the file answers its orders one after another.
struct LifeUnderWatch {
    private(set) var transcript: Transcript
    /// What the life asked for and told that it must not.
    private(set) var complaints: [String] = []
    /// The lines of everything so far.
    private(set) var lines: [String] = []

    private var slot = Slot.none
    private var transfer = Wire.none
    private var file = File.none
    private var orders: [FileOrder] = []
    /// A new file was ordered, and no answer has come since that it could be written.
    private var isCreating = false
    private var isInspecting = false
    private var isSuspended = true
    private var isIdleClockOn = false
    private var isTotalClockOn = false
    private var questions = 0
    private var isCancelled = false
    /// Whether the end was decided before the cancel came: a file that is being closed, or nothing left to decide.
    private(set) var isCancelledTooLate = false
    private(set) var completions: [(failure: HTTPSessionFailure?, data: ResumeData?)] = []
    private var isDismantled = false

    private enum Slot { case none, asked, held }
    private enum Wire { case none, head, content }
    private enum File { case none, open, closed, removed, given, broken }

    init(_ goal: TaskPlan.Goal) {
        transcript = Transcript(goal)
    }

    private var isDecided: Bool {
        switch transcript.life.state {
        case .closing, .over: true
        default: false
        }
    }

    // MARK: The world

    /// Whether the world could bring this event now.
    func isPossible(_ event: TaskEvent) -> Bool {
        switch event {
        case .resumed: isSuspended && !isCancelled
        case .suspended: !isSuspended && !isCancelled
        case .cancelled: !isCancelled
        // An application may answer whenever it likes, and as often.
        case .redirectDecided(let question, _), .responseDecided(let question, _): question <= questions
        case .consumed: true
        case .slotGranted: slot == .asked
        case .idleTimeout: isIdleClockOn
        case .totalTimeout: isTotalClockOn
        case .transfer(let event): isPossible(event)
        case .partialInspected: isInspecting
        case .fileFailed: file == .open && (isCreating || !orders.isEmpty)
        case .fileOpened, .fileWritten, .fileClosed, .partialVanished: isAnswer(event)
        }
    }

    private func isPossible(_ event: TransferEvent) -> Bool {
        switch (transfer, event) {
        case (.none, _): false
        case (.head, .interim), (.head, .head), (.head, .sent), (_, .failed): true
        case (.content, .bytes), (.content, .trailers), (.content, .finished): true
        default: false
        }
    }

    private func isAnswer(_ event: TaskEvent) -> Bool {
        switch (orders.first, event) {
        case (.adopt, .fileOpened), (.adopt, .partialVanished), (.truncate, .fileOpened), (.close, .fileClosed): true
        case (.write(let data), .fileWritten(let count)): data.count == count
        default: false
        }
    }

    /// What the file answers to the order it is at.
    private var answer: TaskEvent? {
        if isInspecting { return .partialInspected(size: 60) }
        switch orders.first {
        case .adopt, .truncate: return .fileOpened
        case .write(let data): return .fileWritten(data.count)
        case .close: return .fileClosed
        default: return nil
        }
    }

    /// Lets the file answer everything it was asked, and a slot that is waited for come.
    mutating func settle() {
        for _ in 0..<100 {
            guard let event = answer ?? (slot == .asked ? .slotGranted : nil) else { return }
            on(event)
        }
        complaints.append("it never comes to rest")
    }

    // MARK: Events in, actions out

    @discardableResult
    mutating func on(_ event: TaskEvent) -> [String] {
        note(event)
        let actions = transcript.life.handle(event)
        for action in actions { note(action) }
        let new = actions.map(\.line)
        lines += new
        return new
    }

    private mutating func note(_ event: TaskEvent) {
        switch event {
        case .resumed: isSuspended = false
        case .suspended: isSuspended = true
        case .cancelled:
            isCancelled = true
            isCancelledTooLate = isDecided
        case .slotGranted: slot = .held
        case .transfer(.head): transfer = .content
        case .transfer(.finished), .transfer(.failed): transfer = .none
        case .partialInspected: isInspecting = false
        case .fileOpened, .fileWritten, .fileClosed, .partialVanished: orders.removeFirst()
        case .fileFailed:
            orders = []
            if file == .open { file = .broken }
        default: break
        }
        switch event {
        case .fileClosed where file == .open: file = .closed
        case .fileWritten: isCreating = false
        case .partialVanished: file = .none
        default: break
        }
    }

    private mutating func note(_ action: TaskAction) {
        if isDismantled { complaints.append("behind the end: \(action.line)") }
        if isCancelled, !isCancelledTooLate, Self.isStart(action) {
            complaints.append("behind the cancel: \(action.line)")
        }
        switch action {
        case .startTotalClock: isTotalClockOn = true
        case .setIdleClock(let isOn): isIdleClockOn = isOn
        case .askForSlot:
            if slot != .none { complaints.append("asked for a slot it has or waits for") }
            slot = .asked
        case .giveUpSlot:
            if slot == .none { complaints.append("gave up a slot it has not") }
            slot = .none
        case .startTransfer:
            if slot != .held { complaints.append("a transfer without a slot") }
            if transfer != .none { complaints.append("a transfer beside another") }
            transfer = .head
        case .stopTransfer: transfer = .none
        case .setReceiving:
            if transfer == .none { complaints.append("\(action.line) without a transfer") }
        case .askRedirect, .askResponse: questions += 1
        case .deliver(let message): note(message)
        case .inspectPartial: isInspecting = true
        case .file(let order): note(order)
        case .dismantle:
            isDismantled = true
            audit()
        }
    }

    private mutating func note(_ order: FileOrder) {
        switch order {
        case .create, .adopt:
            if file == .open { complaints.append("a second file: \(order)") }
            file = .open
        case .truncate, .write, .close:
            if file != .open, file != .broken { complaints.append("no file to \(order)") }
        case .remove:
            if file != .open, file != .broken { complaints.append("no file to remove") }
            file = .removed
            orders = []
            return
        }
        if case .create = order {
            isCreating = true
        } else if file != .broken {
            orders.append(order)
        }
    }

    private mutating func note(_ message: TaskMessage) {
        if !completions.isEmpty { complaints.append("told behind the completion: \(TaskAction.deliver(message).line)") }
        switch message {
        case .completed(let failure, let data):
            completions.append((failure, data))
        case .file:
            if file != .closed { complaints.append("a file is told of that is not closed") }
            file = .given
        default: break
        }
    }

    /// What must not begin behind a cancel.
    private static func isStart(_ action: TaskAction) -> Bool {
        switch action {
        case .startTransfer, .askForSlot, .askRedirect, .askResponse, .inspectPartial, .startTotalClock: true
        case .file(.create), .file(.adopt), .file(.truncate), .file(.write): true
        case .deliver(.data), .deliver(.response), .deliver(.resumed), .deliver(.request), .deliver(.informational):
            true
        default: false
        }
    }

    /// What a life that is over may have left behind: nothing but a file that somebody owns.
    private mutating func audit() {
        if slot != .none { complaints.append("it ends with a slot, or waiting for one") }
        if transfer != .none { complaints.append("it ends with a transfer") }
        let data = completions.first?.data
        switch file {
        case .open, .broken: complaints.append("it ends with an open file")
        case .closed where data?.partialFile != Transcript.file: complaints.append("nobody owns the file that is left")
        case .removed, .given:
            if data?.partialFile == Transcript.file { complaints.append("the file of the resume data is gone") }
        case .none, .closed: break
        }
        if completions.count != 1 { complaints.append("\(completions.count) completions") }
    }
}
