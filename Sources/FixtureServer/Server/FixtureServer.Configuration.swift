public import EventLoop
public import Foundation

extension FixtureServer {
    /// Where a server listens, how fast its clock runs, and what it puts up with.
    public struct Configuration: Sendable {
        /// The loop that everything runs on.
        public var loop: EventLoop
        /// The address that ports are bound on; anything but loopback lets strangers in.
        public var host: String
        /// The port of the origin `main`; 0 asks the system for a free one.
        public var port: UInt16
        /// The path of a Unix socket on which the origin `main` is to be had too, or nil for none.
        ///
        /// Instances cannot share it. A Unix socket knows no reset: a cut by `rst` is seen as an end there.
        public var unixSocket: String?
        /// The size of each connection's send buffer in bytes, where the scenario does not say; nil lets the kernel decide.
        ///
        /// Linux doubles it, for its own book-keeping, and goes neither below 4608 bytes nor above twice the sysctl
        /// net.core.wmem_max. A buffer that is set does not grow; one that is not takes up to 4 MiB of what nobody reads.
        public var sendBuffer: Int?
        /// How many times faster than written intervals and pauses pass, where the clock runs.
        public var speed: Double
        /// What makes the time of pauses and paces pass.
        public var clock: ClockRule
        /// The folder that `{ file: … }` bodies are found in, or nil for the shipped fixtures.
        public var root: URL?
        /// Whether pages of other origins may read every answer, also where the scenario does not say `cors`.
        ///
        /// The control API stays as guarded as it is.
        public var isShared = false
        /// What happens at a gate that nobody opened.
        public var gates: GateRule
        /// The bounds.
        public var limits: Limits
        /// The control API on the ports of the instances that the program starts; without one, nothing is special there.
        public var control: Control?
        /// Told of each instance as it starts, also of those made over the control API, and of one that was reset anew.
        public var onStart: (@Sendable (Instance) -> Void)?

        /// Makes a configuration; without anything said: loopback, a free port, real time.
        public init(
            loop: EventLoop, host: String = "127.0.0.1", port: UInt16 = 0, speed: Double = 1,
            clock: ClockRule = .running, root: URL? = nil, gates: GateRule = .shut, limits: Limits = Limits(),
            control: Control? = nil, onStart: (@Sendable (Instance) -> Void)? = nil
        ) {
            self.loop = loop
            self.host = host
            self.port = port
            self.speed = speed
            self.clock = clock
            self.root = root
            self.gates = gates
            self.limits = limits
            self.control = control
            self.onStart = onStart
        }

        /// The host in URLs: that of all addresses is nobody's, and this machine has its loopback.
        var reachableHost: String {
            switch SocketAddress(host: host, port: 0)?.host {
            case "0.0.0.0": "127.0.0.1"
            case "::": "::1"
            default: host
            }
        }
    }

    /// What makes the time of pauses and paces pass; what is silent for too long ends by real time with either.
    public enum ClockRule: Sendable, Hashable {
        /// It passes by itself, `speed` times as fast as real time.
        case running
        /// It passes only when ``Instance/advance(by:)`` is called, so a test decides which pieces are due.
        case manual
    }

    /// What happens at a gate that nobody opened.
    public enum GateRule: Sendable, Hashable {
        /// It holds.
        case shut
        /// It opens for each exchange as it is reached, except `forever`; for a server without anyone to open gates.
        case openWhenReached
    }

    /// The bounds of a server.
    public struct Limits: Sendable {
        /// The longest request head, in bytes; a longer one is answered 431.
        public var headSize: Int
        /// The most fields in a request head; more are answered 431.
        public var fieldCount: Int
        /// The most connections of one instance at a time; more are closed at once.
        public var connections: Int
        /// How long a connection may be silent between and within requests.
        public var idleTime: Duration
        /// How many exchanges, and how many connections, a journal keeps.
        public var journalExchanges: Int
        /// How many writes a journal keeps of one exchange.
        public var journalWrites: Int
        /// How many events an instance keeps.
        public var journalEvents: Int
        /// How many bytes of memory the exchanges of a journal may take, and as many its events; counted roughly.
        ///
        /// Of both, the oldest are forgotten first, and the newest is kept whatever it takes.
        public var journalBytes: Int

        /// Makes bounds.
        public init(
            headSize: Int = 64 << 10, fieldCount: Int = 200, connections: Int = 10_000,
            idleTime: Duration = .seconds(300), journalExchanges: Int = 10_000, journalWrites: Int = 20_000,
            journalEvents: Int = 65_536, journalBytes: Int = 64 << 20
        ) {
            self.headSize = headSize
            self.fieldCount = fieldCount
            self.connections = connections
            self.idleTime = idleTime
            self.journalExchanges = journalExchanges
            self.journalWrites = journalWrites
            self.journalEvents = journalEvents
            self.journalBytes = journalBytes
        }
    }
}
