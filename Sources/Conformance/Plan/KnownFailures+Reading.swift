internal import Foundation
public import YAML

extension KnownFailures {
    /// Everything that is wrong with a known-failures file.
    public struct Unreadable: Error, Sendable, CustomStringConvertible {
        /// The complaints, by place.
        public let complaints: [Complaint]

        /// One complaint a line.
        public var description: String { complaints.map(\.description).joined(separator: "\n") }
    }

    /// Reads a file.
    ///
    /// ```yaml
    /// known-failures: 1
    /// client: sessionkit+append-on-200
    /// when: { os: linux }
    /// entries:
    ///   - { checks: "resume/changed/honest:b.body", code: spliced, why: The new version is glued to the old one. }
    /// ```
    ///
    /// `checks` is a pattern of `scenario[:check]`; `verdict` is `fail` unless said; `sometimes: true` marks a race, which
    /// may also pass; `code`, `why`, `link` and `when: { os, client }` are as in ``KnownFailures/Entry``.
    public init(file: String) throws(Unreadable) {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            let start = FileLocation(file: file, line: 1, column: 1)
            throw Unreadable(complaints: [Complaint(start, "the file cannot be read")])
        }
        try self.init(parsing: [UInt8](bytes), file: file)
    }

    /// Reads the bytes of a file.
    public init(parsing bytes: [UInt8], file: String) throws(Unreadable) {
        let document = Document(parsing: bytes, file: file)
        let log = Complaints()
        document.complaints.forEach(log.add)
        var entries: [Entry] = []
        if let root = document.root { entries = KnownFailures.entries(root, log) }
        guard log.isEmpty else { throw Unreadable(complaints: log.sorted) }
        self.init(entries)
    }

    private static func entries(_ root: Node, _ log: Complaints) -> [Entry] {
        guard let fields = map(root, ["known-failures", "client", "when", "entries"], log) else { return [] }
        if fields["known-failures"]?.text != "1" {
            log.add(root.location, "no version that is understood", expected: "known-failures: 1")
        }
        guard let list = fields["entries"] else { return [] }
        guard let items = list.items else {
            log.add(list.location, "entries is \(list.nickname)", expected: "a list")
            return []
        }
        let everywhere = fields["when"].map { circumstances($0, log) } ?? Circumstances()
        return items.compactMap { entry($0, everywhere, log) }
    }

    /// An entry that holds where the whole file holds, unless it says more.
    private static func entry(_ node: Node, _ everywhere: Circumstances, _ log: Complaints) -> Entry? {
        guard let fields = map(node, ["checks", "verdict", "code", "why", "link", "when", "sometimes"], log) else {
            return nil
        }
        guard let pattern = fields["checks"]?.text, !pattern.isEmpty else {
            log.add(node.location, "an entry without checks", expected: "checks: SCENARIO or SCENARIO:CHECK")
            return nil
        }
        guard let why = fields["why"]?.text, !why.isEmpty else {
            log.add(node.location, "an entry that does not say why", expected: "why: a sentence")
            return nil
        }
        guard let verdict = verdict(fields, node, log) else { return nil }
        let colon = pattern.firstIndex(of: ":")
        return Entry(
            scenarios: Glob(String(pattern[..<(colon ?? pattern.endIndex)]), separator: "/"),
            checks: colon.map { Glob(String(pattern[pattern.index(after: $0)...]), separator: ".") },
            verdict: verdict, why: why, link: fields["link"]?.text,
            when: fields["when"].map { circumstances($0, log).or(everywhere) } ?? everywhere,
            sometimes: flag(fields["sometimes"], log), location: node.location)
    }

    /// A flag is `true` or left out.
    private static func flag(_ node: Node?, _ log: Complaints) -> Bool {
        guard let node else { return false }
        if node.text != "true" {
            log.add(node.location, "\(node.nickname) is no flag", expected: "true, or nothing at all")
        }
        return true
    }

    private static func verdict(_ fields: [String: Node], _ node: Node, _ log: Complaints) -> Verdict? {
        let word = fields["verdict"]?.text ?? "fail"
        let code = fields["code"]?.text
        if let code, FailureCode.meanings[code] == nil {
            log.addUnknown(
                code, "code", known: FailureCode.meanings.keys.sorted(), at: fields["code"]?.location ?? node.location)
            return nil
        }
        guard let verdict = Verdict(word: word, code: code.map(FailureCode.init(rawValue:))) else {
            log.add(
                node.location, "no verdict '\(word)' \(code == nil ? "without a code" : "with a code")",
                expected: "fail or non-strict with a code, or crash, adapter-error, blocked without one")
            return nil
        }
        return verdict
    }

    private static func circumstances(_ node: Node, _ log: Complaints) -> Circumstances {
        guard let fields = map(node, ["os", "client"], log) else { return Circumstances() }
        var circumstances = Circumstances(os: fields["os"]?.text)
        if let os = fields["os"], !["linux", "macos"].contains(os.text ?? "") {
            log.addUnknown(os.text ?? "", "system", known: ["linux", "macos"], at: os.location)
        }
        if let client = fields["client"] {
            circumstances.client = VersionCondition(client.text ?? "")
            if circumstances.client == nil {
                log.add(client.location, "\(client.nickname) is no condition on a version", expected: "such as <0.4")
            }
        }
        return circumstances
    }

    /// The fields of a map by key; complains about keys that are not known.
    private static func map(_ node: Node, _ known: [String], _ log: Complaints) -> [String: Node]? {
        guard let entries = node.entries else {
            log.add(node.location, "\(node.nickname) where a map belongs", expected: "a map")
            return nil
        }
        for entry in entries where !known.contains(entry.key) {
            log.addUnknown(entry.key, "key", known: known, at: entry.location)
        }
        return Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
