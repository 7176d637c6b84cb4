/// What a request must look like for an attempt to take it; all that is said must hold.
public struct Condition: Hashable, Sendable {
    /// The methods, one of which it has; empty says nothing.
    public var methods: [String]
    /// Whether a Range field is present or absent; nil says nothing.
    public var rangePresent: Bool?
    /// Whether its connection has carried a request before; nil says nothing.
    public var connectionReused: Bool?
    /// Query parameters that the target has, decoded.
    public var query: [Parameter]
    /// Fields that the request has, with these values.
    public var fields: [FieldLine]
    /// Names of fields that the request does not have.
    public var lacks: [String]

    /// Makes a condition; without arguments it always holds.
    public init(
        methods: [String] = [], rangePresent: Bool? = nil, connectionReused: Bool? = nil, query: [Parameter] = [],
        fields: [FieldLine] = [], lacks: [String] = []
    ) {
        self.methods = methods
        self.rangePresent = rangePresent
        self.connectionReused = connectionReused
        self.query = query
        self.fields = fields
        self.lacks = lacks
    }

    /// Whether every request meets it.
    public var isAlwaysTrue: Bool { self == Condition() }

    /// One `name=value` of a query.
    public struct Parameter: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a parameter.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }
}
