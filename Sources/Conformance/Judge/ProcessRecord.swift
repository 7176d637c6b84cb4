/// How the client's process fared in one scenario.
public struct ProcessRecord: Sendable, Hashable {
    /// Its end before it was asked for, in words such as `killed by signal 11 (SIGSEGV)`; nil when it lived.
    public var death: String?
    /// What the adapter did wrong: a line that is no event, a gap in the count, an error that it admits.
    public var adapterFaults: [String]
    /// Open descriptors before the first transfer and after the last one; nil where the system does not tell.
    public var descriptors: Descriptors?
    /// Files below the work folder that nobody owns, relative to it.
    public var filesLeft: [String]
    /// The end of what it wrote to its standard error.
    public var errorOutput: String

    /// Makes a record.
    public init(
        death: String? = nil, adapterFaults: [String] = [], descriptors: Descriptors? = nil,
        filesLeft: [String] = [], errorOutput: String = ""
    ) {
        self.death = death
        self.adapterFaults = adapterFaults
        self.descriptors = descriptors
        self.filesLeft = filesLeft
        self.errorOutput = errorOutput
    }

    /// Open descriptors, by what they point to.
    public struct Descriptors: Sendable, Hashable {
        /// Before the first transfer.
        public var before: Int
        /// After the last one, when everything pooled had been dropped.
        public var after: Int
        /// What the additional ones point to.
        public var additional: [String]

        /// Makes counts.
        public init(before: Int, after: Int, additional: [String] = []) {
            self.before = before
            self.after = after
            self.additional = additional
        }
    }
}
