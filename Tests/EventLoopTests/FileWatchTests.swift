import Foundation
import TestSupport
import Testing

@testable import EventLoop

@Suite(.timeLimit(.minutes(5))) struct FileWatchTests {
    @Test func `a watch tells what its descriptor is ready for, and only what is asked`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let pipe = Pipe()
        let reading = pipe.fileHandleForReading.fileDescriptor
        let writing = pipe.fileHandleForWriting.fileDescriptor
        let told = Log<FileWatch.Readiness>()
        let gates = [Gate(), Gate()]
        await loop.run {
            let reader = FileWatch(reading, for: [], on: loop) { readiness in
                told.append(readiness)
                _ = pipe.fileHandleForReading.availableData
                gates[1].open()
            }
            let writer = FileWatch(writing, for: .write, on: loop) { readiness in
                told.append(readiness)
                gates[0].open()
            }
            await gates[0].pass()
            writer.interest = []
            pipe.fileHandleForWriting.write(Data([1]))
            for _ in 0..<5 { await loop.nextTurn() }
            let soFar = Set(told.entries.map(\.rawValue))
            #expect(soFar == [FileWatch.Readiness.write.rawValue])
            reader.interest = .read
            await gates[1].pass()
            #expect(told.entries.last == .read)
            reader.close()
            let count = told.entries.count
            pipe.fileHandleForWriting.write(Data([1]))
            for _ in 0..<5 { await loop.nextTurn() }
            #expect(told.entries.count == count)
            withExtendedLifetime((reader, writer)) {}
        }
    }

    @Test func `the end of a pipe makes it readable`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let pipe = Pipe()
        let gate = Gate()
        try await loop.run {
            let watch = FileWatch(pipe.fileHandleForReading.fileDescriptor, for: .read, on: loop) { _ in gate.open() }
            try pipe.fileHandleForWriting.close()
            await gate.pass()
            watch.close()
        }
    }

    @Test func `a watch may close itself in its handler, and be dropped there`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let pipe = Pipe()
        let gate = Gate()
        let before = await loop.run { loop.core.registrations }
        await loop.run {
            let box = WatchBox()
            box.watch = FileWatch(pipe.fileHandleForWriting.fileDescriptor, for: .write, on: loop) { _ in
                box.watch?.close()
                box.watch = nil
                gate.open()
            }
            await gate.pass()
        }
        #expect(await loop.run { loop.core.registrations } == before)
    }
}

private final class WatchBox {
    var watch: FileWatch?
}
