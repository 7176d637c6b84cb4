public import Fixtures
import Locks

/// What is known of bodies before anything is sent: lengths and markers.
public struct BodyFacts: Sendable {
    private let fixtures: Fixtures?

    /// Knows the fixtures of a library; without one, lengths of files are unknown.
    public init(fixtures: FixtureLibrary? = nil) {
        self.fixtures = fixtures.map { Fixtures($0) }
    }

    /// A library asked once for each file: one that no manifest knows is read whole.
    private final class Fixtures: Sendable {
        let library: FixtureLibrary
        private let known = Locked<[String: Result<Fixture, FixtureError>]>([:])

        init(_ library: FixtureLibrary) {
            self.library = library
        }

        func fixture(at path: String) throws(FixtureError) -> Fixture {
            if let known = known.withLock({ $0[path] }) { return try known.get() }
            let result = Result { () throws(FixtureError) in try library.fixture(at: path) }
            known.withLock { $0[path] = result }
            return try result.get()
        }
    }

    /// A length.
    enum Length: Hashable {
        case known(Int64)
        case endless
        /// Not without the fixture.
        case unknown
    }

    /// The length of a body; addresses count as `127.0.0.1:49152`.
    func length(of source: BodySource) -> Length {
        switch source {
        case .text(let template): return .known(Int64(template.text { _ in "127.0.0.1:49152" }.utf8.count))
        case .bytes(let bytes): return .known(Int64(bytes.count))
        case .file(let path):
            guard let size = try? fixtures?.library.size(of: path) else { return .unknown }
            return .known(size)
        case .pattern(let size, _): return size.map { .known($0) } ?? .endless
        case .repeated(let source, let times):
            guard case .known(let length) = length(of: source) else { return length(of: source) }
            let (product, overflow) = length.multipliedReportingOverflow(by: Int64(times))
            return overflow ? .endless : .known(product)
        case .sequence(let sources):
            return sources.reduce(.known(0)) { sum, source in
                switch (sum, length(of: source)) {
                case (.known(let a), .known(let b)):
                    let (total, overflow) = a.addingReportingOverflow(b)
                    return overflow ? .endless : .known(total)
                case (.endless, _), (_, .endless): return .endless
                default: return .unknown
                }
            }
        }
    }

    /// Where an offset lies in a body.
    enum Place: Hashable {
        case byte(Int64)
        /// Why there is no such place, as a clause.
        case nowhere(String)
        /// Not without the fixture.
        case unknown
    }

    func place(of offset: Offset, in source: BodySource) -> Place {
        if case .marker(let name, _) = offset {
            guard case .file(let path) = source else { return .nowhere("only a fixture has markers") }
            let fixture: Fixture
            do {
                guard let known = try fixtures?.fixture(at: path) else { return .unknown }
                fixture = known
            } catch {
                return error.code == .tooLarge ? .nowhere(error.message) : .unknown
            }
            guard fixture.markers[name] != nil else {
                return .nowhere("\(path) has no marker '\(name)', but \(fixture.markers.summary)")
            }
        }
        let length: Int64?
        switch self.length(of: source) {
        case .unknown: return .unknown
        case .known(let bytes): length = bytes
        case .endless: length = nil
        }
        let byte = offset.resolve(length: length) { name in
            guard case .file(let path) = source, let fixture = try? fixtures?.fixture(at: path) else { return nil }
            return fixture.markers[name].map(Int64.init)
        }
        if let byte { return .byte(byte) }
        return .nowhere(length.map { "the body has \($0) bytes" } ?? "the body never ends")
    }

    /// Whether every body's length is known.
    func areComplete(for scenario: Scenario) -> Bool {
        scenario.resources.allSatisfy { resource in
            ([resource.answer] + resource.attempts.map(\.answer)).allSatisfy { answer in
                length(of: answer.raw ?? answer.body) != .unknown
            }
        }
    }

    /// What is wrong with the fixtures of a body, as a sentence.
    func problem(of source: BodySource) -> String? {
        switch source {
        case .file(let path):
            guard let fixtures else { return nil }
            do {
                _ = try fixtures.library.size(of: path)
                return nil
            } catch {
                return error.message
            }
        case .repeated(let source, _): return problem(of: source)
        case .sequence(let sources): return sources.lazy.compactMap(problem).first
        case .text(let template):
            guard let text = template.plainText, isFixture(text) else { return nil }
            return "the text '\(text)' is the path of a fixture, which is written { file: \(text) }"
        case .bytes, .pattern: return nil
        }
    }

    private func isFixture(_ path: String) -> Bool {
        path.contains("/") && (try? fixtures?.library.size(of: path)) != nil
    }
}
