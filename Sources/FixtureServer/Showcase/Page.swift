internal import HTTPMessages

/// A page of the server's own: words and command lines, to be shown as HTML or as plain text.
struct Page: Hashable, Sendable {
    /// The status of the answer.
    var status = 200
    /// What it is about.
    var title: String
    /// The address of the server, which plain text puts in front of paths.
    var base: String
    /// What it says.
    var blocks: [Block]
    /// Fields of the answer besides those of every page.
    var fields: HTTPFields = [:]

    /// A part of a page.
    indirect enum Block: Hashable, Sendable {
        /// The heading of a section that ``links(_:)`` can lead to.
        case heading(String)
        /// What the blocks up to the next topic are about, in words or by its path alone.
        case topic(String?, link: String)
        /// Words.
        case paragraph(String)
        /// Words that matter less.
        case small(String)
        /// A line for a shell, and what comes of it.
        case command(String, note: String)
        /// A file to look at; text has it in the command below.
        case file(String)
        /// The headings of the page, to jump to.
        case links([String])
        /// What is only shown to those who ask for it.
        case folded(String, [Block])
    }

    /// The page where the request's method may have it, otherwise a refusal.
    func only(for request: HTTPRequestHead, allowing more: [String] = []) -> Page {
        guard request.method != .get, request.method != .head else { return self }
        let methods = (["GET", "HEAD"] + more).joined(separator: ", ")
        return Page(
            status: 405, title: "\(request.method) means nothing here", base: base,
            blocks: [.paragraph("This page knows the methods \(methods).")], fields: ["Allow": methods])
    }
}

extension HTTPRequestHead {
    /// Whether the client says that it takes HTML; `*/*` is what programs say that take anything.
    var wantsHTML: Bool {
        fields.list("Accept").contains { range in
            let parts = FieldList.elements(of: range, separator: UInt8(ascii: ";"))
            guard parts.first?.lowercased() == "text/html" else { return false }
            return !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0.lowercased()) }
        }
    }
}
