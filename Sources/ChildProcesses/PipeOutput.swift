import EventLoop

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Our end of a pipe that the child reads from.
///
/// Lives on the loop.
///
/// What the pipe does not take at once is queued; a child that has gone swallows everything.
final class PipeOutput {
    private let descriptor: Int32
    private var watch: FileWatch?
    private var queue: ArraySlice<UInt8> = []
    private var isClosing = false
    private var isOpen = true

    init(_ descriptor: Int32, on loop: EventLoop) {
        Pipe.makeNonBlocking(descriptor)
        self.descriptor = descriptor
        watch = FileWatch(descriptor, for: [], on: loop) { [weak self] _ in self?.flush() }
    }

    deinit { close() }

    func write(_ bytes: [UInt8]) {
        guard isOpen, !isClosing else { return }
        queue.append(contentsOf: bytes)
        flush()
    }

    /// The child meets the end of its input behind what is queued.
    func finish() {
        isClosing = true
        flush()
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        watch = nil
        closeDescriptor(descriptor)
    }

    private func flush() {
        while isOpen, !queue.isEmpty {
            let count = unsafe queue.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count >= 0 {
                queue = queue.dropFirst(count)
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return close()
            }
        }
        if queue.isEmpty { queue = [] }
        watch?.interest = queue.isEmpty ? [] : .write
        if isClosing && queue.isEmpty { close() }
    }
}
