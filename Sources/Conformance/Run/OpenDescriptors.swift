internal import Foundation

/// The open descriptors of another process, where the system tells.
struct OpenDescriptors: Equatable {
    /// What a descriptor is.
    enum Item: Hashable {
        /// Anything, by what it points to.
        case plain(String)
        /// A timer of the kernel, by the number of its clock and the descriptor of the poll set that watches it.
        case timer(clock: String, watcher: Int?)
    }

    /// By number.
    let items: [Int: Item]

    /// Looks at a process; nil where the system does not tell.
    static func of(_ process: Int32) -> OpenDescriptors? {
        #if os(Linux)
        let folder = "/proc/\(process)/fd"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        let targets = names.reduce(into: [Int: String]()) { table, name in
            guard let number = Int(name) else { return }
            table[number] = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) ?? "gone"
        }
        let watchers = targets.filter { $0.value == "anon_inode:[eventpoll]" }.keys.reduce(into: [Int: Int]()) {
            for watched in facts("tfd", of: $1, process).compactMap({ Int($0) }) { $0[watched] = $1 }
        }
        return OpenDescriptors(
            items: Dictionary(
                uniqueKeysWithValues: targets.map { number, target in
                    guard target == "anon_inode:[timerfd]" else { return (number, .plain(target)) }
                    let clock = facts("clockid", of: number, process).first ?? "unknown"
                    return (number, .timer(clock: clock, watcher: watchers[number]))
                }))
        #else
        return nil
        #endif
    }

    /// The first word behind each line of this name in what the system tells of a descriptor.
    private static func facts(_ name: String, of number: Int, _ process: Int32) -> [String] {
        let text = try? String(contentsOfFile: "/proc/\(process)/fdinfo/\(number)", encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { line in
            let words = line.split { $0 == " " || $0 == "\t" }
            return words.count > 1 && words[0] == name + ":" ? String(words[1]) : nil
        }
    }

    /// Whether more is open than there was.
    func leaks(beside before: OpenDescriptors) -> Bool {
        let comparison = compared(with: before)
        return comparison.after > comparison.before
    }

    /// The counts of then and now, without the timers that a runtime makes once and keeps.
    ///
    /// libdispatch makes one for each clock the first time that anything sleeps by it: the first timer of a clock in a poll
    /// set that was there before is nobody's leak. Further ones are, and so are those of a new set.
    func compared(with before: OpenDescriptors) -> ProcessRecord.Descriptors {
        let lazy = Set(items.values).subtracting(before.items.values).count { item in
            guard case .timer(_, let watcher?) = item else { return false }
            return before.items[watcher] != nil && before.items[watcher] == items[watcher]
        }
        let additional = items.filter { before.items[$0.key] == nil }.values.map { item in
            switch item {
            case .plain(let target): target
            case .timer(let clock, let watcher):
                "timer of clock \(clock)" + (watcher.map { ", watched by \($0)" } ?? "")
            }
        }
        return .init(before: before.items.count, after: items.count - lazy, additional: additional.sorted())
    }
}
