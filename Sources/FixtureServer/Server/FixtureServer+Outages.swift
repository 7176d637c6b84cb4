internal import EventLoop
internal import Scenarios

extension FixtureServer {
    /// Takes an origin of an instance down, or up again; nothing happens where it is so already.
    func setDown(_ isDown: Bool, _ origin: String, in id: String) throws {
        guard let running = instance(id) else { return }
        guard running.scenario.origins.contains(where: { $0.name == origin }) else {
            let names = running.scenario.origins.map(\.name).joined(separator: ", ")
            throw FixtureServerError(.unknownOrigin, "instance \(id) has no origin '\(origin)', only \(names)")
        }
        do throws(SocketError) {
            try running.setDown(isDown, origin)
        } catch {
            throw FixtureServerError(.addressNotAvailable, "\(error)", cause: error)
        }
    }
}

extension RunningInstance {
    /// Whether connections to an origin are refused.
    func isDown(_ origin: String) -> Bool { listeners[origin]?.isRefusing ?? false }

    fileprivate func setDown(_ isDown: Bool, _ origin: String) throws(SocketError) {
        guard let listener = listeners[origin], listener.isRefusing != isDown else { return }
        if isDown { try listener.refuse() } else { try listener.accept() }
        log.tell(origin, isDown: isDown)
        guard isDown else { return }
        for served in connections.values where served.entry.record.origin == origin { served.stopIfIdle() }
    }
}
