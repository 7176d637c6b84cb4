/// In which way a check failed: a stable word that known-failures files name.
///
/// A code never changes its meaning; new ones may come.
public struct FailureCode: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The word.
    public let rawValue: String

    /// Makes a code of any word, as files hold them.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The word.
    public var description: String { rawValue }

    /// What it means, in words; nil for a code that this version does not know.
    public var meaning: String? { FailureCode.meanings[rawValue] }

    /// Every code that this version can give, with its meaning.
    public static let meanings: [String: String] = [
        "spliced": "bytes of two versions were joined",
        "hoards": "bytes were kept from the application until more came",
        "phantom-bytes": "the application was given bytes that the server never sent",
        "wrong-body": "the bytes are not the ones that were sent",
        "two-ends": "the transfer ended more than once",
        "event-after-end": "something was reported after the end",
        "out-of-order": "events came in an order that the protocol forbids",
        "wrong-total": "a running total is not the sum of what was handed over",
        "silent-truncation": "a body that ended too early was reported as complete",
        "false-failure": "a body that arrived whole was reported as a failure",
        "wrong-outcome": "the transfer ended otherwise than it had to",
        "wrong-error": "the failure was called by a wrong name",
        "lost-bytes": "bytes that arrived were not handed over",
        "hang": "nothing happened although everything needed was there",
        "progress-lies": "the progress said something else than the bytes",
        "wrong-length": "the expected length is not what the server said",
        "wrong-status": "the status is not what the server sent",
        "wrong-field": "a field is not what was sent",
        "wrong-file": "the file is not what was transferred",
        "wrong-range": "the request asked for another range than the missing one",
        "wrong-validator": "the request did not name the version it wanted to continue",
        "wrong-coding": "the request for a part allowed a content coding",
        "wrong-offset": "the transfer went on at another place than it said",
        "wrong-request": "the request is not what was asked for",
        "no-resume-data": "there is no resume material although there had to be",
        "resume-data": "there is resume material although nothing can be resumed",
        "uninvited-request": "a request came that nobody had asked for",
        "fetched-twice": "bytes that were held were fetched again",
        "stays": "the server did not see the client leave",
        "stirs": "something happened where nothing had to",
        "no-event": "an event that was claimed never came",
        "left-behind": "a temporary file was left that nobody owns",
        "descriptor-leak": "file descriptors were left open",
        "wrong-count": "a count is not what it had to be",
    ]

    /// Bytes of two versions were joined.
    public static let spliced = FailureCode(rawValue: "spliced")
    /// Bytes were kept from the application until more came.
    public static let hoards = FailureCode(rawValue: "hoards")
    /// The application was given bytes that the server never sent.
    public static let phantomBytes = FailureCode(rawValue: "phantom-bytes")
    /// The bytes are not the ones that were sent.
    public static let wrongBody = FailureCode(rawValue: "wrong-body")
    /// The transfer ended more than once.
    public static let twoEnds = FailureCode(rawValue: "two-ends")
    /// Something was reported after the end.
    public static let eventAfterEnd = FailureCode(rawValue: "event-after-end")
    /// Events came in an order that the protocol forbids.
    public static let outOfOrder = FailureCode(rawValue: "out-of-order")
    /// A running total is not the sum of what was handed over.
    public static let wrongTotal = FailureCode(rawValue: "wrong-total")
    /// A body that ended too early was reported as complete.
    public static let silentTruncation = FailureCode(rawValue: "silent-truncation")
    /// A body that arrived whole was reported as a failure.
    public static let falseFailure = FailureCode(rawValue: "false-failure")
    /// The transfer ended otherwise than it had to.
    public static let wrongOutcome = FailureCode(rawValue: "wrong-outcome")
    /// The failure was called by a wrong name.
    public static let wrongError = FailureCode(rawValue: "wrong-error")
    /// Bytes that arrived were not handed over.
    public static let lostBytes = FailureCode(rawValue: "lost-bytes")
    /// Nothing happened although everything needed was there.
    public static let hang = FailureCode(rawValue: "hang")
    /// The progress said something else than the bytes.
    public static let progressLies = FailureCode(rawValue: "progress-lies")
    /// The expected length is not what the server said.
    public static let wrongLength = FailureCode(rawValue: "wrong-length")
    /// The status is not what the server sent.
    public static let wrongStatus = FailureCode(rawValue: "wrong-status")
    /// A field is not what was sent.
    public static let wrongField = FailureCode(rawValue: "wrong-field")
    /// The file is not what was transferred.
    public static let wrongFile = FailureCode(rawValue: "wrong-file")
    /// The request asked for another range than the missing one.
    public static let wrongRange = FailureCode(rawValue: "wrong-range")
    /// The request did not name the version it wanted to continue.
    public static let wrongValidator = FailureCode(rawValue: "wrong-validator")
    /// The request for a part allowed a content coding.
    public static let wrongCoding = FailureCode(rawValue: "wrong-coding")
    /// The transfer went on at another place than it said.
    public static let wrongOffset = FailureCode(rawValue: "wrong-offset")
    /// The request is not what was asked for.
    public static let wrongRequest = FailureCode(rawValue: "wrong-request")
    /// There is no resume material although there had to be.
    public static let noResumeData = FailureCode(rawValue: "no-resume-data")
    /// There is resume material although nothing can be resumed.
    public static let resumeData = FailureCode(rawValue: "resume-data")
    /// A request came that nobody had asked for.
    public static let uninvitedRequest = FailureCode(rawValue: "uninvited-request")
    /// Bytes that were held were fetched again.
    public static let fetchedTwice = FailureCode(rawValue: "fetched-twice")
    /// The server did not see the client leave.
    public static let stays = FailureCode(rawValue: "stays")
    /// Something happened where nothing had to.
    public static let stirs = FailureCode(rawValue: "stirs")
    /// An event that was claimed never came.
    public static let noEvent = FailureCode(rawValue: "no-event")
    /// A temporary file was left that nobody owns.
    public static let leftBehind = FailureCode(rawValue: "left-behind")
    /// File descriptors were left open.
    public static let descriptorLeak = FailureCode(rawValue: "descriptor-leak")
    /// A count is not what it had to be.
    public static let wrongCount = FailureCode(rawValue: "wrong-count")
}
