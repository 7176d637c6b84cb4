import Foundation

/// The content that goes into the next event.
@safe struct GatheredContent: ~Copyable {
    private let memory: ContentMemory
    private var block: UnsafeMutableRawPointer?
    private var count = 0

    init(in memory: ContentMemory) {
        self.memory = memory
        unsafe block = nil
    }

    deinit {
        if let block = unsafe block { unsafe memory.giveBack(block) }
    }

    /// Whether an event could carry no more.
    var isFull: Bool { count == memory.blockSize }

    /// Adds what there is room for, and returns the rest.
    mutating func append(_ octets: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let taken = min(octets.count, memory.blockSize - count)
        guard taken > 0, let source = octets.baseAddress else { return unsafe octets }
        let block = unsafe block ?? memory.take()
        unsafe self.block = unsafe block
        unsafe (block + count).copyMemory(from: source, byteCount: taken)
        count += taken
        return unsafe UnsafeRawBufferPointer(rebasing: octets.dropFirst(taken))
    }

    /// The content, nil when there is none; it begins anew.
    ///
    /// A block goes along and comes back when the last copy of the data is gone; little content is copied instead, so
    /// that whoever keeps it does not keep a block.
    mutating func take() -> Data? {
        guard let block = unsafe block else { return nil }
        let count = count
        self.count = 0
        unsafe self.block = nil
        guard count > memory.blockSize / 2 else {
            defer { unsafe memory.giveBack(block) }
            return unsafe Data(bytes: block, count: count)
        }
        return unsafe Data(
            bytesNoCopy: block, count: count,
            deallocator: .custom { [memory] block, _ in unsafe memory.giveBack(block) })
    }
}
