import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// From the transfer's end, a cancel or a failure to the one completion.
extension TaskStateMachine {
    mutating func finished() {
        if case .open(.awaitingHead) = state {
            end(.failed(HTTPSessionFailure(.connectionLost, .head, "the transfer ended without a response")))
            return
        }
        giveUpSlot()
        backlog = []
        state = .settling(.complete)
        settle()
    }

    mutating func failed(_ failure: HTTPSessionFailure) {
        let isLoss = failure.code == .connectionLost || failure.code == .incompleteBody
        giveUpSlot()
        backlog = []
        if isLoss, mayGoOnAfterLoss, canGoOn {
            mayGoOnAfterLoss = false
            state = .settling(.again(fromStart: false))
        } else {
            state = .settling(.failed(failure))
        }
        settle()
    }

    /// Brings the task to an end from wherever it is; nothing takes the place of a cancel, or of a file being closed.
    mutating func end(_ ending: Ending) {
        switch state {
        case .settling(.cancelled), .closing, .over:
            return
        case .open:
            if !isTransferOver { out.append(.stopTransfer) }
            // Suspended before, it waits for a slot that it has no more use for.
            if holds.contains(.noSlot) { out.append(.giveUpSlot) }
        case .queued:
            out.append(.giveUpSlot)
        case .idle, .inspecting, .parked, .settling:
            break
        }
        if case .again = ending {} else { giveUpSlot() }
        if case .cancelled = ending { cancelPhase = phase }
        backlog = []
        holds.subtract([.deciding, .noSlot, .opening])
        state = .settling(ending)
        settle()
    }

    mutating func idleTimeout(_ limit: Duration) {
        guard isIdleClockRunning else { return }
        end(.failed(HTTPSessionFailure(.idleTimeout, phase, "nothing moved for \(limit)")))
    }

    /// A suspended task is not subject to timeouts (contract K05); it fails when it is resumed.
    mutating func totalTimeout(_ limit: Duration) {
        let failure = HTTPSessionFailure(.requestTimeout, phase, "the task was not complete after \(limit)")
        if holds.contains(.suspended) { overdue = failure } else { end(.failed(failure)) }
    }

    private var phase: HTTPSessionFailure.Phase {
        switch state {
        case .open(.content), .open(.opening), .settling, .closing: .content
        case .open: .head
        default: .connecting
        }
    }

    // MARK: Settling

    /// Goes on once everything that was accepted is in the file.
    mutating func settle() {
        guard case .settling(let ending) = state else { return }
        if hasFile, intake.written < intake.taken { return }
        switch ending {
        case .complete: settleComplete()
        case .failed, .cancelled: settleShort(ending)
        case .again(let fromStart): goAgain(fromStart: fromStart)
        }
    }

    private mutating func settleComplete() {
        if let trailers { out.append(.deliver(.trailers(trailers))) }
        trailers = nil
        guard case .file = destination else {
            finish(nil)
            return
        }
        let end = intake.written
        if let part = intake.part, end < part.upperBound {
            let failure = HTTPSessionFailure(
                .incompleteBody, .content, "the answer announced bytes up to \(part.upperBound) and ended at \(end)")
            state = .settling(.failed(failure))
            settle()
        } else if intake.part != nil, let total = intake.total, end < total {
            // Less than asked for is allowed (RFC 9110 §15.3.7); going on is right as long as it leads on (contract M13).
            if end - intake.start < Self.scrapSize { scraps += 1 }
            state =
                scraps <= Self.maximumScraps
                ? .settling(.again(fromStart: false)) : .settling(.failed(scrapped(end, total)))
            settle()
        } else {
            state = .closing(.complete)
            out.append(.file(.close))
        }
    }

    /// A part smaller than this is hardly worth its request; after so many of them the server is not serious.
    private static var scrapSize: Int64 { 1024 }
    private static var maximumScraps: Int { 16 }

    private func scrapped(_ end: Int64, _ total: Int64) -> HTTPSessionFailure {
        HTTPSessionFailure(
            .incompleteBody, .content, "asked for the rest \(scraps) times, the server gave scraps: \(end) of \(total)")
    }

    private mutating func settleShort(_ ending: Ending) {
        if hasFile, ownResumeData != nil, resumeData(after: ending) != nil {
            state = .closing(ending)
            out.append(.file(.close))
            return
        }
        if hasFile { out.append(.file(.remove)) }
        finish(ending)
    }

    private mutating func goAgain(fromStart: Bool) {
        if fromStart {
            continuation?.isAsked = false
        } else if let data = ownResumeData {
            continuation = Continuation(data: data, offset: data.length, isOurs: true)
        }
        seekSlot()
    }

    mutating func fileClosed() {
        guard case .closing(let ending) = state else { return }
        if case .complete = ending {
            out.append(.deliver(.file))
            finish(nil)
        } else {
            finish(ending)
        }
    }

    private mutating func finish(_ ending: Ending) {
        let data = resumeData(after: ending)
        switch ending {
        case .failed(let failure): finish(failure, data)
        case .cancelled: finish(HTTPSessionFailure(.cancelled, cancelPhase, "the task was cancelled"), data)
        case .complete, .again: finish(nil)
        }
    }

    mutating func finish(_ failure: HTTPSessionFailure?, _ resumeData: ResumeData? = nil) {
        state = .over
        isIdleClockRunning = false
        out.append(.deliver(.metrics))
        out.append(.deliver(.completed(failure, resumeData)))
        out.append(.dismantle)
    }
}
