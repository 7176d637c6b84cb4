/// About how many bytes of memory records take, so that a journal can be bounded: heads are as long as a client likes.
extension ExchangeRecord {
    /// The record with the request's head: its bytes, and the fields that were read from them.
    var footprint: Int { MemoryLayout<ExchangeRecord>.stride + 3 * request.bytes.bytes.count }

    /// What a hold, a pause, a pace or a sentence takes, without texts of a client's.
    static let stepFootprint = 128
}

extension ExchangeRecord.Response {
    /// The answer's head: its bytes, and the fields that they encode.
    var footprint: Int { 3 * bytes.bytes.count }
}

extension ExchangeRecord.Write {
    /// One write.
    static let footprint = MemoryLayout<ExchangeRecord.Write>.stride
}

extension PlainExchange {
    /// The few words with the request's head; the answer is shared by all.
    var footprint: Int { MemoryLayout<PlainExchange>.stride + head.count }
}
