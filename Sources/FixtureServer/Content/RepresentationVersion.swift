internal import Fixtures
internal import HTTPMessages
internal import Scenarios

/// One version of a representation within an instance: bytes that belong together.
final class RepresentationVersion {
    /// What makes two answers speak of the same version.
    struct Key: Hashable {
        var source: BodySource
        /// The path, where the bytes depend on it.
        var path: String?
    }

    let id: RepresentationID
    let content: Content
    let fixture: Fixture?
    private let inspect: (() -> Fixture?)?
    private lazy var markers = (fixture ?? inspect?())?.markers
    let fingerprint: String
    /// The lower-case hex SHA-256 of the whole, as soon as it is known.
    var sha256: String?

    init(id: RepresentationID, item: ContentLibrary.Item) {
        self.id = id
        content = item.content
        fixture = item.fixture
        inspect = item.inspect
        fingerprint = item.fingerprint
        sha256 = item.sha256
    }

    /// The byte of an offset, or nil when there is no such place.
    func byte(of offset: Offset) -> Int64? {
        offset.resolve(length: content.length) { name in markers?[name].map(Int64.init) }
    }

    /// What a planner must know of an answer made of this version; ages count from the instance's first Date.
    func facts(
        for answer: Answer, path: String, firstDate: HTTPDate, coding: BodyCoding? = nil
    ) -> RepresentationFacts {
        RepresentationFacts(
            length: content.length, mediaType: mediaType(for: answer, path: path),
            entityTag: tag(for: answer).map { coding.map($0.coded) ?? $0 },
            lastModified: lastModified(for: answer, firstDate: firstDate), coding: coding)
    }

    private func mediaType(for answer: Answer, path: String) -> String? {
        if let type = answer.type { return type }
        switch answer.body {
        case .file(let file): return fixture?.mediaType ?? MediaType.of(path: file)
        case .text: return path.contains(".") ? MediaType.of(path: path) : "text/plain; charset=utf-8"
        default: return content.length == 0 ? nil : MediaType.of(path: path)
        }
    }

    private func tag(for answer: Answer) -> EntityTag? {
        switch answer.etag {
        case .auto: EntityTag(fingerprint)
        case .none: nil
        case .strong(let text): EntityTag(text)
        case .weak(let text): EntityTag(text ?? fingerprint, isWeak: true)
        }
    }

    private func lastModified(for answer: Answer, firstDate: HTTPDate) -> String? {
        switch answer.modified {
        case .auto: Self.longAgo
        case .none: nil
        case .date(let text): text
        case .age(let age): firstDate.advanced(bySeconds: -age.components.seconds).description
        }
    }

    /// Old enough to be a strong validator whatever the margin.
    private static let longAgo = HTTPDate(secondsSince1970: 1_000_000_000).description
}

extension EntityTag {
    /// The tag of the same content in a coding: other bytes need another strong tag (RFC 9110 §8.8.3.3).
    fileprivate func coded(_ coding: BodyCoding) -> EntityTag {
        isWeak ? self : EntityTag("\(opaque)-\(coding.name.rawValue)")
    }
}

extension BodySource {
    /// Whether the bytes depend on the path that was requested.
    var dependsOnPath: Bool {
        switch self {
        case .pattern(_, .ofPath): true
        case .repeated(let source, _): source.dependsOnPath
        case .sequence(let sources): sources.contains(where: \.dependsOnPath)
        default: false
        }
    }
}
