package import Foundation
package import HTTPMessages

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Decides what becomes of one task: events in, actions out, no clock and no I/O.
///
/// ``TaskStateMachine`` is the one of the product. A mutant is another one that wraps it, changing events on their way in
/// or actions on their way out, and is given to a session through ``SessionSeams``.
package protocol TaskLife {
    /// Takes the next event and says what to do, in this order.
    mutating func handle(_ event: TaskEvent) -> [TaskAction]
}

/// What a task's life is made of.
package struct TaskPlan: Sendable {
    /// What the task brings.
    package enum Goal: Sendable {
        case memory
        case file
        case continuation(ResumeData)
    }

    package var goal: Goal
    package var request: URLRequest
    /// Where content is written that goes into a file.
    package var file: URL
    package var rules: RequestRules
    /// Why the task fails as soon as it is resumed: its resume data is none.
    package var refusal: HTTPSessionFailure?
    package var maximumRedirects = 20
    /// Bytes on their way to the application above which the connection is not read (contract S05).
    package var maximumBytesInFlight = 1 << 20

    package init(_ goal: Goal, _ request: URLRequest, file: URL, rules: RequestRules = RequestRules()) {
        self.goal = goal
        self.request = request
        self.file = file
        self.rules = rules
    }
}

/// What can happen to a task.
package enum TaskEvent: Sendable {
    // From the application.
    case resumed
    case suspended
    case cancelled(producingResumeData: Bool)
    /// The answer to a question; of a question that is no longer open it changes nothing (contract K11).
    case redirectDecided(question: Int, URLRequest?)
    case responseDecided(question: Int, HTTPSession.ResponseDisposition)
    /// So many of the bytes given to the application have been dealt with.
    case consumed(Int)

    // From the session.
    /// The slot that was asked for is there.
    case slotGranted
    case idleTimeout(Duration)
    case totalTimeout(Duration)

    case transfer(TransferEvent)

    // From the file.
    /// The answer to `inspectPartial`: how long the file is, nil when there is none.
    case partialInspected(size: Int64?)
    /// The answer to `adopt` and `truncate`.
    case fileOpened
    /// The other answer to `adopt`: somebody else has taken the file since it was inspected.
    case partialVanished
    case fileWritten(Int)
    case fileClosed
    case fileFailed(HTTPSessionFailure)
}

/// What a task's life asks for.
package enum TaskAction: Sendable {
    /// The clock over the whole task begins (contract S14).
    case startTotalClock
    /// The idle clock begins afresh, or stands still (contract S12).
    case setIdleClock(Bool)
    /// A place among the transfers to this host; ``TaskEvent/slotGranted`` follows, perhaps at once.
    case askForSlot(HostKey)
    /// The place, or the wait for it, is given up.
    case giveUpSlot

    case startTransfer(TransferRequest)
    case setReceiving(Bool)
    /// Ends the transfer; nothing of it is told afterwards.
    case stopTransfer

    case askRedirect(question: Int, HTTPSessionResponse, to: URLRequest)
    case askResponse(question: Int, HTTPSessionResponse)
    case deliver(TaskMessage)

    case inspectPartial(URL)
    case file(FileOrder)

    /// The last action: the task is over, everything it holds can go.
    case dismantle
}

/// What is done to a download's file, in order, away from the loop.
package enum FileOrder: Sendable, Equatable {
    /// Makes a new, empty one.
    case create
    /// Takes over the partial file behind resume data, cut to a length; ``TaskEvent/fileOpened`` follows.
    ///
    /// It is moved, so of two tasks made from the same data only one gets it; the other is told that it has vanished.
    case adopt(URL, length: Int64)
    /// Cuts it to a length; ``TaskEvent/fileOpened`` follows.
    case truncate(length: Int64)
    /// Appends; ``TaskEvent/fileWritten(_:)`` follows.
    case write(Data)
    /// Closes it; ``TaskEvent/fileClosed`` follows.
    case close
    /// Closes and removes it.
    case remove
}

/// What the application is told, in order, on the delegate queue.
package enum TaskMessage: Sendable {
    case request(URLRequest)
    /// Content is on its way to the server.
    case sent(bytes: Int64, total: Int64, expected: Int64)
    case informational(HTTPSessionResponse)
    /// The response, where nobody is asked about it.
    case response(HTTPSessionResponse)
    case becameDownload
    /// Content; ``TaskEvent/consumed(_:)`` follows.
    case data(Data)
    case resumed(offset: Int64, expected: Int64)
    /// Content is in the file; ``TaskEvent/consumed(_:)`` follows.
    case wrote(bytes: Int64, total: Int64, expected: Int64)
    case trailers(HTTPFields)
    /// The whole is in the file.
    case file
    /// What was measured, right before the end (contract D10).
    case metrics
    /// The one end; resume data is given to whoever asked for it, and goes into the error.
    case completed(HTTPSessionFailure?, ResumeData?)
}
