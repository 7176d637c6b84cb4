import Foundation

/// The content of a request while libcurl asks for it.
struct OutgoingBody {
    enum Filling {
        case filled(Int)
        case later
        case failed
    }

    private let body: CurlRequest.Body
    private var offset = 0
    /// Whether the last of the content has been given.
    private(set) var isAtEnd = false

    init(_ body: CurlRequest.Body) {
        self.body = body
    }

    /// Whether nothing is sent behind the head.
    var isEmpty: Bool {
        switch body {
        case .none: true
        case .data(let data): data.isEmpty
        case .source: false
        }
    }

    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Filling {
        switch body {
        case .none:
            return .filled(0)
        case .data(let data):
            let piece = data.dropFirst(offset).prefix(buffer.count)
            unsafe buffer.copyBytes(from: piece)
            offset += piece.count
            isAtEnd = offset == data.count
            return .filled(piece.count)
        case .source(let source):
            switch source.read(upTo: buffer.count) {
            case .data(let piece) where piece.count <= buffer.count:
                unsafe buffer.copyBytes(from: piece)
                return .filled(piece.count)
            case .data, .failed: return .failed
            case .later: return .later
            case .end:
                isAtEnd = true
                return .filled(0)
            }
        }
    }

    /// Libcurl asks for this when it sends the request once more, on another connection.
    mutating func seek(to place: Int64) -> Bool {
        switch body {
        case .none:
            return place == 0
        case .data(let data):
            guard let place = Int(exactly: place), place <= data.count else { return false }
            offset = place
            return true
        case .source(let source):
            return place == 0 && source.rewind()
        }
    }
}
