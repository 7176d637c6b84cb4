import HTTPMessages
import HTTPWire

/// What a request parser said, one line per event, content joined.
enum RequestTranscript {
    static func of(_ pieces: [[UInt8]], limits: RequestParser.Limits = .init()) -> [String] {
        var parser = RequestParser(limits: limits)
        var transcript = Transcript()
        for piece in pieces {
            parser.receive(piece)
            while let event = parser.next() { transcript.add(event) }
        }
        transcript.finish()
        if !parser.isIdle { transcript.lines.append("busy") }
        return transcript.lines
    }
}

/// Lines, with neighbouring pieces of content put together.
struct Transcript {
    var lines: [String] = []
    private var content: [UInt8] = []

    mutating func add(_ event: RequestParser.Event) {
        if case .body(let octets) = event {
            content += octets
            return
        }
        finish()
        switch event {
        case .head(let request):
            var words = ["\(request.head.method) \(request.head.target) \(request.head.version)", "\(request.framing)"]
            if !request.keepsAlive { words.append("last") }
            if request.expectsContinue { words.append("waits") }
            lines.append(words.joined(separator: ", "))
            lines += request.head.fields.map(\.description)
        case .end(let trailers):
            lines += trailers.map { "trailer \($0)" }
            lines.append("end")
        case .failure(let failure):
            lines.append("\(failure.status) \(failure.code.rawValue)")
        case .body: break
        }
    }

    mutating func add(_ event: ResponseParser.Event) {
        if case .body(let octets) = event {
            content += octets
            return
        }
        finish()
        switch event {
        case .interim(let head):
            lines.append("interim \(head.status) \(head.reason)")
            lines += head.fields.map(\.description)
        case .head(let head, let framing):
            lines.append("\(head.version) \(head.status) \(head.reason), \(framing)")
            lines += head.fields.map(\.description)
        case .end(let completeness, let trailers):
            lines += trailers.map { "trailer \($0)" }
            lines.append("\(completeness)")
        case .failure(let failure):
            lines.append("failed \(failure.code.rawValue)")
        case .body: break
        }
    }

    mutating func addContent(_ octets: ArraySlice<UInt8>) {
        content += octets
    }

    mutating func finish() {
        if !content.isEmpty { lines.append("body \(String(decoding: content, as: UTF8.self))") }
        content = []
    }
}
