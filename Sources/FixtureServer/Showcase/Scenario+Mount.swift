internal import Scenarios

extension Scenario {
    /// The path that the scenario has on the shared port, without a slash at the end: `/s/slow-chunks`.
    var mountPath: String { Showcase.folder + "/" + id.percentEncodedPath }

    /// Why the scenario is not played on the shared port, as a sentence, or nil; `--scenario` gives it the ports it needs.
    var obstacle: String? { needOfOwnPort.map { "Not playable on a shared port: \($0)." } }
}

extension String {
    /// The text as it stands in the path of a URL, slashes kept (RFC 3986 §3.3).
    var percentEncodedPath: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return text
    }
}
