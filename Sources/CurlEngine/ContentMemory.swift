import Foundation
import Locks

/// Blocks of memory for content on its way to the application, used again once it has let go of them.
///
/// Fresh memory costs a page fault for every 4 KiB, which is more than taking the bytes off the socket costs.
///
/// `@unchecked Sendable`: a block belongs to the list behind the lock or to whoever took it, never to both; size and list
/// are all there is.
@safe final class ContentMemory: @unchecked Sendable {
    /// Bytes in each block.
    let blockSize: Int
    private let idle: Locked<Idle>

    /// Blocks nobody uses; what they hold is of no interest.
    @safe private struct Idle: @unchecked Sendable {
        var blocks: [UnsafeMutableRawPointer]

        init() { unsafe blocks = [] }
    }

    /// More than one transfer has on its way at a time; what exceeds it is freed.
    private static let mostIdle = 16

    init(blockSize: Int) {
        self.blockSize = blockSize
        idle = Locked(Idle())
    }

    deinit {
        let blocks = unsafe idle.withLock { unsafe $0.blocks }
        for index in unsafe blocks.indices { unsafe blocks[index].deallocate() }
    }

    func take() -> UnsafeMutableRawPointer {
        let known = unsafe idle.withLock { unsafe Handed(block: $0.blocks.popLast()) }.block
        return unsafe known ?? .allocate(byteCount: blockSize, alignment: 16)
    }

    func giveBack(_ block: UnsafeMutableRawPointer) {
        let handed = unsafe Handed(block: block)
        let isKept = idle.withLock { idle in
            guard unsafe idle.blocks.count < Self.mostIdle, let block = unsafe handed.block else { return false }
            unsafe idle.blocks.append(block)
            return true
        }
        if !isKept { unsafe block.deallocate() }
    }

    /// A block on its way through the lock.
    @unsafe private struct Handed: @unchecked Sendable {
        let block: UnsafeMutableRawPointer?
    }
}
