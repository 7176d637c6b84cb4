import CCurl
import Foundation
import HTTPMessages

/// One request on its way and the answer to it; it belongs to the loop of its engine.
///
/// The engine keeps it until its end. libcurl's callbacks only note what came; events are told by `tell()`, between two
/// turns, so a handler that pauses or cancels never does so under libcurl's feet.
@safe public final class CurlTransfer {
    /// libcurl's handle; nil once the transfer is over.
    private(set) var easy: UnsafeMutableRawPointer?
    private let engine: CurlEngine
    private var deliver: ((Event) -> Void)?
    private var setup: CurlSetup?
    private var ledger: ResponseLedger
    private var incoming = IncomingBody()
    private var outgoing: OutgoingBody
    /// Content since the last event.
    private var gathered: GatheredContent
    private var pending: [Event] = []
    private var isAnnounced = false
    /// What is wrong with the answer, found while reading it.
    private var violation: CurlFailure?
    private var isReceivingPaused = false
    /// A turn has brought as much as one event carries; libcurl would go on a hundred times while bytes are there.
    private var isFull = false
    private var isSendingPaused = false
    private let began = ContinuousClock.now
    /// The last of the request's content was handed to libcurl.
    private var requestEnded: Duration?
    /// How much content was told to be sent.
    private var told: Int64 = 0
    /// The first line of an answer; libcurl takes the content of a request for one.
    private var firstByte: Duration?
    /// Octets of the answer's content, with their framing.
    private var contentBytes: Int64 = 0
    /// What was measured, once the transfer is over.
    private var measured = CurlMetrics()

    init(_ request: CurlRequest, on engine: CurlEngine, deliver: @escaping (Event) -> Void) {
        self.engine = engine
        self.deliver = deliver
        ledger = ResponseLedger(
            isHead: request.method == "HEAD", maximumHeaderBytes: engine.configuration.maximumHeaderBytes)
        outgoing = OutgoingBody(request.body)
        gathered = GatheredContent(in: engine.memory)
        unsafe easy = nil
        do throws(CurlFailure) {
            let setup = try CurlSetup(request, receiveBuffer: engine.configuration.receiveBuffer)
            self.setup = setup
            unsafe easy = setup.easy
            unsafe connectCallbacks(setup.easy)
        } catch {
            pending = [.failed(error, CurlMetrics())]
            isAnnounced = true
        }
    }

    // MARK: For the owner

    /// Stops reading the connection behind the head; what has been read already may still be told.
    public func pauseReceiving() {
        guard !isReceivingPaused else { return }
        isReceivingPaused = true
        if ledger.hasHead { applyPauses() }
    }

    /// Reads the connection again.
    public func resumeReceiving() {
        guard isReceivingPaused else { return }
        isReceivingPaused = false
        if ledger.hasHead { applyPauses() }
    }

    /// Asks the body source again, after it had nothing.
    public func resumeSending() {
        guard isSendingPaused else { return }
        isSendingPaused = false
        applyPauses()
    }

    /// Ends the transfer; nothing is told afterwards, and in the middle of an answer its connection is closed.
    public func cancel() {
        if unsafe easy != nil { measured = measure(isWhole: false) }
        deliver = nil
        pending = []
        release()
    }

    /// What has been measured so far; after the end, or after `cancel()`, it stays as it was then.
    public var metrics: CurlMetrics {
        unsafe easy == nil ? measured : measure(isWhole: false)
    }

    private func measure(isWhole: Bool) -> CurlMetrics {
        guard let easy = unsafe easy else { return measured }
        var metrics = unsafe CurlMetrics(of: easy)
        metrics.requestEnded = outgoing.isEmpty ? metrics.requestStarted : requestEnded
        metrics.responseHeaderBytes = Int64(ledger.headerBytes)
        metrics.firstByte = firstByte
        metrics.bytesReceived = contentBytes
        if isWhole { metrics.ended = ContinuousClock.now - began }
        return metrics
    }

    private func applyPauses() {
        guard let easy = unsafe easy else { return }
        let mask = pauses
        engine.inside { _ = unsafe curl_easy_pause(easy, mask) }
        engine.kick()
    }

    /// Reading goes on to the end of the head whatever is asked: a paused libcurl reads once more and holds back what
    /// comes, header lines joined to one, and fails as soon as those of an interim answer and of another come together.
    private var pauses: Int32 {
        (isReceivingPaused && ledger.hasHead || isFull ? CURLPAUSE_RECV : 0) | (isSendingPaused ? CURLPAUSE_SEND : 0)
    }

    private func release() {
        guard let easy = unsafe easy else { return }
        unsafe self.easy = nil
        unsafe engine.detach(easy)
        setup = nil
    }

    // MARK: For the engine

    /// Tells what has come since the last turn.
    func tell() {
        isAnnounced = false
        takeGathered()
        let events = pending
        pending = []
        for event in events { deliver?(event) }
        if unsafe easy == nil { deliver = nil }
        if isFull {
            isFull = false
            if !isReceivingPaused { applyPauses() }
        }
    }

    /// libcurl is done with the transfer.
    func end(_ result: CURLcode) {
        guard unsafe easy != nil, let setup else { return }
        var failure = violation
        if failure == nil {
            let isWhole = result == CURLE_OK || (result == CURLE_PARTIAL_FILE && incoming.hasLastChunk)
            failure = isWhole ? ledger.verdict() : CurlFailure(result, setup: setup, ledger: ledger)
        }
        measured = measure(isWhole: failure == nil)
        takeGathered()
        noteSent()
        if let failure {
            pending.append(.failed(failure, measured))
        } else {
            if let trailers = incoming.trailers { pending.append(.trailers(trailers)) }
            pending.append(.finished(measured))
        }
        release()
        announce()
    }

    private func announce() {
        guard !isAnnounced else { return }
        isAnnounced = true
        engine.announce(self)
    }

    private func takeGathered() {
        if let content = gathered.take() { pending.append(.body(content)) }
    }

    // MARK: Called by libcurl

    private func header(_ bytes: UnsafeRawBufferPointer) -> Int {
        if firstByte == nil { firstByte = ContinuousClock.now - began }
        noteSent()
        do throws(CurlFailure) {
            switch try unsafe ledger.take(line: bytes) {
            case .nothing: break
            case .interim(let head): note(.interim(head))
            case .head(let head):
                if ledger.isChunked { incoming.beginChunked() }
                note(.head(head))
                if isReceivingPaused, let easy = unsafe easy { _ = unsafe curl_easy_pause(easy, pauses) }
            }
            return bytes.count
        } catch {
            violation = error
            return 0
        }
    }

    private func note(_ event: Event) {
        takeGathered()
        pending.append(event)
        announce()
    }

    private func content(_ bytes: UnsafeRawBufferPointer) -> Int {
        contentBytes += Int64(bytes.count)
        do throws(CurlFailure) {
            try unsafe incoming.take(bytes) { unsafe gather($0) }
        } catch {
            violation = error
            announce()
            return 0
        }
        announce()
        return bytes.count
    }

    private func gather(_ content: UnsafeRawBufferPointer) {
        ledger.count(content: content.count)
        var rest = unsafe gathered.append(content)
        if gathered.isFull { stopReading() }
        while unsafe !rest.isEmpty {
            // What is left of one read comes all the same, in events of its own.
            takeGathered()
            unsafe rest = unsafe gathered.append(rest)
        }
    }

    private func stopReading() {
        guard !isFull, let easy = unsafe easy else { return }
        isFull = true
        _ = unsafe curl_easy_pause(easy, pauses)
    }

    /// Notes what libcurl has sent since it was looked at last.
    private func noteSent() {
        guard !outgoing.isEmpty, let easy = unsafe easy else { return }
        let sent = unsafe CurlMetrics.bytesSent(by: easy)
        guard sent != told else { return }
        told = sent
        if sent > 0 { note(.sent(sent)) }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        noteSent()
        switch unsafe outgoing.fill(buffer) {
        case .filled(let count):
            if outgoing.isAtEnd, requestEnded == nil { requestEnded = ContinuousClock.now - began }
            return count
        case .later:
            isSendingPaused = true
            return Int(CURL_READFUNC_PAUSE)
        case .failed:
            violation = CurlFailure(.body, .head, "the request's content could not be produced")
            return Int(CURL_READFUNC_ABORT)
        }
    }

    private func seek(_ offset: Int64, _ origin: Int32) -> Int32 {
        origin == 0 && outgoing.seek(to: offset) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_CANTSEEK
    }

    private typealias DataCallback =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
    private static let onHeader: DataCallback = { bytes, size, count, context in
        unsafe borrow(context)?.header(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    private static let onContent: DataCallback = { bytes, size, count, context in
        unsafe borrow(context)?.content(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    private static let onFill: DataCallback = { bytes, size, count, context in
        unsafe borrow(context)?.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    private static let onSeek: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32 = {
        unsafe borrow($0)?.seek(Int64($1), $2) ?? CURL_SEEKFUNC_FAIL
    }

    private static func borrow(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func connectCallbacks(_ easy: UnsafeMutableRawPointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sluice_easy_set_data_function(easy, CURLOPT_HEADERFUNCTION, Self.onHeader)
        unsafe sluice_easy_set_pointer(easy, CURLOPT_HEADERDATA, context)
        unsafe sluice_easy_set_data_function(easy, CURLOPT_WRITEFUNCTION, Self.onContent)
        unsafe sluice_easy_set_pointer(easy, CURLOPT_WRITEDATA, context)
        unsafe sluice_easy_set_data_function(easy, CURLOPT_READFUNCTION, Self.onFill)
        unsafe sluice_easy_set_pointer(easy, CURLOPT_READDATA, context)
        unsafe sluice_easy_set_seek_function(easy, Self.onSeek)
        unsafe sluice_easy_set_pointer(easy, CURLOPT_SEEKDATA, context)
    }
}
