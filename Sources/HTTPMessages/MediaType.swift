/// The media types of the files that a fixture server meets; a small table, not a registry.
public enum MediaType {
    /// What an unknown kind of file is served as.
    public static let unknown = "application/octet-stream"

    /// Extension and type; the first extension of a type is the one that names get.
    private static let table: [(fileExtension: String, type: String)] = [
        ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("png", "image/png"), ("gif", "image/gif"),
        ("webp", "image/webp"), ("avif", "image/avif"), ("heic", "image/heic"), ("svg", "image/svg+xml"),
        ("ico", "image/vnd.microsoft.icon"), ("bmp", "image/bmp"), ("tiff", "image/tiff"),
        ("mp3", "audio/mpeg"), ("m4a", "audio/mp4"), ("aac", "audio/aac"), ("flac", "audio/flac"),
        ("ogg", "audio/ogg"), ("opus", "audio/ogg"), ("wav", "audio/wav"),
        ("mp4", "video/mp4"), ("m4v", "video/mp4"), ("webm", "video/webm"), ("mov", "video/quicktime"),
        ("m3u8", "application/vnd.apple.mpegurl"), ("ts", "video/mp2t"), ("mpd", "application/dash+xml"),
        ("json", "application/json"), ("xml", "application/xml"), ("yaml", "application/yaml"),
        ("pdf", "application/pdf"), ("zip", "application/zip"), ("gz", "application/gzip"),
        ("tar", "application/x-tar"), ("wasm", "application/wasm"), ("js", "text/javascript"),
        ("html", "text/html"), ("htm", "text/html"), ("css", "text/css"), ("txt", "text/plain"),
        ("md", "text/markdown"), ("csv", "text/csv"),
    ]

    /// The type of a file by the extension of its name, ``unknown`` when the table lacks it.
    public static func ofFile(named name: some StringProtocol) -> String {
        let name = Substring(name)
        guard let dot = name.utf8.lastIndex(of: 0x2E) else { return unknown }
        let ending = name[name.utf8.index(after: dot)...]
        return table.first { ASCII.equalIgnoringCase($0.fileExtension, ending) }?.type ?? unknown
    }

    /// The extension that files of a type usually have, or nil; parameters such as `charset` do not matter.
    public static func fileExtension(for type: some StringProtocol) -> String? {
        let end = type.utf8.firstIndex(of: 0x3B) ?? type.endIndex
        let essence = ASCII.trimmed(Substring(type[..<end]))
        return table.first { ASCII.equalIgnoringCase($0.type, essence) }?.fileExtension
    }
}
