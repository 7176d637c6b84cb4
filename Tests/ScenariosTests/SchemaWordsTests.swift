import Foundation
import Testing

@testable import AdapterProtocol
@testable import Scenarios

/// `Scenarios/schema.json` knows the words that the reader knows, and no others.
@Suite struct SchemaWordsTests {
    /// A place of the schema, and the words that the reader has there.
    struct Place: Sendable, CustomTestStringConvertible {
        let path: String
        let words: [String]

        init(_ path: String, _ words: [String]) {
            self.path = path
            self.words = words
        }

        var testDescription: String { path }
    }

    let schema: Schema

    init() throws {
        schema = try Schema(contentsOf: ScenarioCatalog.located(besides: nil).directory.appending(path: "schema.json"))
    }

    static let keys = [
        Place("properties", ScenarioReader.keys),
        Place("properties/session/properties", SessionReader.keys),
        Place("$defs/origin/properties", SessionReader.originKeys),
        Place("$defs/connection/properties", StepReader.atAccept),
        Place("$defs/answer/properties", AnswerReader.keys),
        Place("$defs/resource/properties", ResourceReader.keys.filter { !AnswerReader.keys.contains($0) }),
        Place("$defs/attempt/properties", ResourceReader.attemptKeys.filter { !AnswerReader.keys.contains($0) }),
        Place("$defs/condition/properties", ResourceReader.conditionKeys),
        Place("$defs/step/properties", StepReader.keys),
        Place("$defs/bytes/properties", BodyReader.kinds + BodyReader.modifiers.values.flatMap(\.self)),
        Place("$defs/answer/properties/ranges/anyOf/1/properties", AnswerReader.rangeLies.map(\.0)),
        Place(
            "$defs/answer/properties/encoding/anyOf/1/properties",
            EncodingRule.Form.allCases.map(\.coding.rawValue)),
        Place("$defs/lane-step/properties", LaneReader.verbs.flatMap { [$0.verb, "each"] + $0.modifiers }),
        Place("$defs/transfer-check/properties", WrittenCheck.Subject.transfer("x").words),
        Place(
            "$defs/request-check/properties",
            WrittenCheck.Subject.request(ResourcePath(path: "/x"), ordinal: 1).words),
        Place("$defs/resource-check/properties", WrittenCheck.Subject.resource(ResourcePath(path: "/x")).words),
        Place("$defs/checks/properties/server/properties", WrittenCheck.Subject.server.words),
        Place("$defs/checks/properties/client/properties", WrittenCheck.Subject.client.words),
    ]

    @Test(arguments: keys) func `the keys are those of the reader`(place: Place) throws {
        #expect(try Set(schema.object(at: place.path).keys) == Set(place.words))
    }

    static let values = [
        Place("properties/level", Scenario.Level.allCases.map(\.rawValue)),
        Place("properties/over/anyOf/0", ScenarioReader.Transport.allCases.map(\.rawValue)),
        Place("$defs/capability", Array(Capability.plain.keys)),
        Place("$defs/answer/properties/framing", Answer.Framing.allCases.map(\.rawValue)),
        Place("$defs/answer/properties/http", Answer.Version.allCases.map(\.rawValue)),
        Place("$defs/answer/properties/continue", ["never"]),
        Place("$defs/answer/properties/ranges/anyOf/0", AnswerReader.rangeWords.map(\.0)),
        Place(
            "$defs/answer/properties/encoding/anyOf/0", ["none"] + EncodingRule.Coding.allCases.map(\.rawValue)),
        Place("$defs/answer/properties/encoding/anyOf/1/properties/gzip", forms(of: .gzip)),
        Place("$defs/answer/properties/encoding/anyOf/1/properties/deflate", forms(of: .deflate)),
        Place("$defs/step/properties/cut", Step.Cut.allCases.map(\.rawValue)),
        Place("$defs/connection/properties/cut", Step.Cut.allCases.map(\.rawValue)),
        Place("$defs/condition/properties/range", ResourceReader.RangeWord.allCases.map(\.rawValue)),
        Place("$defs/condition/properties/connection", ResourceReader.ConnectionWord.allCases.map(\.rawValue)),
        Place("$defs/lane-step/properties/ask", TransferStart.Question.allCases.map(\.rawValue)),
        Place("$defs/lane-step/properties/cache", TransferStart.CacheUse.allCases.map(\.rawValue)),
        Place("$defs/lane-step/properties/from", TransferStart.UploadForm.allCases.map(\.rawValue)),
        Place("$defs/lane-step/properties/tamper", ResumeStart.Tamper.allCases.map(\.rawValue)),
        Place("$defs/lane-step/properties/with", LaneStep.Reply.allCases.map(\.rawValue)),
        Place("$defs/transfer-check/properties/outcome", Expectation.Outcome.allCases.map(\.rawValue)),
        Place("$defs/transfer-check/properties/error", ErrorKind.allCases.map(\.rawValue)),
        Place("$defs/transfer-check/properties/resume-data", Expectation.Presence.allCases.map(\.rawValue)),
    ]

    @Test(arguments: values) func `the values are those of the reader`(place: Place) throws {
        #expect(try schema.values(at: place.path) == Set(place.words))
    }

    private static func forms(of coding: EncodingRule.Coding) -> [String] {
        EncodingRule.Form.allCases.filter { $0.coding == coding }.map(\.rawValue)
    }

    @Test func `each modifier goes with the verbs that have it`() throws {
        let owners = try schema.object(at: "$defs/lane-step/dependentSchemas")
        let modifiers = Set(LaneReader.verbs.flatMap(\.modifiers))
        #expect(Set(owners.keys) == modifiers)
        for modifier in modifiers {
            let verbs = LaneReader.verbs.filter { $0.modifiers.contains(modifier) }.map(\.verb)
            #expect(
                try schema.required(at: "$defs/lane-step/dependentSchemas/\(modifier)") == Set(verbs), "\(modifier)")
        }
        #expect(try schema.required(at: "$defs/lane-step/oneOf") == Set(LaneReader.verbs.map(\.verb)))
        #expect(try schema.required(at: "$defs/step/then/oneOf") == Set(StepReader.actions))
        #expect(try schema.required(at: "$defs/bytes/then/oneOf") == Set(BodyReader.kinds))
    }

    @Test func `every key is described, and every reference leads somewhere`() throws {
        #expect(schema.undescribed == [])
        #expect(Set(schema.references) == Set(try schema.object(at: "$defs").keys))
    }
}
