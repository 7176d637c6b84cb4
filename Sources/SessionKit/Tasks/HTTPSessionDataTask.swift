/// Loads a response into memory, piece by piece or as a whole.
public final class HTTPSessionDataTask: HTTPSessionTask, @unchecked Sendable {}
