extension Comparison {
    /// The variants of one scenario file, as few rows as tell what came of them.
    ///
    /// A value of the matrix is named where it matters and is `*` where it does not: six variants of which three fail may be
    /// `cut/*/fin ×3` and `cut/*/rst ×3`.
    struct Variants {
        /// One scenario.
        struct Variant {
            var id: String
            var cells: [Cell]
        }

        private let variants: [Variant]
        /// The file's name without folder and extension.
        private let stem: String
        /// The values of the matrix, by variant.
        private let values: [[Substring]]

        /// The variants of a file.
        ///
        /// - Parameters:
        ///   - variants: The variants, at least one.
        ///   - path: The file's path below the scenarios' root, `framing/cut.yaml`.
        ///   - folder: The folder of that path.
        init(_ variants: [Variant], of path: String, below folder: String) {
            self.variants = variants
            let base = path.hasSuffix(".yaml") ? path.dropLast(5) : path[...]
            stem = String(base.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
            values = variants.map { $0.id.dropFirst(base.count).split(separator: "/") }
        }

        /// The fewest rows in which every variant is shown as it came out.
        var rows: [Row] {
            let axes = values.map(\.count).max() ?? 0
            // Each bit of a mask is a value that is named. The last mask names all of them and always works.
            let choices = (0..<(1 << axes)).map { mask in (0..<axes).filter { mask >> $0 & 1 == 1 } }
            let possible = choices.compactMap { rows(naming: $0) }
            return possible.min { $0.count < $1.count } ?? []
        }

        /// A row for each combination of these values; nil when variants that came out differently would share one.
        private func rows(naming axes: [Int]) -> [Row]? {
            var rows: [(key: [Substring], row: Row)] = []
            for (variant, values) in zip(variants, values) {
                let key = axes.map { $0 < values.count ? values[$0] : "" }
                guard let index = rows.firstIndex(where: { $0.key == key }) else {
                    let full = ([stem] + values.map(String.init)).joined(separator: "/")
                    rows.append((key, Row(name: full, count: 1, cells: variant.cells)))
                    continue
                }
                guard rows[index].row.cells == variant.cells else { return nil }
                rows[index].row.count += 1
                rows[index].row.name = name(naming: axes, of: values)
            }
            return rows.map(\.row)
        }

        private func name(naming axes: [Int], of values: [Substring]) -> String {
            guard !axes.isEmpty else { return stem }
            let words = values.indices.map { axes.contains($0) ? String(values[$0]) : "*" }
            return ([stem] + words).joined(separator: "/")
        }
    }
}
