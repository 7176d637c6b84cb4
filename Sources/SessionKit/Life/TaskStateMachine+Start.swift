import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// From `resume()` to the request on the wire.
extension TaskStateMachine {
    mutating func resumed() {
        guard holds.contains(.suspended) else { return }
        holds.remove(.suspended)
        if let overdue {
            end(.failed(overdue))
            return
        }
        switch state {
        case .idle:
            out.append(.startTotalClock)
            begin()
        case .parked:
            seekSlot()
        case .open where slot == nil && !isTransferOver:
            holds.insert(.noSlot)
            if let host = request.url.flatMap(HostKey.init) { out.append(.askForSlot(host)) }
        default:
            flush()
        }
    }

    /// A suspended task gives its slot back, while its connection stays open (contract S15).
    mutating func suspended() {
        holds.insert(.suspended)
        switch state {
        case .queued:
            state = .parked
            out.append(.giveUpSlot)
        case .open:
            mayGoOnAfterLoss = true
            if slot != nil || holds.contains(.noSlot) { out.append(.giveUpSlot) }
            slot = nil
            holds.remove(.noSlot)
        default:
            break
        }
    }

    private mutating func begin() {
        if let refusal = plan.refusal {
            end(.failed(refusal))
        } else if let continuation {
            state = .inspecting
            out.append(.inspectPartial(continuation.data.partialFile))
        } else {
            seekSlot()
        }
    }

    /// A shorter file is resumed from its real end, a longer one cut, a missing one fetched anew (contract M11).
    mutating func partialInspected(_ size: Int64?) {
        guard case .inspecting = state, var continuation else { return }
        continuation.offset = min(size ?? 0, continuation.data.length)
        continuation.isAsked = continuation.offset > 0
        self.continuation = continuation
        seekSlot()
    }

    mutating func seekSlot() {
        guard !holds.contains(.suspended) else {
            state = .parked
            return
        }
        guard let host = request.url.flatMap(HostKey.init) else {
            startTransfer()
            return
        }
        if slot == host {
            startTransfer()
            return
        }
        giveUpSlot()
        state = .queued
        out.append(.askForSlot(host))
    }

    mutating func slotGranted() {
        slot = request.url.flatMap(HostKey.init)
        switch state {
        case .queued:
            startTransfer()
        case .open where holds.contains(.noSlot):
            holds.remove(.noSlot)
            flush()
        default:
            giveUpSlot()
        }
    }

    mutating func giveUpSlot() {
        guard slot != nil else { return }
        slot = nil
        out.append(.giveUpSlot)
    }

    private mutating func startTransfer() {
        do throws(HTTPSessionFailure) {
            var wire = try plan.rules.prepare(request)
            if let continuation, continuation.isAsked {
                wire.fields.set("Range", "bytes=\(continuation.offset)-")
                wire.fields.set("If-Range", continuation.data.validator.ifRange)
                wire.fields.set("Accept-Encoding", "identity")
            }
            state = .open(.awaitingHead)
            backlog = []
            sent = 0
            trailers = nil
            isReceiving = true
            isIdleClockRunning = false
            out.append(.startTransfer(wire))
        } catch {
            end(.failed(error))
        }
    }
}
