/// A named place in a file, such as the start of the second scan of a progressive JPEG.
public struct Marker: Sendable, Hashable {
    /// What scenario files write behind `marker:`, such as `jpeg-scan-2`.
    public let name: String

    /// How many bytes of the file lie in front of it.
    public let offset: Int

    /// Makes a marker; nothing is checked.
    public init(name: String, offset: Int) {
        self.name = name
        self.offset = offset
    }
}
