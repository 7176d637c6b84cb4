internal import Foundation
internal import Scenarios
internal import Spelling

/// What `POST …/instances` says.
struct InstanceWish: Decodable, Sendable {
    var scenario: String
    var seed: UInt64 = 0
    /// How many times faster than written intervals pass; nil as the server does it.
    var speed: Double?
    /// What happens at a gate that nobody opened; nil holds.
    var gates: Gates?
    /// How many seconds it lives unused; nil as the server does it.
    var idleTime: Duration?

    enum Gates: String, Codable {
        case shut, open
    }

    private enum Keys: String, CodingKey, CaseIterable { case scenario, seed, speed, gates, idleTime }

    init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(Keys.self)
        scenario = try container.decode(String.self, forKey: .scenario)
        seed = try container.decodeIfPresent(UInt64.self, forKey: .seed) ?? 0
        speed = try container.decodeIfPresent(Double.self, forKey: .speed)
        gates = try container.decodeIfPresent(Gates.self, forKey: .gates)
        idleTime = try container.decodeIfPresent(Duration.self, forKey: .idleTime)
        guard speed.map({ $0 > 0 && $0 <= 1e6 }) ?? true else {
            throw Problem(.badRequest, "The speed must be above 0 and at most 1000000.")
        }
        guard idleTime.map({ $0 > .zero && $0 <= .seconds(86_400) }) ?? true else {
            throw Problem(.badRequest, "The idleTime is in seconds, above 0 and at most 86400.")
        }
    }
}

/// What `POST …/gates/{gate}` says.
struct OpeningWish: Decodable, Sendable {
    /// For how many of the longest waiting; nil opens for ever.
    var count: Int?

    private enum Keys: String, CodingKey, CaseIterable { case count }

    init() {}

    init(from decoder: any Decoder) throws {
        count = try decoder.strictContainer(Keys.self).decodeIfPresent(Int.self, forKey: .count)
        guard count.map({ $0 > 0 }) ?? true else { throw Problem(.badRequest, "The count must be above 0.") }
    }
}

/// What `POST …/reset` says: nothing, as an object or not at all.
struct NoWish: Decodable, Sendable {
    private enum Keys: String, CodingKey, CaseIterable { case none }

    init(from decoder: any Decoder) throws { _ = try decoder.strictContainer(Keys.self) }
}

extension ControlRequest {
    /// The content as what it has to say.
    func wish<Wish: Decodable>(_ type: Wish.Type) throws(Problem) -> Wish {
        do {
            return try JSONDecoder().decode(type, from: Data(content.isEmpty ? Array("{}".utf8) : content))
        } catch let problem as Problem {
            throw problem
        } catch let error as DecodingError {
            throw Problem(.badRequest, "The content is not as it should be: \(error.sentence)")
        } catch {
            throw Problem(.badRequest, "The content is not as it should be: \(error)")
        }
    }
}

extension Decoder {
    /// A container that has no other names than these.
    fileprivate func strictContainer<Keys: CodingKey & CaseIterable>(
        _ keys: Keys.Type
    ) throws -> KeyedDecodingContainer<Keys> {
        let known = Keys.allCases.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
            throw Problem(
                .badRequest, "The content has the unknown name '\(key.stringValue)'.",
                meant: Spelling.nearest(to: key.stringValue, among: known))
        }
        return try container(keyedBy: keys)
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension DecodingError {
    /// What is wrong, without the machinery.
    fileprivate var sentence: String {
        switch self {
        case .keyNotFound(let key, _): "'\(key.stringValue)' is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has another type. \(context.debugDescription)"
        case .dataCorrupted(let context): context.debugDescription
        @unknown default: "\(self)"
        }
    }
}
