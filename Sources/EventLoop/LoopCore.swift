import CLibevent
import Locks
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the loop's thread works on: the base, the jobs that are ready, the inbox other threads drop into.
///
/// It is apart from the `EventLoop` so that its thread keeps alive what it works on, and nothing else: the loop ends when
/// nobody refers to it. A job that is queued or suspended implies that somebody does, because tasks own the executor they
/// prefer, and actors own their loop.
///
/// `@unchecked Sendable`: `loop`, `ready`, `turnWaiters`, `sources`, `isEnding`, `scratch` and `turns` are touched only by the thread whose
/// identity is in `owner` (every entry is a libevent callback on it, or an `enqueue` that has just compared). Everything that
/// other threads may touch is in `inbox`, under its lock; `base` and `wakeup` are freed under the same lock, after
/// `phase` says so, and `event_active`, the one call other threads make on them, happens under it too.
@safe final class LoopCore: @unchecked Sendable {
    let name: String
    let base: OpaquePointer
    private var wakeup: OpaquePointer?
    private weak var loop: EventLoop?
    private let owner = Atomic<UInt>(0)
    private let inbox = Locked(Inbox())
    private let ended = Latch()

    private var ready = JobQueue()
    private var turnWaiters: [Waiter<Void>] = []
    private var isWakeupDue = false
    /// Nothing new is registered any more.
    private(set) var isEnding = false
    private var sources: [ObjectIdentifier: any LoopSource] = [:]
    /// Where sockets are read into before the bytes that came are copied out.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    /// How many callbacks libevent has made; the tests that nothing spins count these.
    private(set) var turns = 0

    /// Jobs run between two looks at the sockets; more wait for the next turn so that nobody starves.
    private static let batch = 512

    private struct Inbox {
        var phase = Phase.running
        var jobs: [UnownedJob] = []
        var calls: [@Sendable () -> Void] = []
        var isSignalled = false
        var isEmpty: Bool { jobs.isEmpty && calls.isEmpty }
    }

    private enum Phase {
        case running
        case stopping
        /// The thread is gone; `drainer` says whether a late one is at work.
        case stopped(drainer: Bool)

        var isStopping: Bool {
            if case .stopping = self { true } else { false }
        }
    }

    init(name: String) {
        self.name = name
        unsafe base = Libevent.makeBase()
        unsafe wakeup = nil
    }

    deinit { unsafe scratch.deallocate() }

    func start(for loop: EventLoop) {
        self.loop = loop
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe wakeup = event_new(base, -1, 0, Self.onWakeup, context)
        LoopThread.start(name: name) { self.runThread() }
    }

    // MARK: From any thread

    var isOnLoopThread: Bool { owner.load(ordering: .relaxed) == LoopThread.current }

    func checkIsolated() {
        precondition(isOnLoopThread, "this belongs to the event loop \(name) and was touched off its thread")
    }

    func enqueue(_ job: UnownedJob) {
        if isOnLoopThread {
            ready.append(job)
        } else {
            deliver { $0.jobs.append(job) }
        }
    }

    /// Runs a closure on the loop: now if the caller is there already, before the next jobs otherwise.
    func perform(_ call: @escaping @Sendable () -> Void) {
        if isOnLoopThread { call() } else { deliver { $0.calls.append(call) } }
    }

    private func deliver(_ item: (inout Inbox) -> Void) {
        let needsThread = inbox.withLock { inbox in
            item(&inbox)
            guard case .stopped(let drainer) = inbox.phase else {
                wake(&inbox)
                return false
            }
            inbox.phase = .stopped(drainer: true)
            return !drainer
        }
        if needsThread { LoopThread.start(name: name) { self.runLate() } }
    }

    private func wake(_ inbox: inout Inbox) {
        guard !inbox.isSignalled else { return }
        inbox.isSignalled = true
        unsafe event_active(wakeup, 0, 0)
    }

    func stop(waiting: Bool) {
        inbox.withLock { inbox in
            guard case .running = inbox.phase else { return }
            inbox.phase = .stopping
            inbox.isSignalled = false
            wake(&inbox)
        }
        if waiting && !isOnLoopThread { ended.wait() }
    }

    // MARK: On the loop

    /// Runs what a libevent callback reports, then the jobs that made ready, then what had to wait for them.
    func turn(_ report: () -> Void, then settled: () -> Void = {}) {
        turns += 1
        report()
        drain()
        settled()
        if !ready.isEmpty { drain() }
    }

    private func drain() {
        runBatch()
        if !ready.isEmpty || !turnWaiters.isEmpty { scheduleTurn() }
    }

    private func runBatch() {
        guard !ready.isEmpty else { return }
        guard let loop else { return ready.removeAll() }
        let serial = unsafe loop.asUnownedSerialExecutor()
        let task = unsafe loop.asUnownedTaskExecutor()
        for _ in 0..<Self.batch {
            guard let job = ready.popFirst() else { break }
            unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: task)
        }
        withExtendedLifetime(loop) {}
    }

    /// A delay of zero, because an event made active by hand would run again before libevent looks at the sockets.
    private func scheduleTurn() {
        guard !isWakeupDue else { return }
        isWakeupDue = true
        var zero = timeval()
        unsafe event_add(wakeup, &zero)
    }

    /// Resumes a task after everything that is ready now, and after one look at sockets and timers.
    func resumeNextTurn(_ waiter: Waiter<Void>) { turnWaiters.append(waiter) }

    /// How many C objects are registered, besides the wake-up; the tests that nothing is left behind count these.
    var registrations: Int { sources.count }

    /// Whether jobs wait besides the one that asks.
    var hasReadyJobs: Bool { !ready.isEmpty }

    func insert(_ source: any LoopSource) { sources[ObjectIdentifier(source)] = source }

    func remove(_ source: any LoopSource) { sources[ObjectIdentifier(source)] = nil }

    private func wokenUp() {
        isWakeupDue = false
        takeInbox()
        resumeTurnWaiters()
    }

    private func resumeTurnWaiters() {
        let waiters = turnWaiters
        turnWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    private func takeInbox() {
        let (jobs, calls, isStopping) = inbox.withLock { inbox in
            let taken = (inbox.jobs, inbox.calls, inbox.phase.isStopping)
            inbox.jobs = []
            inbox.calls = []
            inbox.isSignalled = false
            return taken
        }
        ready.append(contentsOf: jobs)
        for call in calls { call() }
        guard isStopping, !isEnding else { return }
        isEnding = true
        unsafe event_base_loopbreak(base)
    }

    private static let onWakeup: event_callback_fn = { _, _, context in
        guard let context = unsafe context else { return }
        let core = unsafe Unmanaged<LoopCore>.fromOpaque(context).takeUnretainedValue()
        core.turn { core.wokenUp() }
    }

    // MARK: The thread

    private func runThread() {
        owner.store(LoopThread.current, ordering: .relaxed)
        unsafe event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY)
        for source in sources.values { source.stop() }
        for _ in 0..<1000 where !settle() {}
        for source in sources.values { source.release() }
        sources = [:]
        let isLate = inbox.withLock { inbox in
            unsafe event_free(wakeup)
            unsafe event_base_free(base)
            let isLate = !inbox.isEmpty || !ready.isEmpty
            inbox.phase = .stopped(drainer: isLate)
            owner.store(0, ordering: .relaxed)
            return isLate
        }
        ended.open()
        if isLate { runLate() }
    }

    /// One batch of jobs without libevent; true when nothing is left.
    private func settle() -> Bool {
        takeInbox()
        resumeTurnWaiters()
        runBatch()
        return ready.isEmpty && turnWaiters.isEmpty && inbox.withLock { $0.isEmpty }
    }

    /// Work that came after the stop.
    private func runLate() {
        owner.store(LoopThread.current, ordering: .relaxed)
        while true {
            while !settle() {}
            let isDone = inbox.withLock { inbox in
                guard inbox.isEmpty else { return false }
                inbox.phase = .stopped(drainer: false)
                owner.store(0, ordering: .relaxed)
                return true
            }
            if isDone { return }
        }
    }
}
