import Foundation

/// How a line stands out on a terminal; nowhere else, and not where `NO_COLOR` is set.
enum Colour: String {
    /// What went as the scenario or the command line wanted it wrong.
    case red = "31"
    /// What the client or a status makes noteworthy.
    case yellow = "33"
    /// What only matters to who looks closely.
    case dim = "2"

    /// Whether the standard error takes colours.
    private static let isOn: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDERR_FILENO) == 1 && environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
    }()

    /// A line in a colour, or as it is.
    static func painted(_ line: String, _ colour: Colour?) -> String {
        guard isOn, let colour else { return line }
        return "\u{1B}[\(colour.rawValue)m\(line)\u{1B}[0m"
    }
}
