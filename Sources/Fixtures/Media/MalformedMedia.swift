/// Where bytes stop being what their format promises.
public struct MalformedMedia: Error, Hashable, CustomStringConvertible {
    /// `JPEG`, `PNG`, `MP3` and so on, as people write it.
    public let format: String

    /// The first byte that is wrong, or where the file, or the part of it in question, ends too early.
    public let offset: Int

    /// What was expected and what was there.
    public let problem: String

    /// The three in a line.
    public var description: String { "\(format) at byte \(offset): \(problem)" }
}
