import YAML

/// Makes of `key=value` words the map that a file would have for an answer.
///
/// The place of what stands in the map is the number of its word, as a line.
struct AnswerWords {
    let log: Complaints

    /// Keys whose value is a word, or a word and its argument behind a colon.
    private static let choices = ["encoding", "ranges", "auth"]
    /// Keys that may be said again, and the list in a file that they are items of.
    private static let lists = ["field": "fields", "trailer": "trailers", "drop": "drop"]
    /// Steps; `pace` is one when it has a position.
    private static let actions = ["hold", "pause", "pace", "send", "inform", "cut"]
    /// The keys of a file that have one value, and are written as there.
    private static let plain = AnswerReader.keys.filter { key in
        !["body", "raw", "script"].contains(key) && !choices.contains(key) && !lists.values.contains(key)
    }

    static let keys = plain + choices + lists.keys.sorted() + actions.filter { $0 != "pace" }

    func map(_ words: [Behaviour.Word]) -> KeyedNode {
        var entries: [Node.Entry] = []
        var lists: [String: [Node]] = [:]
        var steps: [Node] = []
        for (index, word) in words.enumerated() {
            let place = FileLocation(file: "", line: index + 1, column: 1)
            let value = Node(.scalar(Node.Scalar(word.value)), location: place)
            if word.value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                log.add(place, "a control character in the value", hint: "broken heads are made with raw, in a file")
            } else if word.key == "pace" ? word.value.contains(":") : AnswerWords.actions.contains(word.key) {
                if let step = step(word, at: place) { steps.append(step) }
            } else if let list = AnswerWords.lists[word.key] {
                if let item = item(word, value) { lists[list, default: []].append(item) }
            } else if !AnswerWords.keys.contains(word.key) {
                log.addUnknown(word.key, "key", known: AnswerWords.keys, at: place)
            } else if entries.contains(where: { $0.key == word.key }) {
                log.add(place, "\(word.key) is said twice")
            } else {
                let isChoice = AnswerWords.choices.contains(word.key)
                entries.append(
                    Node.Entry(key: word.key, location: place, value: isChoice ? choice(word, value) : value))
            }
        }
        let whole = FileLocation(file: "", line: words.count + 1, column: 1)
        for (key, items) in lists.sorted(by: { $0.key < $1.key }) {
            entries.append(Node.Entry(key: key, location: whole, value: Node(.list(items), location: whole)))
        }
        if !steps.isEmpty {
            entries.append(Node.Entry(key: "script", location: whole, value: Node(.list(steps), location: whole)))
        }
        return KeyedNode(location: whole, entries: entries)
    }

    /// `POSITION:ARGUMENT`, where the position of a marker has a colon of its own.
    private func step(_ word: Behaviour.Word, at place: FileLocation) -> Node? {
        let marker = "marker:"
        let start = word.value.hasPrefix(marker) ? marker.endIndex : word.value.startIndex
        guard let colon = word.value[start...].firstIndex(of: ":"), colon != start else {
            log.add(
                place, "\(Complaint.quoted(word.value)) does not say what happens where",
                expected: "\(word.key)=POSITION:\(AnswerWords.argument(of: word.key))")
            return nil
        }
        let argument = word.value[word.value.index(after: colon)...]
        return node([("at", word.value[..<colon]), (word.key, argument)], at: place)
    }

    private static func argument(of action: String) -> String {
        switch action {
        case "hold": "GATE"
        case "pause": "DURATION"
        case "pace": "PACE"
        case "send": "TEXT"
        case "inform": "STATUS"
        default: "fin or rst"
        }
    }

    /// `Name: value`, or a name alone where names are listed.
    private func item(_ word: Behaviour.Word, _ value: Node) -> Node? {
        guard word.key != "drop" else { return value }
        guard let colon = word.value.firstIndex(of: ":") else {
            log.add(
                value.location, "\(Complaint.quoted(word.value)) is no field", expected: "\(word.key)=Name: value")
            return nil
        }
        let content = word.value[word.value.index(after: colon)...].drop { $0 == " " }
        return node([(String(word.value[..<colon]), content)], at: value.location)
    }

    /// `WORD`, or `WORD:ARGUMENT`; credentials always have a scheme.
    private func choice(_ word: Behaviour.Word, _ value: Node) -> Node {
        let parts = word.value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 || word.key == "auth" else { return value }
        return node([(String(parts[0]), parts.count == 2 ? parts[1] : "")], at: value.location)
    }

    private func node(_ entries: [(key: String, value: Substring)], at place: FileLocation) -> Node {
        Node(
            .map(
                entries.map { entry in
                    Node.Entry(
                        key: entry.key, location: place,
                        value: Node(.scalar(Node.Scalar(String(entry.value))), location: place))
                }), location: place)
    }
}
