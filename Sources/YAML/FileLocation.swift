/// A place in a file, as people and editors count: lines and columns start at 1.
public struct FileLocation: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The file, spelled as in complaints: the path that was given or found.
    public var file: String
    /// The line, starting at 1.
    public var line: Int
    /// The column in characters (Unicode scalars), starting at 1.
    public var column: Int

    /// Makes a place in a file.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The place as compilers print it, `file:line:column`.
    public var description: String { "\(file):\(line):\(column)" }

    /// Orders by file, then line, then column.
    public static func < (a: FileLocation, b: FileLocation) -> Bool {
        (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }
}
