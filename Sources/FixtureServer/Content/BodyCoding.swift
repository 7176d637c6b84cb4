internal import Scenarios

/// The content coding of an answer, and in which form it is sent.
struct BodyCoding: Hashable, Sendable {
    /// What Content-Encoding names.
    var name: EncodingRule.Coding
    /// The form that the scenario asks for, or nil for a correct code that was negotiated.
    var form: EncodingRule.Form?

    /// What the journal says of it.
    var recorded: ExchangeRecord.Coding { ExchangeRecord.Coding(name: name.rawValue, form: form?.rawValue) }
}
