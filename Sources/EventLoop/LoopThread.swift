import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Detached POSIX threads, and an identity that compares in one instruction.
///
/// Foundation's `Thread` would do, but Foundation costs four milliseconds between exec and the first line printed.
enum LoopThread {
    /// The calling thread.
    static var current: UInt {
        #if os(Linux)
        UInt(pthread_self())
        #else
        unsafe UInt(bitPattern: pthread_self())
        #endif
    }

    /// Runs a closure on a thread of its own.
    static func start(name: String, _ body: @escaping @Sendable () -> Void) {
        let start = Start(name: name, body: body)
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = unsafe Unmanaged.passRetained(start).toOpaque()
        #if os(Linux)
        var thread = pthread_t()
        #else
        var thread: pthread_t?
        #endif
        let failure = unsafe pthread_create(&thread, &attributes, entry, context)
        precondition(failure == 0, "no thread for the event loop \(name): \(String(errno: failure))")
    }

    private final class Start {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            unsafe String(decoding: name.utf8.prefix(15), as: UTF8.self).withCString { unsafe shim_name_thread($0) }
            body()
        }
    }

    #if os(Linux)
    private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        if let context = unsafe context { unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run() }
        return nil
    }
    #else
    private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
        unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
    #endif
}

extension String {
    /// What the C library says about an `errno` value.
    package init(errno code: Int32) {
        guard let text = unsafe strerror(code) else {
            self = "error \(code)"
            return
        }
        self = unsafe String(cString: text)
    }
}
