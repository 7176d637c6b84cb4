public import Foundation
import SessionKit

/// Loads what a URL names into memory, and tells each kilobyte how much of it is there.
///
/// - Parameters:
///   - url: What to load.
///   - progress: Told of the bytes so far, and of how many there will be: nil when nobody knows.
/// - Returns: The whole content.
/// - Throws: `URLError`, also when the surrounding task is cancelled.
public func loadData(
    from url: URL, progress: (_ received: Int, _ expected: Int64?) -> Void = { _, _ in }
) async throws -> Data {
    let (bytes, response) = try await HTTPSession.shared.bytes(from: url)
    let expected = response.expectedContentLength < 0 ? nil : response.expectedContentLength
    var data = Data()
    for try await byte in bytes {
        data.append(byte)
        if data.count.isMultiple(of: 1024) { progress(data.count, expected) }
    }
    progress(data.count, expected)
    return data
}
