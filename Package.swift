// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Vicinity",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Vicinity", targets: ["Vicinity", "CivilTime", "Geography", "Streams"]),
    .library(name: "VicinityFormats", targets: ["VicinityFormats"]),
    .library(name: "Areas", targets: ["Areas", "Geography"]),
    .library(name: "Hours", targets: ["Hours", "CivilTime"]),
    .library(name: "Recurrence", targets: ["Recurrence", "CivilTime"]),
    .library(name: "Geography", targets: ["Geography"]),
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

    // Each target uses those above it.
    .target(name: "CivilTime"),
    .target(name: "Geography"),
    .target(name: "Streams", dependencies: ["CZlib"]),
    .target(name: "Hours", dependencies: ["CivilTime"]),
    .target(name: "Recurrence", dependencies: ["CivilTime"]),
    .target(name: "Areas", dependencies: ["CGEOS", "Geography"]),
    .target(
      name: "Vicinity",
      dependencies: [
        "CPrefetch", "CivilTime", "Geography", "Hours", "Recurrence", "Streams",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .target(name: "VicinityFormats", dependencies: ["Vicinity"]),
    .target(name: "VicinityLab", dependencies: ["VicinityFormats"]),
    .executableTarget(
      name: "VicinityCLI",
      dependencies: [
        "Areas", "VicinityFormats", "VicinityLab", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),

    .executableTarget(
      name: "HotPath",
      dependencies: ["VicinityLab", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "benchmarks/HotPath"
    ),
    .executableTarget(
      name: "UnderWrites",
      dependencies: ["VicinityLab", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "benchmarks/UnderWrites"
    ),
    .executableTarget(
      name: "Bookings",
      dependencies: ["VicinityLab", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "benchmarks/Bookings"
    ),
    .executableTarget(
      name: "AreasBenchmark",
      dependencies: ["Areas", "VicinityLab", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "benchmarks/Areas"
    ),

    .target(
      name: "TestSupport",
      dependencies: ["Areas", "VicinityLab", .product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Tests/Support"
    ),
    .target(name: "FuzzTargets", dependencies: ["Hours", "Recurrence"], path: "Tests/Fuzz/Targets"),
    .executableTarget(name: "FuzzRunner", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Runner"),
    .testTarget(name: "GeographyTests", dependencies: ["Geography"]),
    .testTarget(name: "AreasTests", dependencies: ["Areas", "Vicinity", "TestSupport"]),
    .testTarget(name: "HoursTests", dependencies: ["Hours", "FuzzTargets", "TestSupport"]),
    .testTarget(name: "RecurrenceTests", dependencies: ["Recurrence", "FuzzTargets", "TestSupport"]),
    .testTarget(name: "VicinityTests", dependencies: ["Areas", "VicinityLab", "TestSupport"], exclude: ["Fixtures"]),
    .testTarget(name: "VicinityCLITests", dependencies: ["VicinityCLI", "TestSupport"]),
  ]
)
