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
            let service = try await Service(offer, arguments, holds: holds, on: loop)
            Terminal.say(try ReadyLine(service.instances, of: offer, token: service.token).text())
            let keys = holds ? GateKeys(service.instances) : nil
            keys?.listen()
            await wait(for: signals)
            await service.end()
            return ExitCode.success
        } catch {
            return Failure.report(error)
        }
    }

    /// Waits for the first signal, or until the time is over.
    private func wait(for signals: AsyncStream<Int32>) async {
        await withTaskGroup { group in
            group.addTask { for await _ in signals { return } }
            if let duration = arguments[ServerOptions.duration] {
                group.addTask { try? await Task.sleep(for: duration) }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
