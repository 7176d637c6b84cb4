import CommandLineOptions
import EventLoop
import Foundation

/// `fixture-server` and `fixture-server --scenario ID`: serves until a signal, or the time, ends it.
struct ServeCommand {
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() async -> Int32 {
        let offer: Offer
        do {
            offer = try Offer(arguments)
        } catch {
            return Failure.report(error)
        }
        return await serve(offer, holds: arguments[ServerOptions.hold])
    }

    /// Serves what is offered; with `holds`, gates stay shut until a key opens them.
    func serve(_ offer: Offer, holds: Bool) async -> Int32 {
        let loop = EventLoop(name: "fixture-server")
        let signals = await loop.signals(SIGINT, SIGTERM, SIGHUP)
        do {
            if offer.instances > 1, arguments[ServerOptions.unix] != nil {
                throw UsageError(command: arguments.command, message: "a Unix socket leads to one scenario")
            }
            let service = try await Service(offer, arguments, holds: holds, on: loop)
            let announcement = try Announcement(
                ReadyLine(service.instances, of: offer, token: service.token), arguments)
            do {
                try announcement.publish()
            } catch {
                await service.end()
                throw error
            }
            defer { announcement.withdraw() }
            let keys = holds ? GateKeys(service.instances) : nil
            keys?.listen()
            await wait(for: signals)
            await service.end()
            return ExitCode.success
        } catch {
            return Failure.report(error)
        }
    }

    /// Waits for the first signal, until the time is over, or until the parent has gone.
    private func wait(for signals: AsyncStream<Int32>) async {
        let parent = arguments[ServerOptions.exitWithParent] ? ParentWatch() : nil
        await withTaskGroup { group in
            group.addTask { for await _ in signals { return } }
            if let duration = arguments[ServerOptions.duration] {
                group.addTask { try? await Task.sleep(for: duration) }
            }
            if let parent { group.addTask { await parent.ended() } }
            await group.next()
            group.cancelAll()
        }
    }
}
