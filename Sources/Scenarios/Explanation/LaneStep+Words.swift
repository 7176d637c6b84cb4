extension LaneStep.Verb {
    /// The step as a sentence about the client.
    var words: String {
        switch self {
        case .start(let start): start.words
        case .awaitGate(let gate, 1): "the client has everything in front of the gate '\(gate)'"
        case .awaitGate(let gate, let count): "the client has everything in front of the gate '\(gate)', \(count) times"
        case .awaitTransfer(let name, let milestone): milestone.words(of: name)
        case .open(let gate, nil): "the gate '\(gate)' is opened"
        case .open(let gate, let count?): "the gate '\(gate)' is opened for the \(count) longest waiting"
        case .cancel(let name): "the application cancels \(name)"
        case .suspend(let name): "the application suspends \(name)"
        case .unsuspend(let name): "the application lets \(name) go on"
        case .resume(let resume):
            "the application resumes \(resume.from) as \(resume.name)"
                + (resume.tamper.map { ", its data \($0.rawValue)" } ?? "")
        case .read(let name, .all): "the application reads \(name) to its end"
        case .read(let name, .bytes(let count)): "the application reads \(count) bytes more of \(name)"
        case .answer(let name, let reply): "the application answers \(name): \(reply.rawValue)"
        case .quiet(.server, _): "the server is asked for nothing more"
        case .quiet(.transfer(let name), _): "nothing more comes of \(name)"
        case .wait(let duration): "at least \(duration.words) pass"
        case .killClient: "the client's process is killed"
        case .restore(let name): "a new process goes on with \(name)"
        case .down(let origin): "the origin \(origin) refuses connections"
        case .up(let origin): "the origin \(origin) accepts connections again"
        }
    }
}

extension LaneStep.Milestone {
    fileprivate func words(of name: String) -> String {
        switch self {
        case .ended: "\(name) has reported its end"
        case .question: "\(name) asks the application"
        case .left: "the server has seen \(name) leave"
        case .stalled: "the server cannot send any more to \(name)"
        case .reported(let offset): "\(name) has reported the bytes up to \(offset.text)"
        }
    }
}

extension TransferStart {
    fileprivate var words: String {
        var words = ["\(name) \(sink == .file ? "downloads" : "loads") \(resource)\(query)"]
        if method != "GET" { words.append("by \(method)") }
        if body != nil { words.append("with a body") }
        if let stopAfter { words.append("and stops reading after \(stopAfter) bytes") }
        if let quota { words.append("with room for \(quota) bytes") }
        if isSuspended { words.append("but is not set going") }
        return words.joined(separator: ", ")
    }
}
