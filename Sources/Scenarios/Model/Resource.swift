public import YAML

/// What the server has under one name: an answer, and the attempts that are exceptions to it.
public struct Resource: Hashable, Sendable {
    /// The origin and path; the last segment `*` stands for any one segment, and exact names go first.
    public var path: ResourcePath
    /// What every request gets that no attempt takes.
    public var answer: Answer
    /// The exceptions, tried in order.
    public var attempts: [Attempt]
    /// Where the resource is written.
    public var location: FileLocation

    /// Makes a resource.
    public init(path: ResourcePath, answer: Answer, attempts: [Attempt] = [], location: FileLocation) {
        self.path = path
        self.answer = answer
        self.attempts = attempts
        self.location = location
    }
}

/// An exception to a resource's answer: for the next requests that meet its condition.
public struct Attempt: Hashable, Sendable {
    /// The whole answer, inherited keys included.
    public var answer: Answer
    /// What a request must look like.
    public var condition: Condition
    /// How many requests use it up.
    public var times: Times
    /// Where the attempt is written.
    public var location: FileLocation

    /// Makes an attempt.
    public init(
        answer: Answer, condition: Condition = Condition(), times: Times = .count(1), location: FileLocation
    ) {
        self.answer = answer
        self.condition = condition
        self.times = times
        self.location = location
    }

    /// How many requests an attempt answers.
    public enum Times: Hashable, Sendable {
        /// So many, then the next attempt or the resource goes on.
        case count(Int)
        /// Never used up.
        case always
    }
}
