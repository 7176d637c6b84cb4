extension Page {
    /// The page as HTML that is well-formed XML too: nothing is loaded, nothing is run.
    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>\(title.escaped)</title>
        <style>\(PageStyle.css)</style>
        </head>
        <body>
        <h1>\(title.escaped)</h1>
        \(blocks.map(\.html).joined(separator: "\n"))
        </body>
        </html>

        """
    }
}

extension Page.Block {
    fileprivate var html: String {
        switch self {
        case .heading(let text):
            "<h2 id=\"\(text.anchor)\">\(text.escaped)</h2>"
        case .topic(let text, let link):
            (text.map { "<h3>\($0.escaped)</h3>\n" } ?? "")
                + Self.path(link)
        case .file(let link):
            Self.path(link)
        case .paragraph(let text):
            "<p>\(text.escaped)</p>"
        case .small(let text):
            "<p class=\"small\">\(text.escaped)</p>"
        case .command(let line, let note):
            "<pre><code>\(line.escaped)</code></pre>"
                + (note.isEmpty ? "" : "\n<p class=\"small\">\(note.escaped)</p>")
        case .links(let headings):
            "<nav>"
                + headings.map { "<a href=\"#\($0.anchor)\">\($0.escaped)</a>" }.joined(separator: " ") + "</nav>"
        case .folded(let summary, let blocks):
            "<details><summary>\(summary.escaped)</summary>\n"
                + blocks.map(\.html).joined(separator: "\n") + "\n</details>"
        }
    }

    private static func path(_ link: String) -> String {
        "<p class=\"path\"><a href=\"\(link.escaped)\">\(link.escaped)</a></p>"
    }
}

extension String {
    /// The text with everything replaced that means something in HTML or cannot stand in XML.
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The text as the name of a place in a page.
    fileprivate var anchor: String {
        String(lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
}
