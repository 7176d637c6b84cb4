import Foundation
import HTTPMessages
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A life under test: events in, the lines of what it asks for out.
struct Transcript {
    var life: TaskStateMachine

    static let url = "http://example.test/song.mp3"
    static let file = URL(fileURLWithPath: "/tmp/SessionKit-11111111-1111-1111-1111-111111111111.download")
    static let partial = URL(fileURLWithPath: "/tmp/SessionKit-00000000-0000-0000-0000-000000000000.download")

    init(
        _ goal: TaskPlan.Goal, method: String = "GET", url: String = url, _ change: (inout TaskPlan) -> Void = { _ in }
    ) {
        var request = URLRequest(url: URL(string: url) ?? Self.file)
        request.httpMethod = method
        var plan = TaskPlan(goal, request, file: Self.file)
        change(&plan)
        life = TaskStateMachine(plan)
    }

    /// A download that goes on from so many bytes of a hundred.
    static func resuming(_ length: Int64 = 60, of total: Int64? = 100) -> Transcript {
        Transcript(.continuation(resumeData(length, of: total)))
    }

    static func resumeData(_ length: Int64 = 60, of total: Int64? = 100) -> ResumeData {
        ResumeData(
            url: URL(string: url) ?? file, fields: [:], validator: .entityTag(EntityTag("v1")), completeLength: total,
            length: length, partialFile: partial)
    }

    mutating func on(_ event: TaskEvent) -> [String] {
        var lines: [String] = []
        for action in life.handle(event) {
            // Every end comes with metrics right before it (contract D10): only where it does not there is a line.
            if case .deliver(.completed) = action, lines.popLast() != TaskAction.deliver(.metrics).line {
                lines.append("no metrics")
            }
            lines.append(action.line)
        }
        return lines
    }

    /// Plays events whose actions the test does not look at.
    mutating func after(_ events: TaskEvent...) {
        for event in events { _ = life.handle(event) }
    }

    /// From nothing to a request on the wire.
    mutating func start() {
        after(.resumed)
        if case .continuation(let data) = life.plan.goal { after(.partialInspected(size: data.length)) }
        after(.slotGranted)
    }
}

extension TaskEvent {
    static func interim(_ status: Int) -> TaskEvent { .transfer(.interim(HTTPResponseHead(status: status))) }
    static func head(_ status: Int, _ fields: HTTPFields = [:]) -> TaskEvent {
        .transfer(.head(HTTPResponseHead(status: status, fields: fields)))
    }
    static func bytes(_ count: Int) -> TaskEvent { .transfer(.bytes(Data(repeating: 0x61, count: count))) }
    static func trailers(_ fields: HTTPFields) -> TaskEvent { .transfer(.trailers(fields)) }
    static var finished: TaskEvent { .transfer(.finished) }
    static func lost(_ code: HTTPSessionFailure.Code = .connectionLost) -> TaskEvent {
        .transfer(.failed(HTTPSessionFailure(code, .content, "lost")))
    }
    static var cancelled: TaskEvent { .cancelled(producingResumeData: false) }
    static var cancelledForResume: TaskEvent { .cancelled(producingResumeData: true) }
    static var diskFull: TaskEvent { .fileFailed(HTTPSessionFailure(.write, .local, "full")) }
}

extension TaskAction {
    /// One line of a transcript.
    var line: String {
        switch self {
        case .startTotalClock: "total clock"
        case .setIdleClock(let isOn): isOn ? "idle clock on" : "idle clock off"
        case .askForSlot(let host): "ask for a slot at \(host.host)"
        case .giveUpSlot: "give up the slot"
        case .startTransfer(let request): Self.line(request)
        case .setReceiving(let isOn): isOn ? "receive" : "stop receiving"
        case .stopTransfer: "stop"
        case .askRedirect(let question, let response, let next):
            "ask \(question): \(response.statusCode) to \(next.httpMethod ?? "?") \(next.url?.absoluteString ?? "?")?"
        case .askResponse(let question, let response): "ask \(question): \(Self.line(response))?"
        case .deliver(let message): Self.line(message)
        case .inspectPartial(let url): url == Transcript.partial ? "inspect partial" : "inspect \(url.path)"
        case .file(let order): Self.line(order)
        case .dismantle: "dismantle"
        }
    }

    private static func line(_ request: TransferRequest) -> String {
        var line = "\(request.method) \(request.url.path)"
        for name in ["Range", "If-Range", "Accept-Encoding", "Authorization"] {
            if let value = request.fields[name], value != "gzip, deflate" { line += " \(name): \(value)" }
        }
        if let body = request.body { line += " with \(body.count)" }
        return line
    }

    private static func line(_ response: HTTPSessionResponse) -> String {
        "\(response.statusCode) of \(response.expectedContentLength)"
    }

    private static func line(_ order: FileOrder) -> String {
        switch order {
        case .create: "create"
        case .adopt(let url, let length): url == Transcript.partial ? "adopt \(length)" : "adopt \(url.path) \(length)"
        case .truncate(let length): "truncate \(length)"
        case .write(let data): "write \(data.count)"
        case .close: "close"
        case .remove: "remove"
        }
    }

    private static func line(_ message: TaskMessage) -> String {
        switch message {
        case .request(let request): "> request \(request.url?.path ?? "?")"
        case .sent(let bytes, let total, let expected): "> sent \(bytes), \(total) of \(expected)"
        case .informational(let response): "> interim \(response.statusCode)"
        case .response(let response): "> response \(line(response))"
        case .becameDownload: "> became a download"
        case .data(let data): "> data \(data.count)"
        case .resumed(let offset, let expected): "> resumed at \(offset) of \(expected)"
        case .wrote(let bytes, let total, let expected): "> wrote \(bytes), \(total) of \(expected)"
        case .trailers(let fields): "> trailers \(fields.count)"
        case .file: "> file"
        case .metrics: "> metrics"
        case .completed(let failure, let data):
            "> \(failure?.code.rawValue ?? "complete")" + (data.map { ", resume data of \($0.length)" } ?? "")
        }
    }
}
