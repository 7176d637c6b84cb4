internal import EventLoop
internal import HTTPMessages
internal import HTTPWire
internal import Scenarios

/// What leads from a port to the control API; the server outlives it.
struct Controller {
    unowned let server: FixtureServer
    let guarding: ControlGuard
    let contentSize: Int
}

/// Requests to the control API: they come over the connections of an instance and leave no trace in its journal, or
/// whoever reads the journal over them would never come to its end.
extension ServedConnection {
    /// Whether the control API answers a request.
    func isForController(_ request: IncomingRequest) -> Bool {
        instance.controller != nil && entry.record.origin == instance.scenario.origins.first?.name
            && ControlRequest.isMeant(by: request.head)
    }

    /// Answers one request to the control API; the result says whether another may follow.
    func control(_ request: IncomingRequest) async -> Bool {
        guard let controller = instance.controller else { return false }
        _ = takeHead()
        if !entry.record.isControl {
            entry.record.isControl = true
            instance.log.controlConnections += 1
        }
        isControlling = true
        defer { isControlling = false }
        do {
            let (reply, isRead) = try await reply(to: request, controller)
            let keeps = request.keepsAlive && isRead && !instance.isEnded && connection.isOpen
            try await send(reply, to: request.head, keeps: keeps)
            if keeps, !Task.isCancelled { return true }
        } catch {
            // The peer has gone; there is nobody to tell.
            return false
        }
        await finish()
        return false
    }

    private func reply(
        to request: IncomingRequest, _ controller: Controller
    ) async throws(SocketError) -> (ControlReply, isRead: Bool) {
        if let problem = controller.guarding.problem(of: request) {
            return (.problem(problem), request.framing == .none)
        }
        if request.expectsContinue {
            var bytes: [UInt8] = []
            HeadEncoder.append(HTTPResponseHead(status: 100), to: &bytes)
            try await connection.write(bytes)
        }
        guard let content = await content(of: request, atMost: controller.contentSize) else {
            return (.problem(Problem(.tooLarge, "The content is longer than \(controller.contentSize) bytes.")), false)
        }
        let asked = ControlRequest(
            head: request.head, content: content, home: instance.id, mayWait: connection.peerEnd == nil)
        return (await controller.server.answer(asked), true)
    }

    private func send(_ reply: ControlReply, to request: HTTPRequestHead, keeps: Bool) async throws(SocketError) {
        switch reply {
        case .message(let status, let content, let type, let fields):
            var head = head(status, type: type, fields: fields, keeps: keeps)
            if HTTPStatus.allowsBody(status) { head.fields.append("Content-Length", String(content.count)) }
            try await connection.write([encoded(head)[...], (request.method == .head ? [] : content)[...]])
        case .events(let history, let id, let first, let follows):
            let isChunked = request.version >= .http11
            var head = head(200, type: "application/x-ndjson", fields: [:], keeps: keeps && isChunked)
            if isChunked { head.fields.append("Transfer-Encoding", "chunked") }
            try await connection.write(encoded(head))
            guard request.method != .head else { return }
            try await sendEvents(of: history, id, from: first, follows: follows, isChunked: isChunked)
            guard isChunked else { return connection.shutdownWriting() }
            var end: [UInt8] = []
            ChunkedEncoder.appendEnd(to: &end)
            try await connection.write(end)
        }
    }

    /// Sends events as lines: those there are, or with `follows` all there will be until the peer leaves.
    private func sendEvents(
        of history: EventHistory, _ id: String, from first: Int, follows: Bool, isChunked: Bool
    ) async throws(SocketError) {
        let end = follows ? Int.max : history.next
        let encoder = JournalLine.encoder()
        var place = first
        while place < end {
            var lines: [UInt8] = []
            // Few at a time: others on the loop have bytes that are due.
            for _ in 0..<32 {
                guard place < end, let event = history.event(place) else { break }
                place = event.number + 1
                lines += JournalLine(instance: id, event).bytes(encoder)
            }
            if !lines.isEmpty {
                var chunk: [UInt8] = []
                if isChunked { ChunkedEncoder.append(lines, to: &chunk) } else { chunk = lines }
                try await connection.write(chunk)
                await connection.loop.nextTurn()
            } else {
                guard history.mayHave(place), connection.peerEnd == nil, !Task.isCancelled else { return }
                await history.await(place)
            }
        }
    }

    private func head(_ status: Int, type: String, fields: HTTPFields, keeps: Bool) -> HTTPResponseHead {
        var head = HTTPResponseHead(status: status)
        head.fields.append("Date", instance.date.description)
        if !type.isEmpty { head.fields.append("Content-Type", type) }
        head.fields.append("Cache-Control", "no-store")
        head.fields.append("X-Content-Type-Options", "nosniff")
        head.fields.append(contentsOf: fields)
        if !keeps { head.fields.append("Connection", "close") }
        return head
    }

    private func encoded(_ head: HTTPResponseHead) -> [UInt8] {
        var bytes: [UInt8] = []
        HeadEncoder.append(head, to: &bytes)
        return bytes
    }
}
