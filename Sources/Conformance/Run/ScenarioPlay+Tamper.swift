internal import AdapterProtocol
internal import Foundation
internal import Scenarios

extension ScenarioPlay {
    /// Resume material after the damage.
    struct Tampered {
        /// The material, in base64.
        var value: String
        /// How many bytes a transfer can go on from; nil where the damage leaves that open.
        var held: Int64?
    }

    /// Why material cannot be damaged.
    struct Untouchable: Error {
        /// As a clause.
        var reason: String
    }

    /// By how much a partial file grows.
    private static let additional = 1024

    /// Damages what a transfer goes on from, as a cleaner, a crash or a broken disk would between two runs.
    ///
    /// - Parameters:
    ///   - data: The resume material, as the client gave it.
    ///   - tamper: What is done to it.
    ///   - total: How many bytes the client has reported.
    /// - Returns: The material after the damage, or why nothing could be done to it.
    func tampered(
        _ data: AdapterEvent.ResumeData, _ tamper: ResumeStart.Tamper, total: Int64
    ) -> Result<Tampered, Untouchable> {
        let value = data.value ?? ""
        switch tamper {
        case .garbage, .flipped:
            guard var bytes = Data(base64Encoded: value).map(Array.init), !bytes.isEmpty else {
                return .failure(Untouchable(reason: "its resume material is not base64"))
            }
            let noise = PatternStream(seed: options.seed)
            if tamper == .garbage {
                bytes = noise.bytes(from: 0, count: bytes.count)
            } else {
                let place = Int(noise[0]) * 256 + Int(noise[1])
                bytes[place % bytes.count] ^= 1 << (noise[2] % 8)
            }
            return .success(Tampered(value: Data(bytes).base64EncodedString()))
        case .missing, .shorter, .longer:
            guard let partial = data.partial else {
                return .failure(Untouchable(reason: "it does not tell where its partial file lies"))
            }
            do {
                let recorded = data.bytesHeld.map(Int64.init) ?? total
                return .success(
                    Tampered(value: value, held: try change(partial, tamper, recorded: recorded)))
            } catch {
                return .failure(Untouchable(reason: "its partial file cannot be changed: \(error)"))
            }
        }
    }

    /// Changes a partial file; how many bytes of the representation it holds then.
    private func change(_ path: String, _ tamper: ResumeStart.Tamper, recorded: Int64) throws -> Int64 {
        guard tamper != .missing else {
            try FileManager.default.removeItem(atPath: path)
            return 0
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let size = Int64(try file.seekToEnd())
        guard tamper == .shorter else {
            try file.write(contentsOf: Data(PatternStream(seed: options.seed).bytes(from: 0, count: Self.additional)))
            return recorded
        }
        try file.truncate(atOffset: UInt64(size / 2))
        return size / 2
    }
}
