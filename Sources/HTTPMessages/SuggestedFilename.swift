/// The name to store a response under (contract F01, F05).
public enum SuggestedFilename {
    /// The longest name that the usual file systems take, in bytes.
    static let maximumLength = 255

    /// The first name in the chain that is one: Content-Disposition, last component of the URL's path, host, "unknown".
    ///
    /// A name without an extension gets the one of the media type. The path component is expected percent-decoded.
    public static func choose(
        contentDisposition: String?, lastPathComponent: String?, host: String?, mediaType: String?
    ) -> String {
        let given = contentDisposition.flatMap { ContentDisposition(parsing: $0)?.suggestedFilename }
        let name = given ?? lastPathComponent.flatMap(sanitised) ?? host.flatMap(sanitised) ?? "unknown"
        let isHost = given == nil && lastPathComponent.flatMap(sanitised) == nil
        guard isHost || !name.utf8.dropFirst().contains(0x2E), let mediaType,
            let suffix = MediaType.fileExtension(for: mediaType)
        else { return name }
        return shortened(name, by: suffix.utf8.count + 1) + "." + suffix
    }

    /// The last component without control characters and leading dots, at most 255 bytes; nil when nothing is left.
    ///
    /// Both slashes separate, because a server cannot know which one the client's file system takes.
    public static func sanitised(_ name: String) -> String? {
        guard let last = name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else { return nil }
        // Controls, and the marks that turn the direction of text and so hide an extension.
        let visible = last.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        var text = Substring(String(String.UnicodeScalarView(visible)))
        while let first = text.unicodeScalars.first, first == "." || first.properties.isWhitespace {
            text.unicodeScalars.removeFirst()
        }
        while let last = text.unicodeScalars.last, last.properties.isWhitespace {
            text.unicodeScalars.removeLast()
        }
        return text.isEmpty ? nil : shortened(String(text), by: 0)
    }

    /// The name cut to fit, so many bytes left free and its extension kept.
    private static func shortened(_ name: String, by free: Int) -> String {
        guard name.utf8.count + free > maximumLength else { return name }
        var stem = name[...]
        var suffix = name[name.endIndex...]
        if let dot = name.utf8.lastIndex(of: 0x2E), name[dot...].utf8.count <= 32 {
            stem = name[..<dot]
            suffix = name[dot...]
        }
        while stem.utf8.count + suffix.utf8.count + free > maximumLength, !stem.isEmpty {
            stem.unicodeScalars.removeLast()
        }
        return String(stem + suffix)
    }
}
