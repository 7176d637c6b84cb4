// One load by one client, timed: `client-speed sessionkit|urlsession file|discard|slow URL`, `… small URL TIMES`.
// Prints seconds, bytes and the most that was resident, in KiB; Benchmarks/client.sh and memory.sh compare.
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 3, let url = URL(string: words[2]) else {
    FileHandle.standardError.write(
        Data("usage: client-speed sessionkit|urlsession file|discard|slow|small URL [TIMES]\n".utf8))
    exit(2)
}
let client: any Client = words[0] == "urlsession" ? URLSessionClient() : SessionKitClient()
let clock = ContinuousClock()
let began = clock.now
let bytes =
    switch words[1] {
    case "file": try await client.file(url)
    case "discard": try await client.discard(url, resting: 0)
    case "slow": try await client.discard(url, resting: 1000)
    default: try await client.small(url, times: words.count > 3 ? Int(words[3]) ?? 1 : 1)
    }
print((clock.now - began) / .seconds(1), bytes, peakResident() ?? 0)
