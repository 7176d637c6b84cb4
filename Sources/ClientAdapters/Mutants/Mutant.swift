internal import SessionKit

/// One planted fault of the bundled client; the suite is trusted because it catches each of them.
///
/// A mutant is a client like any other, named `sessionkit+append-on-200`, with a known-failures file of its own. None is
/// part of the SessionKit product: each wraps a task's life.
enum Mutant: String, CaseIterable {
    /// Takes a 200 that answers a resume for the rest: the file has the whole behind its own beginning.
    case appendOn200 = "append-on-200"
    /// Resumes without If-Range and joins whatever comes: the head of one version with the tail of another.
    case ignoreIfRange = "ignore-if-range"
    /// Hands everything over at the end: no picture appears as it arrives.
    case bufferUntilEnd = "buffer-until-end"
    /// Ends twice: the application runs its completion code twice.
    case secondEnd = "second-end"
    /// Takes an early close for the end: half a picture is shown as if it were whole.
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
