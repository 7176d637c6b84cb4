extension RunEvent: Codable {
    private enum Key: String, CodingKey {
        case event, run, client, scenario, reason, result, summary
    }

    /// Reads `{"event": …, …}`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let word = try fields.decode(String.self, forKey: .event)
        func client() throws -> String { try fields.decode(String.self, forKey: .client) }
        func scenario() throws -> String { try fields.decode(String.self, forKey: .scenario) }
        switch word {
        case "began": self = .began(try fields.decode(RunHeader.self, forKey: .run))
        case "client-began": self = .clientBegan(try fields.decode(ClientHeader.self, forKey: .client))
        case "client-failed":
            self = .clientFailed(name: try client(), reason: try fields.decode(String.self, forKey: .reason))
        case "scenario-began": self = .scenarioBegan(client: try client(), scenario: try scenario())
        case "scenario-retried": self = .scenarioRetried(client: try client(), scenario: try scenario())
        case "scenario-ended": self = .scenarioEnded(try fields.decode(ScenarioResult.self, forKey: .result))
        case "client-ended": self = .clientEnded(try fields.decode(ClientSummary.self, forKey: .summary))
        case "ended": self = .ended(try fields.decode(RunSummary.self, forKey: .summary))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .event, in: fields, debugDescription: "no event is called \(word)")
        }
    }

    /// Writes `{"event": …, …}`.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .began(let header):
            try fields.encode("began", forKey: .event)
            try fields.encode(header, forKey: .run)
        case .clientBegan(let header):
            try fields.encode("client-began", forKey: .event)
            try fields.encode(header, forKey: .client)
        case .clientFailed(let name, let reason):
            try fields.encode("client-failed", forKey: .event)
            try fields.encode(name, forKey: .client)
            try fields.encode(reason, forKey: .reason)
        case .scenarioBegan(let client, let scenario):
            try fields.encode("scenario-began", forKey: .event)
            try fields.encode(client, forKey: .client)
            try fields.encode(scenario, forKey: .scenario)
        case .scenarioRetried(let client, let scenario):
            try fields.encode("scenario-retried", forKey: .event)
            try fields.encode(client, forKey: .client)
            try fields.encode(scenario, forKey: .scenario)
        case .scenarioEnded(let result):
            try fields.encode("scenario-ended", forKey: .event)
            try fields.encode(result, forKey: .result)
        case .clientEnded(let summary):
            try fields.encode("client-ended", forKey: .event)
            try fields.encode(summary, forKey: .summary)
        case .ended(let summary):
            try fields.encode("ended", forKey: .event)
            try fields.encode(summary, forKey: .summary)
        }
    }
}
