public import FixtureServer
public import Foundation
import Locks
import Scenarios
import Spelling

extension Instance {
    /// The URL of a path of the scenario.
    ///
    /// - Parameters:
    ///   - path: The path with its slash, and perhaps a query.
    ///   - origin: Whose port; scenarios that name no others have `main` alone.
    /// - Returns: The URL.
    /// - Throws: ``FixtureServerTestingError`` when the scenario has no such origin, or the path is none.
    public func url(_ path: String, at origin: String = "main") throws -> URL {
        guard let base = urls[origin], path.hasPrefix("/"), let url = URL(string: base + path) else {
            let known = urls.keys.sorted().joined(separator: ", ")
            throw FixtureServerTestingError(
                .unknownOrigin,
                "'\(path)' at '\(origin)' is no URL of \(scenario.id): its origins are \(known), "
                    + "and a path begins with a slash")
        }
        return url
    }

    /// Waits until an exchange is held at a gate, which is a fact about order and not about time.
    ///
    /// - Parameters:
    ///   - gate: The gate's name in the scenario.
    ///   - count: How many must have come there since the start.
    ///   - limit: When to give up; far beyond what a slow machine needs.
    /// - Returns: How many bytes of the body the last of them had sent before it was held.
    /// - Throws: ``FixtureServerTestingError`` when there is no such gate, or nobody came in time.
    @discardableResult
    public func reached(_ gate: String, count: Int = 1, within limit: Duration = .seconds(30)) async throws -> Int64 {
        guard scenario.gates.contains(gate) || gate == Step.forever else {
            let known = scenario.gates.sorted()
            let meant = Spelling.nearest(to: gate, among: known).map { "; did you mean '\($0)'?" } ?? ""
            throw FixtureServerTestingError(.unknownGate, "\(scenario.id) has no gate '\(gate)'\(meant)")
        }
        let come = Locked(0)
        let event = await wait(limit: limit) { event in
            guard case .held(gate, offset: _, sent: _) = event.kind else { return false }
            return come.withLock { come in
                come += 1
                return come == count
            }
        }
        guard case .held(_, offset: _, let sent) = event?.kind else {
            let seen = come.withLock { $0 }
            throw FixtureServerTestingError(
                .notHeld, "\(seen) of \(count) came to the gate '\(gate)' of \(scenario.id) within \(limit)")
        }
        return sent
    }
}
