import CGetopt
import Locks

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The C library's `getopt_long`: abbreviations, clusters of short options, `--`, and options behind operands.
enum GetoptLong {
    /// One thing that was found, by the index of its declaration.
    enum Item: Hashable {
        case option(index: Int, value: String?)
        case missingValue(index: Int)
        case unexpectedValue(index: Int)
        case ambiguous(String, candidates: [String])
        case unknown(String)
    }

    /// getopt_long works in global variables: all use of them is inside, and nothing else in a process calls it.
    private static let lock = Locked(())

    /// Sorts arguments (without the program's name) into options and operands; the first mistake ends the search.
    static func parse(
        _ arguments: [String], options: [OptionDeclaration], stopsAtOperand: Bool
    ) -> (items: [Item], operands: [String]) {
        lock.withLock { _ in
            unsafe parseAlone(arguments, options: options, stopsAtOperand: stopsAtOperand)
        }
    }

    /// Values that getopt_long returns for long options begin here, above every character.
    private static let firstValue: Int32 = 1000

    @unsafe private static func parseAlone(
        _ arguments: [String], options: [OptionDeclaration], stopsAtOperand: Bool
    ) -> (items: [Item], operands: [String]) {
        var argv = unsafe ([""] + arguments).map { unsafe strdup($0) } + [nil]
        let names = unsafe options.map { unsafe strdup($0.long) }
        defer { unsafe (argv + names).forEach { unsafe free($0) } }
        var table = unsafe zip(options, names).enumerated().map { index, entry in
            unsafe option(
                name: UnsafePointer(entry.1), has_arg: entry.0.value == nil ? no_argument : required_argument,
                flag: nil, val: firstValue + Int32(index))
        }
        unsafe table.append(option())
        // A leading colon tells a missing value from an unknown option; a plus stops at the first operand.
        var letters = stopsAtOperand ? "+:" : ":"
        for declaration in options {
            guard let short = declaration.short else { continue }
            letters += String(short) + (declaration.value == nil ? "" : ":")
        }
        sluice_getopt_rewind()
        var items: [Item] = []
        while true {
            let count = Int32(unsafe argv.count - 1)
            let found = unsafe getopt_long(count, &argv, letters, table, nil)
            if found == -1 { break }
            // The argument in question is the one before the index, except within a cluster of letters.
            let index = Int(sluice_getopt_index())
            let item = unsafe item(
                found, options: options, argument: text(argv[index - 1]),
                cluster: text(argv[min(index, argv.count - 2)]))
            items.append(item)
            guard case .option = item else { return (items, []) }
        }
        let operands = unsafe argv[Int(sluice_getopt_index())...].dropLast().map { unsafe text($0) }
        return (items, operands)
    }

    private static func item(_ found: Int32, options: [OptionDeclaration], argument: String, cluster: String) -> Item {
        if let index = index(of: found, in: options) {
            return .option(index: index, value: options[index].value == nil ? nil : unsafe text(sluice_getopt_value()))
        }
        // `?` and `:`; optopt is what it was about, or 0 for a long name that is not known or not clear.
        let optopt = sluice_getopt_letter()
        if let index = index(of: optopt, in: options) {
            return options[index].value == nil ? .unexpectedValue(index: index) : .missingValue(index: index)
        }
        guard optopt == 0 else {
            return .unknown((0x21..<0x7f).contains(optopt) ? "-\(Character(UInt8(optopt)))" : cluster)
        }
        let name = argument.dropFirst(2).prefix { $0 != "=" }
        let candidates = options.map(\.long).filter { $0.hasPrefix(name) }
        return candidates.count > 1 ? .ambiguous(String(name), candidates: candidates) : .unknown("--\(name)")
    }

    private static func index(of value: Int32, in options: [OptionDeclaration]) -> Int? {
        if value >= firstValue { return Int(value - firstValue) }
        guard value > 0, value < 128 else { return nil }
        return options.firstIndex { $0.short == Character(UInt8(value)) }
    }

    @unsafe private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}

extension Character {
    fileprivate init(_ ascii: UInt8) {
        self.init(Unicode.Scalar(ascii))
    }
}
