public import YAML

/// The checks that a client is known to fail, with the way in which each fails.
///
/// The list is kept true in both directions: what it names must fail, and fail this way.
public struct KnownFailures: Sendable, Hashable {
    /// The entries, in the order of the file.
    public var entries: [Entry]

    /// Makes a list.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Checks that fail, and why.
    public struct Entry: Sendable, Hashable {
        /// The scenarios.
        public var scenarios: Glob
        /// The checks in them; nil means all.
        public var checks: Glob?
        /// The verdict and, where it has one, its code.
        public var verdict: Verdict
        /// Whether it fails only on some runs, by a race; a pass is no surprise then.
        public var sometimes: Bool
        /// Why it fails, as a sentence.
        public var why: String
        /// Where to read more.
        public var link: String?
        /// Where it holds.
        public var when: Circumstances
        /// Where it is written.
        public var location: FileLocation

        /// Makes an entry.
        public init(
            scenarios: Glob, checks: Glob?, verdict: Verdict, why: String, link: String? = nil,
            when: Circumstances = .init(), sometimes: Bool = false, location: FileLocation
        ) {
            self.sometimes = sometimes
            self.scenarios = scenarios
            self.checks = checks
            self.verdict = verdict
            self.why = why
            self.link = link
            self.when = when
            self.location = location
        }

        /// The pattern as written.
        public var pattern: String { scenarios.description + (checks.map { ":" + $0.description } ?? "") }

        /// Whether it speaks of a check.
        public func names(scenario: String, check: String) -> Bool {
            scenarios.matches(scenario) && (checks?.matches(check) ?? true)
        }
    }

    /// Where an entry holds; what is nil does not matter.
    public struct Circumstances: Sendable, Hashable {
        /// The operating system, `linux` or `macos`.
        public var os: String?
        /// A condition on the client's version: `0.4`, `<0.4`, `>=6.3`.
        public var client: VersionCondition?

        /// Makes circumstances.
        public init(os: String? = nil, client: VersionCondition? = nil) {
            self.os = os
            self.client = client
        }

        /// The operating system that this runs on.
        public static var currentOS: String {
            #if os(Linux)
            "linux"
            #else
            "macos"
            #endif
        }

        /// These, and the other's where these leave something open.
        func or(_ other: Circumstances) -> Circumstances {
            Circumstances(os: os ?? other.os, client: client ?? other.client)
        }

        /// Whether they are given.
        public func hold(os: String = currentOS, client version: String) -> Bool {
            (self.os.map { $0 == os } ?? true) && (client.map { $0.holds(for: version) } ?? true)
        }
    }

    /// The most checks that one wildcard may excuse.
    public static let widest = 20

    /// The entries that hold for a client of this version.
    public func holding(for version: String) -> KnownFailures {
        KnownFailures(entries.filter { $0.when.hold(client: version) })
    }
}
