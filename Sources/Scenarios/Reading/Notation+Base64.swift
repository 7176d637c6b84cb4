import Foundation
import YAML

extension Notation {
    static func base64(_ text: String) throws(NotationError) -> [UInt8] {
        guard let data = Data(base64Encoded: text.filter { !$0.isWhitespace }) else {
            throw NotationError("\(Complaint.quoted(text)) is no base64", expected: "RFC 4648 with padding")
        }
        return [UInt8](data)
    }
}
