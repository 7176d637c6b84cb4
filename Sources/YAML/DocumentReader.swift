/// Builds nodes from events and complains about what the format does not have.
struct DocumentReader: ~Copyable {
    private var stream: EventStream
    private let text: SourceText
    private let log: Complaints
    private var texts: [Range<Int>] = []
    private var depth = 0

    init(stream: consuming EventStream, text: SourceText, log: Complaints) {
        self.stream = stream
        self.text = text
        self.log = log
    }

    /// Ends the reading; the complaint has been made.
    private struct Stop: Error {
        /// How far the structure of the file is known.
        var index: Int
    }

    mutating func read() -> Node? {
        do {
            let root = try document()
            text.checkComments(outside: texts, upTo: text.scalars.count, log: log)
            return root
        } catch {
            text.checkComments(outside: texts, upTo: error.index, log: log)
            return nil
        }
    }

    private mutating func document() throws(Stop) -> Node? {
        _ = try next()  // the stream's start
        let first = try next()
        guard case .documentStart(let hasDirectives) = first.kind else {
            log.add(text.location(first.start), "the file says nothing", expected: "a map")
            return nil
        }
        if hasDirectives { log.add(text.location(first.start), "a directive is not allowed here") }
        let root = try node(try next())
        _ = try next()  // the document's end
        let after = try next()
        if after.kind != .streamEnd {
            log.add(text.location(after.start), "a second document begins", expected: "one document in a file")
        }
        return root
    }

    private mutating func next() throws(Stop) -> EventStream.Event {
        do {
            let event = try stream.next()
            if case .scalar = event.kind { texts.append(event.start.index..<event.end.index) }
            return event
        } catch {
            complain(error)
            throw Stop(index: min(error.mark.index, error.context?.mark.index ?? Int.max))
        }
    }

    private mutating func node(_ event: EventStream.Event) throws(Stop) -> Node {
        let location = text.location(event.start)
        switch event.ornament {
        case .anchor: log.add(location, "an anchor (&) is not allowed here", hint: "quote a text that begins with &")
        case .tag: log.add(location, "a tag (!) is not allowed here", hint: "quote a text that begins with !")
        case nil: break
        }
        switch event.kind {
        case .alias:
            log.add(location, "an alias (*) is not allowed here", hint: "quote a text that begins with *")
            return Node(.scalar(Node.Scalar("*")), location: location)
        case .listStart: return Node(.list(try list(event.start)), location: location)
        case .mapStart: return Node(.map(try map(event.start)), location: location)
        case .scalar(let scalar, let isBare, _):
            if isBare { check(bare: scalar, event) }
            return Node(.scalar(Node.Scalar(scalar, isBare: isBare)), location: location)
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .listEnd, .mapEnd:
            log.add(location, "the file ends in the middle")
            throw Stop(index: event.start.index)
        }
    }

    private mutating func list(_ start: EventStream.Mark) throws(Stop) -> [Node] {
        try descend(start)
        var items: [Node] = []
        while true {
            let event = try next()
            if event.kind == .listEnd { break }
            let item = try node(event)
            if isEmpty(item) {
                log.add(item.location, "an item of the list is empty", hint: "write '' for an empty text")
            }
            items.append(item)
        }
        depth -= 1
        return items
    }

    private mutating func map(_ start: EventStream.Mark) throws(Stop) -> [Node.Entry] {
        try descend(start)
        var entries: [Node.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try next()
            if event.kind == .mapEnd { break }
            let key = try node(event)
            let second = try next()
            let value = try node(second)
            guard let name = key.text else {
                log.add(key.location, "a key is \(key.nickname)", expected: "a word")
                continue
            }
            if name == "<<" { log.add(key.location, "a merge key (<<) is not allowed here") }
            if let line = lines[name] {
                log.add(key.location, "the key \(Complaint.quoted(name)) is repeated", hint: "first on line \(line)")
                continue
            }
            lines[name] = key.location.line
            if isEmpty(value) { complain(emptyValueOf: name, key.location, second.start.index) }
            entries.append(Node.Entry(key: name, location: key.location, value: value))
        }
        depth -= 1
        return entries
    }

    private mutating func descend(_ start: EventStream.Mark) throws(Stop) {
        depth += 1
        guard depth > Document.deepestNesting else { return }
        log.add(
            text.location(start), "the nesting is too deep", expected: "at most \(Document.deepestNesting) levels")
        throw Stop(index: start.index)
    }

    private func isEmpty(_ node: Node) -> Bool {
        guard case .scalar(let scalar) = node.content else { return false }
        return scalar.isBare && scalar.text.isEmpty
    }
}

extension DocumentReader {
    /// A bare text is what it looks like: no escapes, no second line.
    private func check(bare scalar: String, _ event: EventStream.Event) {
        let location = text.location(event.start)
        if event.start.line != event.end.line {
            log.add(location, "a bare text goes on in the next line", hint: "quote it, or use a block (|)")
        }
        if scalar.contains("\\") {
            log.add(
                location, "a backslash in a bare text is no escape", hint: "quote it with \", or with ' to keep it")
        }
    }

    private func complain(emptyValueOf key: String, _ location: FileLocation, _ index: Int) {
        let hint: String
        if let colon = key.firstIndex(of: ":"), colon != key.startIndex {
            let missing = "\(key[..<colon]): \(key[key.index(after: colon)...])"
            hint = "a space is missing behind the colon: \(Complaint.quoted(missing))"
        } else if text.isComment(behind: index) {
            hint = "what follows is read as a comment: quote it"
        } else {
            hint = "write '' for an empty text; a text with a comma needs quotes"
        }
        log.add(location, "\(Complaint.quoted(key)) has no value", hint: hint)
    }

    /// A line that is a key and a value without the space between, written with it.
    private static func glued(_ line: String) -> String? {
        let text = line.drop { $0 == " " || $0 == "-" }
        guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isLetter || $0 == "-" }),
            let next = text[text.index(after: colon)...].first, next != " "
        else { return nil }
        return "\(text[...colon]) \(text[text.index(after: colon)...])"
    }

    private func complain(_ error: EventStream.SyntaxError) {
        var hint: String?
        if let context = error.context {
            let place = text.location(context.mark)
            hint = context.mark.index < error.mark.index ? "\(context.text), line \(place.line)" : context.text
        }
        if error.problem.contains("cannot start any token") {
            let isTab = text.scalars.dropFirst(error.mark.index).first == "\t"
            hint = isTab ? "no tabs: indent with spaces" : "quote a text that begins with % @ or `"
        }
        if error.problem.contains("could not find expected ':'"), let context = error.context,
            let glued = Self.glued(text.line(of: context.mark.index))
        {
            log.add(text.location(context.mark), "a space is missing behind the colon: \(Complaint.quoted(glued))")
            return
        }
        if error.problem.contains("did not find expected key") || error.problem.contains("expected <block end>") {
            hint =
                "the line is indented otherwise than the ones that it belongs to, or something before it is not closed"
        }
        if error.problem.contains("mapping values are not allowed") {
            hint = "quote a text that contains ': '; what belongs to a key is indented, and begins its own line"
        }
        let place = error.byte.map(text.location(ofByte:)) ?? text.location(error.mark)
        log.add(place, error.problem, hint: hint)
    }
}
