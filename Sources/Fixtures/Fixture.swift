/// One shipped file and what is known about it without opening it.
public struct Fixture: Sendable, Hashable {
    /// Width and height of a picture in pixels.
    public struct Dimensions: Sendable, Hashable {
        /// Pixels from left to right.
        public let width: Int
        /// Pixels from top to bottom.
        public let height: Int

        /// Makes dimensions; nothing is checked.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// Where it lies below the root, with forward slashes: `images/aurora.jpg`.
    public let path: String

    /// SHA-256 of the whole file in lower-case hexadecimal digits.
    public let sha256: String

    /// Bytes in the file.
    public let size: Int

    /// What a server says in Content-Type.
    public let mediaType: String

    /// The picture's size, for pictures.
    public let dimensions: Dimensions?

    /// How long it plays, for sound, in whole milliseconds.
    public let duration: Duration?

    /// Places in the file that scenarios can name.
    public let markers: Markers

    /// Makes an entry from known facts; nothing is checked against a file.
    public init(
        path: String, sha256: String, size: Int, mediaType: String, dimensions: Dimensions? = nil,
        duration: Duration? = nil, markers: Markers = Markers()
    ) {
        self.path = path
        self.sha256 = sha256
        self.size = size
        self.mediaType = mediaType
        self.dimensions = dimensions
        self.duration = duration
        self.markers = markers
    }

    /// The offset of a marker, or an error that says which markers the file has.
    public func offset(of marker: String) throws(FixtureError) -> Int {
        guard let offset = markers[marker] else {
            throw FixtureError(
                .unknownMarker, "\(path) has no marker “\(marker)”; its markers: \(markers.summary)")
        }
        return offset
    }
}

extension Fixture: CustomStringConvertible {
    /// Its path, as test reports show it.
    public var description: String { path }
}

extension Fixture: Codable {
    private enum CodingKeys: String, CodingKey {
        case path, sha256, size, type, width, height, milliseconds, markers
    }

    /// Reads an entry of `manifest.json`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = try container.decode(String.self, forKey: .path)
        sha256 = try container.decode(String.self, forKey: .sha256)
        size = try container.decode(Int.self, forKey: .size)
        mediaType = try container.decode(String.self, forKey: .type)
        if let width = try container.decodeIfPresent(Int.self, forKey: .width) {
            dimensions = Dimensions(width: width, height: try container.decode(Int.self, forKey: .height))
        } else {
            dimensions = nil
        }
        duration = try container.decodeIfPresent(Int.self, forKey: .milliseconds).map { .milliseconds($0) }
        markers = try container.decodeIfPresent(Markers.self, forKey: .markers) ?? Markers()
    }

    /// Writes an entry of `manifest.json`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(sha256, forKey: .sha256)
        try container.encode(size, forKey: .size)
        try container.encode(mediaType, forKey: .type)
        try container.encodeIfPresent(dimensions?.width, forKey: .width)
        try container.encodeIfPresent(dimensions?.height, forKey: .height)
        try container.encodeIfPresent(duration.map { Int($0 / .milliseconds(1)) }, forKey: .milliseconds)
        if markers.count > 0 { try container.encode(markers, forKey: .markers) }
    }
}
