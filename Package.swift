// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Vicinity",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Vicinity", targets: ["Vicinity"]),
    .library(name: "Hours", targets: ["Hours"]),
    .library(name: "Recurrence", targets: ["Recurrence"]),
    .library(name: "Geography", targets: ["Geography"]),
    .library(name: "Regions", targets: ["Regions"]),
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
    .target(name: "Geography"),
    .target(name: "Regions", dependencies: ["CGEOS", "Geography"]),
    .target(name: "Hours"),
    .target(name: "Recurrence", dependencies: ["Hours"]),
    .target(
      name: "Vicinity",
      dependencies: [
        "CPrefetch", "CZlib", "Geography", "Hours", "Recurrence",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .executableTarget(
      name: "VicinityCLI",
      dependencies: ["Regions", "Vicinity", .product(name: "ArgumentParser", package: "swift-argument-parser")]
    ),
    .executableTarget(
      name: "HotPath",
      dependencies: ["Vicinity", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "benchmarks/HotPath"
    ),
    .executableTarget(
      name: "UnderWrites",
      dependencies: ["Vicinity", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "benchmarks/UnderWrites"
    ),
    .executableTarget(
      name: "Bookings",
      dependencies: ["Vicinity", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "benchmarks/Bookings"
    ),
    .executableTarget(
      name: "AreasBenchmark",
      dependencies: ["Regions", "Vicinity", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "benchmarks/Areas"
    ),
    .target(
      name: "TestSupport",
      dependencies: ["Recurrence", "Regions", "Vicinity", .product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Tests/Support"
    ),
    .testTarget(name: "GeographyTests", dependencies: ["Geography"]),
    .target(name: "FuzzTargets", dependencies: ["Hours", "Recurrence"], path: "Tests/Fuzz/Targets"),
    .executableTarget(name: "FuzzRunner", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Runner"),
    .testTarget(name: "RegionsTests", dependencies: ["Regions", "Vicinity", "TestSupport"]),
    .testTarget(name: "HoursTests", dependencies: ["Hours", "FuzzTargets", "TestSupport"]),
    .testTarget(name: "RecurrenceTests", dependencies: ["Recurrence", "FuzzTargets", "TestSupport"]),
    .testTarget(name: "VicinityTests", dependencies: ["Regions", "Vicinity", "TestSupport"], exclude: ["Fixtures"]),
    .testTarget(name: "VicinityCLITests", dependencies: ["VicinityCLI", "TestSupport"]),
  ]
)
