import CCurl
public import EventLoop

/// libcurl's multi-socket interface on one event loop: transfers in, events out, nothing that knows of sessions.
///
/// It belongs to the loop it was made on: every call, its end included, is made there. Events are told between two turns
/// of libcurl, never from inside one, so whoever hears them may start, pause and cancel transfers at once. One engine is
/// one pool of connections and one cache of names.
@safe public final class CurlEngine {
    /// What an engine is made with.
    public struct Configuration: Sendable {
        /// Bytes read from a socket at a time, and so the most that one event carries.
        public var receiveBuffer: Int
        /// Bytes of head lines that one transfer may receive before it fails.
        public var maximumHeaderBytes: Int
        /// Idle connections that are kept.
        public var idleConnections: Int

        /// Makes a configuration.
        public init(receiveBuffer: Int = 128 << 10, maximumHeaderBytes: Int = 256 << 10, idleConnections: Int = 64) {
            self.receiveBuffer = receiveBuffer
            self.maximumHeaderBytes = maximumHeaderBytes
            self.idleConnections = idleConnections
        }
    }

    let configuration: Configuration
    /// Where content is gathered.
    let memory: ContentMemory
    private let loop: EventLoop
    /// nil once closed.
    private var multi: UnsafeMutableRawPointer?
    private var timer: LoopTimer?
    /// Tells what came about outside of libcurl's turns.
    private var errand: LoopTimer?
    private var watches: [Int32: FileWatch] = [:]
    /// What libcurl wants watched, where that changed in this turn.
    private var interests: [Int32: FileWatch.Readiness] = [:]
    private var transfers: [UnsafeMutableRawPointer: CurlTransfer]
    /// Transfers that have something to tell.
    private var ready: [CurlTransfer] = []
    /// Set while libcurl runs: nothing else may call into it then.
    private var isInside = false
    private var isSettling = false
    private var isKickDue = false

    /// Makes an engine without connections.
    public init(on loop: EventLoop, configuration: Configuration = Configuration()) {
        loop.checkIsolated()
        self.loop = loop
        self.configuration = configuration
        memory = ContentMemory(blockSize: max(1, configuration.receiveBuffer))
        unsafe transfers = [:]
        unsafe multi = Self.makeMulti()
        timer = LoopTimer(on: loop) { [weak self] in self?.act(on: Self.noSocket, 0) }
        errand = LoopTimer(on: loop) { [weak self] in self?.settle() }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sluice_multi_set_socket_function(multi, Self.onSocket)
        unsafe sluice_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        unsafe sluice_multi_set_timer_function(multi, Self.onTimer)
        unsafe sluice_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        unsafe sluice_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.idleConnections)
    }

    deinit {
        precondition(unsafe multi == nil, "an engine is closed, on its loop, before it is dropped")
    }

    private static let noSocket: Int32 = -1

    private static func makeMulti() -> UnsafeMutableRawPointer {
        _ = prepared
        guard let multi = unsafe curl_multi_init() else {
            preconditionFailure("libcurl has no memory for a multi handle")
        }
        return unsafe multi
    }

    private static let prepared = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Begins a transfer.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - deliver: Called on the loop, after this has returned; see ``CurlTransfer/Event``. Released after the end.
    /// - Returns: The transfer, to pause or cancel it.
    public func start(_ request: CurlRequest, deliver: @escaping (CurlTransfer.Event) -> Void) -> CurlTransfer {
        loop.checkIsolated()
        let transfer = CurlTransfer(request, on: self, deliver: deliver)
        guard let multi = unsafe multi, let easy = unsafe transfer.easy else {
            // What cannot be begun fails in the next turn, like everything else.
            ready.append(transfer)
            errand?.schedule(after: .zero)
            return transfer
        }
        unsafe transfers[easy] = transfer
        inside { _ = unsafe curl_multi_add_handle(multi, easy) }
        return transfer
    }

    /// Ends all transfers without a word and closes all connections; the engine is of no use afterwards.
    public func close() {
        loop.checkIsolated()
        guard let multi = unsafe multi else { return }
        for transfer in unsafe Array(transfers.values) { transfer.cancel() }
        inside { _ = unsafe curl_multi_cleanup(multi) }
        unsafe self.multi = nil
        timer?.cancel()
        errand?.cancel()
        for watch in watches.values { watch.close() }
        watches = [:]
    }

    // MARK: For transfers

    /// Runs something that calls libcurl.
    func inside(_ body: () -> Void) {
        precondition(!isInside, "libcurl is called from inside one of its callbacks")
        isInside = true
        body()
        isInside = false
    }

    /// A transfer has something to tell.
    func announce(_ transfer: CurlTransfer) {
        ready.append(transfer)
    }

    /// After reading was taken up again libcurl must look at its sockets by itself: what has come already will not make
    /// them ready a second time.
    ///
    /// In a turn of its own: whoever takes up reading cannot hear that it is enough before this returns, and a fast
    /// server would fill the memory meanwhile.
    func kick() {
        isKickDue = true
        if !isSettling { errand?.schedule(after: .zero) }
    }

    func detach(_ easy: UnsafeMutableRawPointer) {
        unsafe transfers[easy] = nil
        guard let multi = unsafe multi else { return }
        inside { _ = unsafe curl_multi_remove_handle(multi, easy) }
    }

    // MARK: Turns

    private func act(on socket: Int32, _ what: Int32) {
        guard let multi = unsafe multi else { return }
        var running: Int32 = 0
        inside { _ = unsafe curl_multi_socket_action(multi, socket, what, &running) }
        settle()
    }

    /// Tells what the last turn brought, and goes on until nothing is left to tell.
    private func settle() {
        guard !isInside, !isSettling else { return }
        isSettling = true
        defer { isSettling = false }
        while true {
            collectEnds()
            let batch = ready
            ready = []
            for transfer in batch { transfer.tell() }
            if isKickDue, let multi = unsafe multi {
                isKickDue = false
                var running: Int32 = 0
                inside { _ = unsafe curl_multi_socket_action(multi, Self.noSocket, 0, &running) }
            } else if ready.isEmpty {
                applyInterests()
                return
            }
        }
    }

    private func collectEnds() {
        guard let multi = unsafe multi else { return }
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else {
                continue
            }
            let result = unsafe sluice_message_result(message)
            unsafe transfers[easy]?.end(result)
        }
    }

    private func socketReady(_ socket: Int32, _ readiness: FileWatch.Readiness) {
        var what: Int32 = 0
        if readiness.contains(.read) { what |= CURL_CSELECT_IN }
        if readiness.contains(.write) { what |= CURL_CSELECT_OUT }
        act(on: socket, what)
    }

    // MARK: Called by libcurl

    private func watch(_ socket: Int32, _ what: Int32) {
        guard what != CURL_POLL_REMOVE else {
            // At once: the descriptor is about to be closed.
            interests[socket] = nil
            watches.removeValue(forKey: socket)?.close()
            return
        }
        var interest: FileWatch.Readiness = []
        if what & CURL_POLL_IN != 0 { interest.insert(.read) }
        if what & CURL_POLL_OUT != 0 { interest.insert(.write) }
        interests[socket] = interest
    }

    /// Libcurl changes its mind within a turn; only what it wants at the end goes to the kernel.
    private func applyInterests() {
        guard !interests.isEmpty else { return }
        for (socket, interest) in interests {
            if let watch = watches[socket] {
                watch.interest = interest
            } else {
                watches[socket] = FileWatch(socket, for: interest, on: loop) { [weak self] readiness in
                    self?.socketReady(socket, readiness)
                }
            }
        }
        interests.removeAll(keepingCapacity: true)
    }

    private func wait(_ milliseconds: Int) {
        if milliseconds < 0 { timer?.cancel() } else { timer?.schedule(after: .milliseconds(milliseconds)) }
    }

    private typealias SocketCallback =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Int32
    private static let onSocket: SocketCallback = { _, socket, what, context, _ in
        unsafe borrow(context)?.watch(socket, what)
        return 0
    }

    private typealias TimerCallback =
        @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
    private static let onTimer: TimerCallback = { _, milliseconds, context in
        unsafe borrow(context)?.wait(milliseconds)
        return 0
    }

    private static func borrow(_ context: UnsafeMutableRawPointer?) -> CurlEngine? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<CurlEngine>.fromOpaque(context).takeUnretainedValue()
    }
}
