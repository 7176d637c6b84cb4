internal import HTTPMessages

/// What a planner must know of a representation: everything but its bytes.
struct RepresentationFacts: Hashable, Sendable {
    /// The length of the whole, or nil for one that never ends.
    var length: Int64?
    /// The media type to announce, or nil for none.
    var mediaType: String?
    /// The entity tag to announce and to compare with, or nil for none.
    var entityTag: EntityTag?
    /// The Last-Modified to announce, exactly so, or nil for none.
    var lastModified: String?
    /// The content coding of the bytes, or nil for none; length and ranges count what is coded.
    var coding: BodyCoding?
    /// The length of the code, or nil where it is not known before it is sent.
    var codeLength: Int64?
    /// Whether the request takes none of the codings there are.
    var isNotAcceptable = false

    /// The current representation as preconditions see it.
    func current(at date: HTTPDate) -> Preconditions.Current {
        Preconditions.Current(
            entityTag: entityTag, lastModified: lastModified.flatMap { HTTPDate(parsing: $0, now: date) }, date: date)
    }
}
