internal import SessionKit

/// One planted fault of the bundled client; the suite is trusted because it catches each of them.
///
/// A mutant is a client like any other, named `sessionkit+append-on-200`, with a known-failures file of its own. None is
/// part of the SessionKit product: each wraps the life of a task, and leaves everything but its fault as it is.
enum Mutant: String, CaseIterable {
    case appendOn200 = "append-on-200"
    case ignoreIfRange = "ignore-if-range"
    case bufferUntilEnd = "buffer-until-end"
    case secondEnd = "second-end"
    case swallowEarlyClose = "swallow-early-close"

    /// The session's seams with the fault in them.
    var seams: SessionSeams {
        var seams = SessionSeams.standard
        seams.life = { plan in
            switch self {
            case .appendOn200: AppendOn200(plan)
            case .ignoreIfRange: IgnoreIfRange(plan)
            case .bufferUntilEnd: BufferUntilEnd(plan)
            case .secondEnd: SecondEnd(plan)
            case .swallowEarlyClose: SwallowEarlyClose(plan)
            }
        }
        return seams
    }
}
