public import YAML

/// One step of what the client is asked to do; a step begins when the one before it is over.
public struct LaneStep: Hashable, Sendable {
    /// What is done.
    public var verb: Verb
    /// Where the step is written; the steps made by `each` share theirs.
    public var location: FileLocation

    /// Makes a step.
    public init(_ verb: Verb, location: FileLocation) {
        self.verb = verb
        self.location = location
    }

    /// What a step does, and when it is over.
    public enum Verb: Hashable, Sendable {
        /// Starts a transfer.
        case start(TransferStart)
        /// So many exchanges hold at the gate, and their transfers reported every byte sent in front.
        case awaitGate(String, count: Int)
        /// A transfer came so far.
        case awaitTransfer(String, Milestone)
        /// Opens a gate: for ever, or with a count for the longest waiting only.
        case open(gate: String, count: Int?)
        /// Asks for a cancel, wanting resume data where a later step resumes or a check speaks of it.
        case cancel(String)
        /// Pauses a transfer; over when the client acknowledged it.
        case suspend(String)
        /// Lets a transfer go on; over when it is asked for.
        case unsuspend(String)
        /// Starts a transfer from the resume data of one that has ended.
        case resume(ResumeStart)
        /// The application reads more after `stop-after`.
        case read(String, ReadAmount)
        /// Answers a transfer's open question.
        case answer(String, with: Reply)
        /// So many small transfers of their own ran through the client while nothing happened here.
        case quiet(QuietSubject, turns: Int)
        /// At least so long.
        case wait(Duration)
        /// The client's process dies by SIGKILL.
        case killClient
        /// A new process with the same session lists the transfer and goes on.
        case restore(String)
        /// Connections to the origin are refused, idle ones closed.
        case down(origin: String)
        /// Connections to the origin are accepted again.
        case up(origin: String)
    }

    /// How far a transfer is awaited.
    public enum Milestone: Hashable, Sendable {
        /// Its end was reported.
        case ended
        /// It asks the application something.
        case question
        /// The server saw it go.
        case left
        /// The server's sending blocks.
        case stalled
        /// It reported everything up to here.
        case reported(Offset)
    }

    /// How much the application reads.
    public enum ReadAmount: Hashable, Sendable {
        /// So many bytes more.
        case bytes(Int64)
        /// All there is.
        case all
    }

    /// What the application answers to a question.
    public enum Reply: String, Hashable, Sendable, CaseIterable {
        /// Follow the redirect.
        case follow
        /// Take the redirect as the response.
        case refuse
        /// Go on with the response.
        case allow
        /// End the transfer.
        case cancel
        /// Go on as a download.
        case download
        /// Go on as a stream.
        case stream
        /// Go on with the session's credentials.
        case credentials
    }

    /// Where nothing may happen.
    public enum QuietSubject: Hashable, Sendable {
        /// Nothing of this transfer: neither a report nor a request.
        case transfer(String)
        /// No request of any transfer but the sentinels.
        case server
    }
}
