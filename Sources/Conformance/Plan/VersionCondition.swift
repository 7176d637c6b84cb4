/// A condition on a version, compared number by number: `0.4` (that or a patch of it), `<0.4`, `>=6.3`.
public struct VersionCondition: Sendable, Hashable, CustomStringConvertible {
    private enum Comparison: String, CaseIterable {
        case atLeast = ">="
        case atMost = "<="
        case above = ">"
        case below = "<"
        case equal = "="
    }

    private let comparison: Comparison?
    private let version: [Int]
    /// The condition as written.
    public let description: String

    /// Reads a condition; nil when it is none.
    public init?(_ text: String) {
        description = text
        comparison = Comparison.allCases.first { text.hasPrefix($0.rawValue) }
        let number = text.dropFirst(comparison?.rawValue.count ?? 0).drop { $0 == " " }
        guard let version = VersionCondition.numbers(number) else { return nil }
        self.version = version
    }

    /// Whether a version meets it; a version that is no number meets none.
    public func holds(for text: String) -> Bool {
        guard let given = VersionCondition.numbers(text.prefix { $0.isNumber || $0 == "." }) else { return false }
        switch comparison {
        case nil: return given.starts(with: version)
        case .equal?: return order(given) == 0
        case .below?: return order(given) < 0
        case .above?: return order(given) > 0
        case .atMost?: return order(given) <= 0
        case .atLeast?: return order(given) >= 0
        }
    }

    private func order(_ given: [Int]) -> Int {
        for index in 0..<max(given.count, version.count) {
            let a = index < given.count ? given[index] : 0
            let b = index < version.count ? version[index] : 0
            if a != b { return a < b ? -1 : 1 }
        }
        return 0
    }

    private static func numbers(_ text: Substring) -> [Int]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard !parts.isEmpty, parts.allSatisfy({ $0 != nil }) else { return nil }
        return parts.compactMap { $0 }
    }
}
