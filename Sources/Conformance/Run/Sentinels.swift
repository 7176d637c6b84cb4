internal import FixtureServer
internal import Scenarios
internal import YAML

/// Small transfers of their own origin: that they run through the client bounds "nothing more happens" without a clock.
struct Sentinels {
    /// How many prove that the client still works.
    static let turns = 5

    let url: String

    init(_ instance: Instance) { url = instance.url + "/sentinel" }

    /// What the sentinels' own instance serves.
    static var scenario: Scenario {
        let place = FileLocation(file: "sentinels", line: 1, column: 1)
        let answer = Answer(body: .text(Template("still here\n")))
        return Scenario(
            id: "sentinels", file: "sentinels", title: "Sentinels run through", why: "A stuck client shows nothing.",
            resources: [Resource(path: ResourcePath(path: "/sentinel"), answer: answer, location: place)])
    }

    /// The name of a sentinel's transfer; scenario files cannot use it.
    static func name(_ number: Int) -> String { "_sentinel-\(number)" }

    /// Whether a transfer of this name is a sentinel.
    static func isOne(_ name: String) -> Bool { name.hasPrefix("_sentinel-") }
}
