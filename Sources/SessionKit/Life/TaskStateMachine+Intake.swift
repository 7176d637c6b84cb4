import Foundation

extension TaskStateMachine {
    /// The count of content.
    struct Intake {
        /// How much of the whole has been accepted from the transfer, that of earlier tasks included.
        var taken: Int64 = 0
        /// How much of that is in the file.
        var written: Int64 = 0
        /// Where this transfer's content began.
        var start: Int64 = 0
        /// What a 206 said it would bring.
        var part: Range<Int64>?
        /// The length of the whole, if known.
        var total: Int64?
        /// Bytes handed on whose delivery has not returned.
        var inFlight = 0
        /// The validator that lets another task go on from here, nil when none can.
        var validator: Validator?

        var expected: Int64 { total ?? -1 }
    }

    /// The partial file that is to be continued.
    struct Continuation {
        var data: ResumeData
        /// How much of it is really there.
        var offset: Int64
        /// Whether the file is this task's already: it went on by itself, and nobody is told so.
        var isOurs: Bool
        /// Whether the request on the wire asks for the rest.
        var isAsked = true
    }

    // MARK: Bytes

    mutating func bytes(_ data: Data) {
        guard case .open(.content) = state, !data.isEmpty else { return }
        if let part = intake.part, intake.taken + Int64(data.count) > part.upperBound {
            let failure = HTTPSessionFailure(
                .rangeMismatch, .content,
                "the answer announced the bytes \(part.lowerBound) to \(part.upperBound - 1) "
                    + "and brought more")
            intake.validator = nil
            end(.failed(failure))
            return
        }
        intake.taken += Int64(data.count)
        intake.inFlight += data.count
        if intake.inFlight >= plan.maximumBytesInFlight { holds.insert(.backPressure) }
        switch destination {
        case .memory: out.append(.deliver(.data(data)))
        case .file: out.append(.file(.write(data)))
        }
    }

    mutating func consumed(_ count: Int) {
        intake.inFlight -= count
        if intake.inFlight <= plan.maximumBytesInFlight / 4 { holds.remove(.backPressure) }
    }

    // MARK: The file

    mutating func fileWritten(_ count: Int) {
        intake.written += Int64(count)
        let message = TaskMessage.wrote(
            bytes: Int64(count), total: intake.written, expected: intake.expected)
        out.append(.deliver(message))
        settle()
    }

    mutating func fileOpened() {
        guard case .open(.opening(let head, let announces)) = state else { return }
        let offset = intake.start
        if announces {
            out.append(.deliver(.response(response(head))))
            out.append(.deliver(.resumed(offset: offset, expected: intake.expected)))
        }
        state = .open(.content)
        holds.remove(.opening)
        flush()
    }

    private mutating func settle(without ending: Ending) {
        if case .again = ending {
            end(.failed(HTTPSessionFailure(.write, .local, "the file cannot be gone on with")))
            return
        }
        state = .settling(ending)
        settle()
    }

    /// Another task made from the same resume data was faster.
    mutating func partialVanished() {
        guard case .open(.opening) = state else { return }
        continuation?.isAsked = false
        destination = .file(.none)
        end(.again(fromStart: true))
    }

    mutating func fileFailed(_ failure: HTTPSessionFailure) {
        intake.validator = nil
        intake.written = intake.taken
        switch state {
        case .closing(.complete):
            out.append(.file(.remove))
            finish(failure)
        case .settling(let ending), .closing(let ending):
            // An end that was decided before stays the end; there is only nothing left to go on from.
            if case .complete = ending { end(.failed(failure)) } else { settle(without: ending) }
        default:
            end(.failed(failure))
        }
    }
}
