import AdapterProtocol

extension AdapterDesk {
    /// What was told of a transfer, in words; pieces and progress in a row are one word.
    func story(of t: String) -> [String] {
        events(of: t).map(\.words).reduce(into: []) { story, words in
            if ["bytes", "progress"].contains(words), story.suffix(2).contains(words) { return }
            story.append(words)
        }
    }

    func heads(of t: String) -> [AdapterEvent.Head] {
        events(of: t).compactMap { if case .head(let head) = $0 { head } else { nil } }
    }

    func pieces(of t: String) -> [AdapterEvent.Bytes] {
        events(of: t).compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    }

    func progress(of t: String) -> [AdapterEvent.Progress] {
        events(of: t).compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
    }

    func files(of t: String) -> [AdapterEvent.File] {
        events(of: t).compactMap { if case .file(let file) = $0 { file } else { nil } }
    }

    func resumeData(of t: String) -> [AdapterEvent.ResumeData] {
        events(of: t).compactMap { if case .resumeData(let data) = $0 { data } else { nil } }
    }

    func questions(of t: String) -> [AdapterEvent.Question] {
        events(of: t).compactMap { if case .question(let question) = $0 { question } else { nil } }
    }

    func ends(of t: String) -> [AdapterEvent.End] {
        events(of: t).compactMap { if case .end(let end) = $0 { end } else { nil } }
    }

    /// What was refused.
    var refusals: [String] {
        events.compactMap { if case .unsupported(let what, _, _) = $0 { what } else { nil } }
    }
}

extension AdapterEvent {
    /// The event in a few words, without what differs from run to run.
    fileprivate var words: String {
        switch self {
        case .head(let head):
            "head \(head.status)" + (head.expected.map { " of \($0)" } ?? "")
                + (head.resumedAt.map { " at \($0)" } ?? "")
        case .question(let question): "question \(question.question.rawValue) \(question.status ?? 0)"
        case .file(let file): "file \(file.size)"
        case .resumeData(let data): "resume data " + (data.value == nil ? "none" : "\(data.bytesHeld ?? -1)")
        case .end(let end):
            "end \(end.outcome.rawValue) \(end.total)" + (end.error.map { " \($0.kind.rawValue)" } ?? "")
        case .snapshot(let snapshot): "snapshot \(snapshot.received)"
        default: ev
        }
    }
}
