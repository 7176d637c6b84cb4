#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The terminal that our standard input is, while its keys are meant for us.
struct ControllingTerminal: Sendable {
    /// Nil when the standard input is no terminal, or somebody else has it.
    init?() {
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return nil }
    }

    /// Gives it to a process group, which may have stopped because it asked for input too early.
    func give(to group: Int32) {
        _ = tcsetpgrp(STDIN_FILENO, group)
        _ = kill(-group, SIGCONT)
    }

    /// Takes it back; who does that from the background is stopped unless SIGTTOU is ignored.
    func takeBack() {
        let former = signal(SIGTTOU, SIG_IGN)
        _ = tcsetpgrp(STDIN_FILENO, getpgrp())
        _ = signal(SIGTTOU, former)
    }
}
