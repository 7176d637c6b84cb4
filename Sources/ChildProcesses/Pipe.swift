import CSpawn

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The two ends of a pipe, both closed in children.
struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(SpawnError) {
        var ends: [Int32] = [-1, -1]
        #if os(Linux)
        let result = unsafe sluice_pipe(&ends)
        #else
        let result = unsafe pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #endif
        guard result == 0 else { throw SpawnError("no pipe for a child process", errno) }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Makes our end of it fit for the loop; the child's stays blocking.
    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    func close() {
        closeDescriptor(reading)
        closeDescriptor(writing)
    }
}

/// `close`, for types that have a method of that name.
func closeDescriptor(_ descriptor: Int32) {
    #if canImport(Glibc)
    _ = Glibc.close(descriptor)
    #else
    _ = Darwin.close(descriptor)
    #endif
}

extension SpawnError {
    init(_ what: String, _ errno: Int32) {
        let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
        self.init(description: "\(what): \(reason)", errno: errno)
    }
}
