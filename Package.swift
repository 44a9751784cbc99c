// swift-tools-version: 6.1
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

/// What all parts above the engine use: a target is built anew only for changes of those that it names.
let engine: [Target.Dependency] = [
  "CivilTime", "CodedErrors", "Geography", "Hours", "Recurrence", "Streams", "Vicinity",
]

let package = Package(
  name: "Vicinity",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Vicinity", targets: ["Vicinity", "CivilTime", "CodedErrors", "Geography", "Streams"]),
    .library(name: "VicinityFormats", targets: ["VicinityFormats"]),
    .library(name: "Areas", targets: ["Areas", "CodedErrors", "Geography"]),
    .library(name: "Hours", targets: ["Hours", "CivilTime", "CodedErrors"]),
    .library(name: "Recurrence", targets: ["Recurrence", "CivilTime", "CodedErrors"]),
    .library(name: "Geography", targets: ["Geography", "CodedErrors"]),
    .executable(name: "vicinity", targets: ["VicinityCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CPrefetch"),
    .systemLibrary(name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"])]),

    // Each target uses those above it; scripts/layers.txt has the order of their folders.
    .target(name: "CodedErrors"),
    .target(name: "CivilTime", dependencies: ["CodedErrors"]),
    .target(name: "Geography", dependencies: ["CodedErrors"]),
    .target(name: "Streams", dependencies: ["CZlib", "CodedErrors"]),
    .target(name: "Hours", dependencies: ["CivilTime", "CodedErrors"]),
    .target(name: "Recurrence", dependencies: ["CivilTime", "CodedErrors"]),
    .target(name: "Areas", dependencies: ["CGEOS", "Geography"]),
    .target(
      name: "Vicinity",
      dependencies: [
        "CPrefetch", "CivilTime", "CodedErrors", "Geography", "Hours", "Recurrence", "Streams",
        .product(name: "GRDB", package: "GRDB.swift"), sqlite,
      ]
    ),
    .target(name: "VicinityFormats", dependencies: engine),
    .target(name: "VicinityLab", dependencies: engine + ["VicinityFormats"]),
    .executableTarget(
      name: "VicinityCLI", dependencies: engine + ["Areas", "VicinityFormats", "VicinityLab", argumentParser]),

    .executableTarget(
      name: "HotPath", dependencies: engine + ["VicinityFormats", "VicinityLab", argumentParser],
      path: "benchmarks/HotPath"),
    .executableTarget(
      name: "UnderWrites", dependencies: engine + ["VicinityLab", argumentParser], path: "benchmarks/UnderWrites"),
    .executableTarget(
      name: "Bookings", dependencies: engine + ["VicinityFormats", "VicinityLab", argumentParser],
      path: "benchmarks/Bookings"),
    .executableTarget(
      name: "AreasBenchmark", dependencies: engine + ["Areas", "VicinityLab", argumentParser],
      path: "benchmarks/Areas"),

    .target(name: "TestSupport", dependencies: engine + ["Areas", "VicinityLab", sqlite], path: "Tests/Support"),
    .target(name: "FuzzTargets", dependencies: ["CivilTime", "Hours", "Recurrence"], path: "Tests/Fuzz/Targets"),
    .executableTarget(name: "FuzzRunner", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Runner"),
    .testTarget(name: "GeographyTests", dependencies: ["Geography"]),
    .testTarget(name: "AreasTests", dependencies: ["Areas", "Geography", "TestSupport", "Vicinity", "VicinityLab"]),
    .testTarget(name: "HoursTests", dependencies: ["CivilTime", "Hours", "FuzzTargets", "TestSupport"]),
    .testTarget(name: "RecurrenceTests", dependencies: ["CivilTime", "Recurrence", "FuzzTargets", "TestSupport"]),
    .testTarget(
      name: "VicinityTests",
      dependencies: engine + ["Areas", "CZlib", "TestSupport", "VicinityFormats", "VicinityLab"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "VicinityCLITests",
      dependencies: engine + ["TestSupport", "VicinityCLI", "VicinityFormats", "VicinityLab"]),
  ]
)
