internal import AdapterProtocol
internal import Foundation
internal import Scenarios

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLRequest {
    /// The request that a start describes, nil when its URL is none; the body is put in by the driver.
    init?(_ start: AdapterCommand.Start) {
        guard let url = URL(string: start.url) else { return nil }
        self.init(url: url)
        httpMethod = start.method
        for field in start.headers { addValue(field.value, forHTTPHeaderField: field.name) }
        setValue(start.t, forHTTPHeaderField: "Sluice-Transfer")
        switch start.options.cache {
        case .reload: cachePolicy = .reloadIgnoringLocalCacheData
        case .prefer: cachePolicy = .returnCacheDataElseLoad
        case .only: cachePolicy = .returnCacheDataDontLoad
        case nil: break
        }
    }
}

extension AdapterCommand.RequestBody {
    /// The bytes of the body, wherever it is described.
    func bytes() throws -> Data {
        if let data, let bytes = Data(base64Encoded: data) { return bytes }
        if let path { return try Data(contentsOf: URL(fileURLWithPath: path)) }
        if let pattern { return Data(PatternStream(seed: pattern.seed).bytes(from: 0, count: pattern.size)) }
        throw Refusal(what: "body", reason: "it has neither bytes in base64, nor a path, nor a pattern")
    }
}
