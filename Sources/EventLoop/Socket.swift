// On some systems the module that sees a C structure first is taken for its home.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system calls on sockets, each with its constants in one place.
enum Socket {
    /// A non-blocking stream socket that children do not inherit.
    static func make(family: Int32) -> Int32 {
        #if os(Linux)
        return socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        let descriptor = socket(family, SOCK_STREAM, 0)
        if descriptor >= 0 { makeNonBlocking(descriptor) }
        return descriptor
        #endif
    }

    /// Non-blocking, and closed in children.
    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    static func set(_ option: Int32, at level: Int32 = SOL_SOCKET, to value: Int32, on descriptor: Int32) {
        var value = value
        unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Small pieces leave at once instead of waiting for the acknowledgement of the last one.
    static func sendWithoutDelay(_ descriptor: Int32) {
        set(TCP_NODELAY, at: Int32(IPPROTO_TCP), to: 1, on: descriptor)
    }

    /// Closing from now on sends RST.
    static func resetOnClose(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Begins to connect: 0 when done, `EINPROGRESS` when begun, another `errno` when it failed.
    static func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
        #if canImport(Glibc)
        unsafe Glibc.connect(descriptor, address, size) == 0 ? 0 : errno
        #else
        unsafe Darwin.connect(descriptor, address, size) == 0 ? 0 : errno
        #endif
    }

    /// Takes the error that is pending on the socket, 0 if none is.
    static func takeError(_ descriptor: Int32) -> Int32 {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &value, &size) == 0 else { return errno }
        return value
    }

    /// Bytes the kernel has taken and the peer has not acknowledged.
    static func unacknowledged(_ descriptor: Int32) -> Int {
        var count: Int32 = 0
        #if os(Linux)
        guard unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
        #else
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 else { return 0 }
        #endif
        return Int(count)
    }

    /// Receives into a buffer: a count, 0 at the end, or a negative `errno`.
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            if errno != EINTR { return -Int(errno) }
        }
    }

    /// Sends what the kernel takes at once: a count, or a negative `errno`.
    static func send(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        while true {
            #if canImport(Glibc)
            let count = unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, flags)
            #else
            let count = unsafe Darwin.send(descriptor, buffer.baseAddress, buffer.count, flags)
            #endif
            if count >= 0 { return count }
            if errno != EINTR { return -Int(errno) }
        }
    }

    /// Sends what the kernel takes at once of several buffers: a count, or a negative `errno`.
    static func send(_ descriptor: Int32, _ buffers: UnsafeMutableBufferPointer<iovec>) -> Int {
        var message = unsafe msghdr()
        unsafe message.msg_iov = buffers.baseAddress
        unsafe message.msg_iovlen = .init(buffers.count)
        while true {
            #if os(Linux)
            let count = unsafe sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
            #else
            let count = unsafe sendmsg(descriptor, &message, 0)
            #endif
            if count >= 0 { return count }
            if errno != EINTR { return -Int(errno) }
        }
    }

    /// Sends part of a file without bringing it into user space: a count, 0 at the file's end, or a negative `errno`.
    static func send(_ descriptor: Int32, file: Int32, offset: Int64, count: Int) -> Int {
        while true {
            #if os(Linux)
            var offset = off_t(offset)
            let taken = unsafe sendfile(descriptor, file, &offset, count)
            if taken >= 0 { return taken }
            #else
            var length = off_t(count)
            if unsafe sendfile(file, descriptor, off_t(offset), &length, nil, 0) == 0 || length > 0 {
                return Int(length)
            }
            #endif
            if errno != EINTR { return -Int(errno) }
        }
    }
}

/// `close`, for types that have a method of that name.
func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
