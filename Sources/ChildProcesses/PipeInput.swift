import EventLoop

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Our end of a pipe that the child writes to.
///
/// Lives on the loop.
final class PipeInput {
    private let descriptor: Int32
    private var watch: FileWatch?
    private let handler: (ArraySlice<UInt8>?) -> Void
    private var isOpen = true

    /// Reads from now on.
    ///
    /// - Parameters:
    ///   - descriptor: The reading end, which this object closes.
    ///   - loop: The loop the caller is on.
    ///   - handler: Called with what came, and with nil once when nothing more will come.
    init(_ descriptor: Int32, on loop: EventLoop, handler: @escaping (ArraySlice<UInt8>?) -> Void) {
        Pipe.makeNonBlocking(descriptor)
        self.descriptor = descriptor
        self.handler = handler
        watch = FileWatch(descriptor, for: .read, on: loop) { [weak self] _ in self?.read() }
    }

    deinit { close() }

    /// Whether bytes are taken; a reader that is behind makes the child wait.
    var isPaused: Bool {
        get { watch?.interest != .read }
        set { watch?.interest = newValue ? [] : .read }
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        watch = nil
        closeDescriptor(descriptor)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            #if canImport(Glibc)
            unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
            #else
            unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
            #endif
        }
        if count > 0 {
            handler(buffer[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            close()
            handler(nil)
        }
    }
}
