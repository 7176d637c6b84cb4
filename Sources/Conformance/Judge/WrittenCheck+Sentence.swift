internal import AdapterProtocol
internal import Scenarios

extension WrittenCheck {
    /// What the check demands, as a sentence for people who have not read the file.
    var sentence: String { "The scenario demands that \(subject.inWords) \(expectation.demand)." }
}

extension WrittenCheck.Subject {
    fileprivate var inWords: String {
        switch self {
        case .transfer(let name): "transfer \(name)"
        case .request(let path, let ordinal): "request \(ordinal) for \(path)"
        case .resource(let path): "the resource \(path)"
        case .server: "the server"
        case .client: "the client"
        }
    }
}

extension Expectation {
    /// Completes "it …".
    fileprivate var demand: String {
        switch self {
        case .outcome(let allowed): "is \(choice(allowed.map(\.rawValue))) in the end"
        case .error(let kinds): "fails with \(choice(kinds.map(\.inWords)))"
        case .http(let versions): "is answered in HTTP/\(choice(versions))"
        case .url(let targets): "ends up at \(choice(targets.map { "\($0.inWords)" }))"
        case .total(let amounts): "hands over \(choice(amounts.map(\.inWords)))"
        case .expected(let amounts): "expects \(choice(amounts.map(\.inWords)))"
        case .resumedAt(let amounts): "goes on behind \(choice(amounts.map(\.inWords)))"
        case .resumeData(.some): "leaves resume material"
        case .resumeData(.none): "leaves no resume material"
        case .interim(let statuses): "reports the interim responses \(list(statuses.map { "\($0)" }))"
        case .trailers(let lines): "reports the trailers \(list(lines.map(\.description)))"
        case .filename(let names): "suggests the file name \(choice(names))"
        case .uploaded(let bounds): "reports \(bounds.counted("byte")) as sent"
        case .status(let allowed): "has the status \(choice(allowed.map { "\($0)" }))"
        case .fields(let lines): "has the fields \(list(lines.map(\.description)))"
        case .lacks(let names): "has no field \(choice(names))"
        case .body(let contents): "has \(choice(contents.map(\.inWords)))"
        case .method(let methods): "uses \(choice(methods))"
        case .range(let fields): "has \(choice(fields.map(\.inWords)))"
        case .ifRange(let fields): "has \(choice(fields.map(\.inWords)))"
        case .connection(let numbers): "comes on connection \(choice(numbers.map { "\($0)" })) of its origin"
        case .sent(let bounds): "gets \(bounds.counted("byte")) of content"
        case .received(let bounds): "brings \(bounds.counted("byte")) of content"
        case .after(let bounds): "comes \(bounds.spelled) after the answer before it"
        case .silence(let bounds): "is left by the client after \(bounds.spelled) of silence"
        case .lived(let bounds): "lasts \(bounds.spelled)"
        case .requests(let bounds): "gets \(bounds.counted("request"))"
        case .concurrent(let bounds): "has \(bounds.counted("request")) under way at once, at most"
        case .startedOrder: "gets the requests in the order in which their transfers were started"
        case .connections(let bounds): "accepts \(bounds.counted("connection"))"
        case .memory(let bounds): "grows by \(bounds.counted("byte")) of memory"
        }
    }

    private func choice(_ words: [String]) -> String { words.joined(separator: " or ") }
    private func list(_ words: [String]) -> String { words.isEmpty ? "(none)" : words.joined(separator: ", ") }
}

extension Bounds<Duration> {
    /// The bounds in milliseconds.
    var spelled: String {
        switch (lower, upper) {
        case (let lower?, let upper?): lower == upper ? lower.inWords : "\(lower.inWords) to \(upper.inWords)"
        case (let lower?, nil): "at least \(lower.inWords)"
        case (nil, let upper?): "at most \(upper.inWords)"
        case (nil, nil): "any time"
        }
    }
}

extension Expectation.Amount {
    fileprivate var inWords: String {
        switch self {
        case .bytes(let bounds): "\(bounds.counted("byte"))"
        case .held: "as many bytes as were held"
        case .none: "no number of bytes"
        }
    }
}

extension Expectation.Content {
    /// What the bytes have to be, in words.
    var inWords: String {
        switch self {
        case .whole: "the whole of one version"
        case .prefix: "the beginning of one version"
        case .uploaded: "the bytes that were sent"
        case .none: "no content"
        case .bytes: "the bytes that the file gives"
        }
    }
}

extension Expectation.RangeField {
    fileprivate var inWords: String {
        switch self {
        case .held: "a Range from where the held bytes end"
        case .none: "no Range"
        case .value(let template): "the Range \(template)"
        }
    }
}

extension Expectation.ValidatorField {
    fileprivate var inWords: String {
        switch self {
        case .etag: "an If-Range with the entity tag of what is held"
        case .modified: "an If-Range with the Last-Modified of what is held"
        case .none: "no If-Range"
        case .value(let template): "the If-Range \(template)"
        }
    }
}

extension Expectation.Target {
    fileprivate var inWords: String {
        switch self {
        case .resource(let path, let suffix): "\(path)\(suffix)"
        case .url(let template): "\(template)"
        }
    }
}
