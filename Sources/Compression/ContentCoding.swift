/// The content codings that zlib knows (RFC 9110 §8.4.1).
public enum ContentCoding: Hashable, Sendable {
    /// Members as RFC 1952 describes them, one or more.
    case gzip
    /// What `deflate` means on the wire: usually zlib (RFC 1950), from some servers raw deflate (RFC 1951).
    case deflate

    /// Reads a coding's name, whatever its case; nil for one that zlib does not know.
    public init?(named name: some StringProtocol) {
        switch name.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: return nil
        }
    }
}
