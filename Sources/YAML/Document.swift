/// A YAML file read strictly: one document of maps, lists and texts, without the features that surprise.
///
/// What is refused is in `docs/scenario-format.md`. A syntax error ends the reading; everything else is complained
/// about and reading goes on.
public struct Document: Sendable {
    /// The one document; nil after a syntax error or when there is none.
    public var root: Node?
    /// What is wrong, by place.
    public var complaints: [Complaint]

    /// The largest file that is read: a scenario is a page or two.
    public static let largestFile = 1 << 20
    /// The deepest nesting.
    public static let deepestNesting = 32

    /// Reads a file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - file: how complaints name it.
    public init(parsing bytes: [UInt8], file: String) {
        let log = Complaints()
        defer { complaints = log.sorted }
        complaints = []
        guard let text = SourceText(bytes, file: file, log: log) else { return }
        guard let stream = EventStream(text.bytes) else { return }
        var reader = DocumentReader(stream: stream, text: text, log: log)
        root = reader.read()
    }
}
