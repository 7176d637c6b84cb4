import CSpawn

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `posix_spawn` with what every child of ours needs: its own group, default signals, three pipes and nothing else.
package enum Spawning {
    /// Starts a command, which has these three descriptors and no other.
    package static func spawn(
        _ command: ChildCommand, input: Int32, output: Int32, error: Int32
    ) throws(SpawnError) -> Int32 {
        #if canImport(Glibc)
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #else
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for (source, target) in [(input, 0), (output, 1), (error, 2)] as [(Int32, Int32)] {
            unsafe posix_spawn_file_actions_adddup2(&actions, source, target)
        }
        var flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        #if os(Linux)
        unsafe sluice_close_from(&actions, 3)
        #else
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        // An ignored SIGPIPE survives exec; the child would never notice that its reader has gone.
        var all = sigset_t()
        var none = sigset_t()
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))

        let environment = command.environment.map { "\($0)=\($1)" }.sorted()
        var child: pid_t = 0
        let failure = unsafe withCStrings([command.executable] + command.arguments) { arguments in
            unsafe withCStrings(environment) { environment in
                unsafe posix_spawn(&child, command.executable, &actions, &attributes, arguments, environment)
            }
        }
        guard failure == 0 else { throw SpawnError("\(command.executable) cannot be started", failure) }
        return child
    }

    /// A null-terminated array of C strings, as long as the closure runs.
    private static func withCStrings<R>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers = unsafe strings.map { unsafe strdup($0) } as [UnsafeMutablePointer<CChar>?]
        unsafe pointers.append(nil)
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("never empty") }
            return unsafe body(UnsafePointer(base))
        }
    }
}
