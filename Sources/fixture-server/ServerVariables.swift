import FixtureServer
import Scenarios

/// The environment variables that tell a command where the server is.
enum ServerVariables {
    /// Two addresses that would have the same variable.
    struct Clash: Error, CustomStringConvertible {
        let description: String
    }

    static let url = "FIXTURE_SERVER_URL"

    /// The variables for some instances, the first of which is the one that nobody has to name.
    static func of(_ instances: [Instance]) throws(Clash) -> [String: String] {
        var variables: [String: String] = [:]
        func set(_ parts: [String], _ value: String) throws(Clash) {
            let name = ([url] + parts.map(word)).joined(separator: "_")
            if let other = variables.updateValue(value, forKey: name), other != value {
                throw Clash(description: "two addresses would be called \(name); run the scenarios apart")
            }
        }
        guard let first = instances.first else { return [:] }
        try set([], first.url)
        for instance in instances {
            let id = instances.count > 1 ? [instance.scenario.id] : []
            try set(id, instance.url)
            for origin in instance.scenario.origins.dropFirst() {
                try set(id + [origin.name], instance.urls[origin.name] ?? "")
            }
        }
        return variables
    }

    /// A text as part of a variable's name.
    private static func word(_ text: String) -> String {
        String(text.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}
