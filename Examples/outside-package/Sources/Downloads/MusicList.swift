public import Foundation
import SessionKit

/// A list of songs: a search fills it, each row has a state, and what is downloaded lies in a folder.
public actor MusicList {
    /// A row of the answer to a search.
    public struct Song: Decodable, Sendable {
        /// Names the row.
        public let trackId: Int
        /// What the row says.
        public let trackName: String
        /// Where the song is, seen from the search.
        public let previewUrl: String
    }

    /// What a row shows; a paused download goes on from its data.
    public enum State: Sendable { case absent, loading, paused(Data), here(URL), failed(any Error) }

    private let folder: URL
    private let session = HTTPSession(configuration: .ephemeral)
    private var states: [Int: State] = [:]
    private var rows: [Int: TaskKeeper] = [:]

    /// Makes a list whose songs are put into a folder.
    public init(folder: URL) { self.folder = folder }

    /// The songs that a search finds.
    public func search(_ url: URL) async throws -> [Song] {
        struct Answer: Decodable { let results: [Song] }
        return try await JSONDecoder().decode(Answer.self, from: session.data(from: url).0).results
    }

    /// What a song's row shows.
    public func state(of song: Song) -> State { states[song.trackId] ?? .absent }

    /// How much of a song that is loading is there, 0 to 1.
    public func progress(of song: Song) -> Double? { rows[song.trackId]?.task?.progress.fractionCompleted }

    /// Downloads a song, or goes on with it, and returns when its row has its new state.
    public func download(_ song: Song, from site: URL) async {
        guard rows[song.trackId] == nil, let url = URL(string: song.previewUrl, relativeTo: site) else { return }
        let row = TaskKeeper()
        rows[song.trackId] = row
        let before = state(of: song)
        states[song.trackId] = .loading
        do {
            let (file, response) =
                if case .paused(let data) = before {
                    try await session.download(resumeFrom: data, delegate: row)
                } else {
                    try await session.download(from: url.absoluteURL, delegate: row)
                }
            let place = folder.appending(path: "\(song.trackId)-\(response.suggestedFilename)")
            try FileManager.default.moveItem(at: file, to: place)
            states[song.trackId] = .here(place)
        } catch {
            // Paused or lost on the way: where the server can go on, so can we.
            let data = (error as? URLError)?.downloadTaskResumeData
            states[song.trackId] = data.map(State.paused) ?? .failed(error)
        }
        rows[song.trackId] = nil
    }

    /// Stops a download and keeps what is there.
    public func pause(_ song: Song) { rows[song.trackId]?.task?.cancel(byProducingResumeData: { _ in }) }
}
