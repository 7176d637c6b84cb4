import Foundation
import Locks

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The child and whatever it started, as one thing that can be signalled, and that is gone when its leader is.
///
/// Signals go out under the lock that also guards the moment of reaping, so a number that the system has given to
/// somebody else is never signalled.
final class ProcessGroup: Sendable {
    let leader: pid_t
    private let status = Locked<ExitStatus?>(nil)

    /// Takes charge of a child that leads its own group, and waits for it on a thread of its own.
    ///
    /// A thread is portable, and there are never many children.
    ///
    /// - Parameters:
    ///   - leader: The child.
    ///   - exit: The writing end of a pipe that is closed when the child and the rest of its group are gone.
    init(leader: pid_t, closing exit: Int32) {
        self.leader = leader
        Thread.detachNewThread {
            self.reap()
            closeDescriptor(exit)
        }
    }

    /// How the leader ended; nil while it runs.
    var ending: ExitStatus? { status.withLock { $0 } }

    /// Signals every member of the group; does nothing when the leader is gone.
    func signal(_ number: Int32) {
        status.withLock { status in
            if status == nil { _ = kill(-leader, number) }
        }
    }

    /// Waits without taking the leader's number away, ends what is left of the group, then takes it away.
    private func reap() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(leader), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        status.withLock { status in
            _ = kill(-leader, SIGKILL)
            var raw: Int32 = 0
            while unsafe waitpid(leader, &raw, 0) < 0, errno == EINTR {}
            status = ExitStatus(waitStatus: raw)
        }
    }
}
