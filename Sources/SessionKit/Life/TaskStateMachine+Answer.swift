import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// From the first interim answer to the first byte of content.
extension TaskStateMachine {
    mutating func transfer(_ event: TransferEvent) {
        guard case .open(let stage) = state else { return }
        switch event {
        case .sent(let total):
            sent(total)
        case .interim(let head):
            out.append(.deliver(.informational(response(head))))
        case .head(let head):
            if case .awaitingHead = stage { answered(head) }
        case .bytes(let data):
            bytes(data)
        case .trailers(let fields):
            // Behind the content also where that has yet to reach the file.
            if hasFile { trailers = fields } else { out.append(.deliver(.trailers(fields))) }
        case .finished:
            finished()
        case .failed(let failure):
            failed(failure)
        }
    }

    /// Content that is sent once more is counted from nothing (contract P12).
    private mutating func sent(_ total: Int64) {
        let bytes = total > sent ? total - sent : total
        guard total != sent, bytes > 0 else { return }
        sent = total
        out.append(.deliver(.sent(bytes: bytes, total: total, expected: Int64(request.httpBody?.count ?? 0))))
    }

    private mutating func answered(_ head: HTTPResponseHead) {
        guard let url = request.url, let next = Redirect.next(after: request, from: url, by: head) else {
            accept(head)
            return
        }
        guard redirects < plan.maximumRedirects else {
            let failure = HTTPSessionFailure(
                .tooManyRedirects, .head, "\(redirects) redirects were followed, and \(url.absoluteString) is another")
            end(.failed(failure))
            return
        }
        questions += 1
        state = .open(.askingRedirect(question: questions, head, to: next))
        holds.insert(.deciding)
        out.append(.askRedirect(question: questions, response(head), to: next))
    }

    /// The old transfer is dropped with what is left of its content (contract R09).
    mutating func redirectDecided(_ question: Int, _ answer: URLRequest?) {
        guard case .open(.askingRedirect(question, let head, _)) = state else { return }
        holds.remove(.deciding)
        guard let answer else {
            accept(head)
            flush()
            return
        }
        redirects += 1
        backlog = []
        out.append(.stopTransfer)
        request = answer
        out.append(.deliver(.request(answer)))
        seekSlot()
    }

    /// Takes a head for the response.
    private mutating func accept(_ head: HTTPResponseHead) {
        if let continuation {
            if continuation.isAsked {
                resumeAnswered(head, continuation)
            } else if head.status == 200 {
                takeWhole(head, continuation)
            } else {
                acceptInstead(head)
            }
            return
        }
        note(head, start: 0)
        switch destination {
        case .memory:
            questions += 1
            state = .open(.askingResponse(question: questions, head))
            holds.insert(.deciding)
            out.append(.askResponse(question: questions, response(head)))
        case .file:
            out.append(.deliver(.response(response(head))))
            createFile(.ours)
        }
    }

    mutating func responseDecided(_ question: Int, _ disposition: HTTPSession.ResponseDisposition) {
        guard case .open(.askingResponse(question, _)) = state else { return }
        holds.remove(.deciding)
        switch disposition {
        case .cancel:
            end(.cancelled(producingResumeData: false))
            return
        case .allow:
            state = .open(.content)
        case .becomeDownload:
            destination = .file(.none)
            out.append(.deliver(.becameDownload))
            createFile(.ours)
        }
        flush()
    }

    private mutating func createFile(_ kind: FileState) {
        destination = .file(kind)
        out.append(.file(.create))
        state = .open(.content)
    }

    // MARK: Answers to a request for the rest

    private mutating func resumeAnswered(_ head: HTTPResponseHead, _ continuation: Continuation) {
        let data = continuation.data
        let answer = ResumeAnswer(
            to: head, offset: continuation.offset, completeLength: data.completeLength, validator: data.validator)
        switch answer {
        case .goOn(let part, let completeLength):
            intake = Intake(
                taken: part.lowerBound, written: part.lowerBound, start: part.lowerBound, part: part,
                total: completeLength, inFlight: intake.inFlight, validator: data.validator)
            open(head, continuation, length: part.lowerBound, announces: !continuation.isOurs)
        case .takeWhole:
            takeWhole(head, continuation)
        case .alreadyComplete:
            let offset = continuation.offset
            intake = Intake(
                taken: offset, written: offset, start: offset, total: offset, inFlight: intake.inFlight,
                validator: data.validator)
            backlog = [.finished]
            out.append(.stopTransfer)
            open(head, continuation, length: offset, announces: !continuation.isOurs)
        case .startOver:
            self.continuation?.isAsked = false
            end(.again(fromStart: true))
        case .answerInstead:
            acceptInstead(head)
        case .contradiction(let message):
            end(.failed(HTTPSessionFailure(.rangeMismatch, .head, message)))
        }
    }

    /// The whole comes instead of the rest: the file begins anew (contract M08).
    private mutating func takeWhole(_ head: HTTPResponseHead, _ continuation: Continuation) {
        note(head, start: 0)
        open(head, continuation, length: 0, announces: true)
    }

    /// An answer about something else goes into a file of its own; the partial file stays (contract M10).
    private mutating func acceptInstead(_ head: HTTPResponseHead) {
        guard case .file(.none) = destination else {
            // The file is this task's own, and the application was told of the first response: there is no way to
            // give it a second one.
            let failure = HTTPSessionFailure(
                .rangeMismatch, .head, "asked for the rest after a pause, the server answered \(head.status)")
            end(.failed(failure))
            return
        }
        note(head, start: 0)
        intake.validator = nil
        out.append(.deliver(.response(response(head))))
        createFile(.beside)
    }

    private mutating func open(
        _ head: HTTPResponseHead, _ continuation: Continuation, length: Int64, announces: Bool
    ) {
        if continuation.isOurs {
            out.append(.file(.truncate(length: length)))
        } else {
            out.append(.file(.adopt(continuation.data.partialFile, length: length)))
        }
        destination = .file(.ours)
        state = .open(.opening(head, announces: announces))
        holds.insert(.opening)
    }

    private mutating func note(_ head: HTTPResponseHead, start: Int64) {
        intake = Intake(
            taken: start, written: start, start: start, total: ExpectedLength.of(head), inFlight: intake.inFlight,
            validator: resumeValidator(of: head))
    }

    func response(_ head: HTTPResponseHead) -> HTTPSessionResponse {
        let url = request.url ?? plan.file
        let expected: Int64? = intake.start > 0 ? intake.total : ExpectedLength.of(head)
        return HTTPSessionResponse(url: url, head: head, expectedContentLength: expected ?? -1)
    }
}
