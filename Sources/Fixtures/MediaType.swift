/// What a file's name says about its content.
public enum MediaType {
    /// Content-Type for a path, from its extension; `application/octet-stream` for unknown ones.
    ///
    /// Source: the IANA media type registry.
    public static func of(path: String) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return fallback }
        return known[path[path.index(after: dot)...].lowercased()] ?? fallback
    }

    private static let fallback = "application/octet-stream"

    private static let known = [
        "avif": "image/avif", "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip", "htm": "text/html",
        "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript",
        "json": "application/json", "m4a": "audio/mp4", "md": "text/markdown", "mp3": "audio/mpeg",
        "mp4": "video/mp4", "ogg": "audio/ogg", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml",
        "txt": "text/plain", "wav": "audio/wav", "webp": "image/webp", "xml": "application/xml",
        "zip": "application/zip",
    ]
}
