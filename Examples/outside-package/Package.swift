// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "outside-package",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Downloads", targets: ["Downloads"])],
    dependencies: [.package(name: "sluice", path: "../..")],
    targets: [
        .target(name: "Downloads", dependencies: [.product(name: "SessionKit", package: "sluice")]),
        .testTarget(
            name: "DownloadsTests",
            dependencies: ["Downloads", .product(name: "FixtureServerTesting", package: "sluice")],
            exclude: ["two-tunnels.yaml", "music.yaml"]),
    ]
)
