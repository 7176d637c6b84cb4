package import Foundation

/// The host that transfers are counted by: scheme, name and port.
package struct HostKey: Hashable, Sendable {
    package var scheme: String
    package var host: String
    package var port: Int

    /// The key of a URL; nil when it has no host or is neither http nor https.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}
