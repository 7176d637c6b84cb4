import FixtureServer
import Foundation
import Scenarios

/// The one line on the standard output that says where to connect.
struct ReadyLine: Encodable {
    /// One of several scenarios that are served.
    struct Served: Encodable {
        var scenario: String
        var url: String
        var urls: [String: String]
    }

    var url: String
    var urls: [String: String]
    var port: Int
    var pid: Int32
    /// The base URL of the control API.
    var control: String
    /// What the control API wants to see, where strangers can ask it.
    var token: String?
    var scenario: String?
    var seed: UInt64
    var scenarios: [Served]?
    var files: [String]?

    /// Says where these are; of a showcase, whose scenarios are below `/s/` of its URL, none is named.
    init(_ instances: [Instance], of offer: Offer, token: String?) {
        let first = instances[0]
        url = first.url
        control = first.url + FixtureServer.Control.prefix
        self.token = token
        urls = first.urls
        port = Int(first.url.split(separator: ":").last ?? "") ?? 0
        pid = ProcessInfo.processInfo.processIdentifier
        seed = first.seed
        if case .files = offer { files = first.scenario.resources.map { first.url + $0.path.path } }
        guard offer.isOfScenarios else { return }
        scenario = first.scenario.id
        scenarios = instances.map { Served(scenario: $0.scenario.id, url: $0.url, urls: $0.urls) }
    }

    /// The line, without its end.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
