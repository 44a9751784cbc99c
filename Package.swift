// swift-tools-version: 6.1
import PackageDescription

/// With the trait `Command`.
let command = TargetDependencyCondition.when(traits: ["Command"])
/// With the trait `Server`.
let server = TargetDependencyCondition.when(traits: ["Server"])

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: command)
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

/// The modules that all parts above the engine use: a target is rebuilt only for changes of the modules it names.
let engine: [Target.Dependency] = [
  "CivilTime", "CodedErrors", "Geography", "Hours", "Recurrence", "Streams", "Vicinity",
]

/// The commit, without quotes: the source makes a text of it.
let commit = (Context.gitInformation?.currentCommit).map { String($0.prefix(12)) } ?? ""

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
    .library(name: "VicinityServer", targets: ["VicinityServer", "VicinityAccounts", "VicinityHTTP"]),
    .library(name: "VicinityClient", targets: ["VicinityClient"]),
    .executable(name: "vicinity", targets: ["VicinityCLI"]),
    .executable(name: "vicinity-server", targets: ["VicinityServerCLI"]),
  ],
  // Without traits a package resolves and compiles GRDB alone: `.package(url: …, from: …, traits: [])`.
  traits: [
    .default(enabledTraits: ["Command", "Server"]),
    .trait(name: "Command", description: "The command `vicinity` and the benchmarks."),
    .trait(
      name: "Server", description: "The server, its program, and the client for Swift.", enabledTraits: ["Command"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CPrefetch"),
    .systemLibrary(name: "CSQLiteSession"),
    .systemLibrary(name: "CFileUser"),
    .target(name: "CCommit", cSettings: [.define("VICINITY_COMMIT", to: commit)]),
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
        "CFileUser", "CPrefetch", "CivilTime", "CodedErrors", "Geography", "Hours", "Recurrence", "Streams",
        .product(name: "GRDB", package: "GRDB.swift"), sqlite,
      ]
    ),
    .target(name: "VicinityFormats", dependencies: engine),
    .target(name: "VicinityLab", dependencies: engine + ["VicinityFormats"]),
    .target(name: "VicinityMCP", dependencies: engine + ["VicinityFormats"]),
    .executableTarget(name: "PageEmbedder"),
    .plugin(
      name: "PageEmbedding", capability: .buildTool(), dependencies: ["PageEmbedder"], path: "Sources/PageEmbedding"),
    .target(
      name: "VicinityHTTP",
      dependencies: engine + [
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "Metrics", package: "swift-metrics", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "NIOPosix", package: "swift-nio", condition: server),
      ]
    ),
    // Without a server: the accounts file, and what is in it.
    .target(
      name: "VicinityAccounts",
      dependencies: engine + [
        .product(name: "Crypto", package: "swift-crypto", condition: server),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: server),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "Subprocess", package: "swift-subprocess", condition: server),
        .product(name: "SystemPackage", package: "swift-system", condition: server),
      ]
    ),
    // Several servers around a PostgreSQL; only the server's program uses it, and so libpq.
    .target(
      name: "VicinityCluster",
      dependencies: engine + [
        "CPostgreSQL", "CSQLiteSession", "VicinityAccounts",
        .product(name: "Crypto", package: "swift-crypto", condition: server),
        .product(name: "GRDB", package: "GRDB.swift"), sqlite,
        .product(name: "Logging", package: "swift-log", condition: server),
      ]
    ),
    .target(
      name: "VicinityHome",
      dependencies: engine + [
        "VicinityAccounts",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log", condition: server),
      ]
    ),
    .target(
      name: "VicinityServer",
      dependencies: engine + [
        "VicinityAccounts", "VicinityFormats", "VicinityHTTP", "VicinityHome", "VicinityMCP",
        .product(name: "Crypto", package: "swift-crypto", condition: server),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "Metrics", package: "swift-metrics", condition: server),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "NIOPosix", package: "swift-nio", condition: server),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
      ],
      exclude: ["Page/Site", "Page/leaflet.d.ts"],
      plugins: ["PageEmbedding"]
    ),
    .target(
      name: "VicinityClient",
      dependencies: engine + [
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
      ]
    ),
    .target(
      name: "CommandSupport", dependencies: engine + ["Areas", "VicinityFormats", argumentParser]),
    .executableTarget(
      name: "VicinityCLI",
      dependencies: engine + [
        "Areas", "CCommit", "CommandSupport", "VicinityFormats", "VicinityLab", "VicinityMCP", argumentParser,
      ]),
    .executableTarget(
      name: "VicinityServerCLI",
      dependencies: engine + [
        "Areas", "CommandSupport", "VicinityAccounts", "VicinityCluster", "VicinityServer", argumentParser,
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
      ]),

    .executableTarget(
      name: "HotPath", dependencies: engine + ["VicinityFormats", "VicinityLab", argumentParser],
      path: "benchmarks/HotPath"),
    .executableTarget(
      name: "UnderWrites", dependencies: engine + ["VicinityLab", argumentParser], path: "benchmarks/UnderWrites"),
    .executableTarget(
      name: "StandingBenchmark", dependencies: engine + ["VicinityLab", argumentParser], path: "benchmarks/Standing"),
    .executableTarget(
      name: "Bookings", dependencies: engine + ["VicinityFormats", "VicinityLab", argumentParser],
      path: "benchmarks/Bookings"),
    .executableTarget(
      name: "ServerLoad",
      dependencies: [
        "Streams", argumentParser,
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "NIOPosix", package: "swift-nio", condition: server),
      ],
      path: "benchmarks/ServerLoad"),
    .executableTarget(
      name: "AreasBenchmark", dependencies: engine + ["Areas", "VicinityLab", argumentParser],
      path: "benchmarks/Areas"),

    .target(
      name: "TestSupport", dependencies: engine + ["Areas", "VicinityFormats", "VicinityLab", sqlite],
      path: "Tests/Support"),
    .target(
      name: "ServerTestSupport",
      dependencies: engine + [
        "TestSupport", "VicinityAccounts", "VicinityFormats", "VicinityHTTP", "VicinityServer",
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
      ],
      path: "Tests/ServerSupport"),
    .target(name: "FuzzTargets", dependencies: ["CivilTime", "Hours", "Recurrence"], path: "Tests/Fuzz/Targets"),
    .executableTarget(name: "FuzzRunner", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Runner"),
    .testTarget(name: "CodedErrorsTests", dependencies: ["CodedErrors"]),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime", "VicinityLab"]),
    .testTarget(name: "GeographyTests", dependencies: ["Geography"]),
    .testTarget(name: "AreasTests", dependencies: ["Areas", "Geography", "TestSupport", "Vicinity", "VicinityLab"]),
    .testTarget(name: "HoursTests", dependencies: ["CivilTime", "Hours", "FuzzTargets", "TestSupport", "VicinityLab"]),
    .testTarget(name: "RecurrenceTests", dependencies: ["CivilTime", "Recurrence", "FuzzTargets", "TestSupport"]),
    .testTarget(name: "StreamsTests", dependencies: ["Streams", "VicinityLab"]),
    .testTarget(
      name: "VicinityTests", dependencies: engine + ["Areas", "TestSupport", "VicinityFormats", "VicinityLab"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "VicinityFormatsTests",
      dependencies: engine + ["Areas", "CZlib", "TestSupport", "VicinityFormats", "VicinityLab"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "VicinityLabTests", dependencies: engine + ["TestSupport", "VicinityFormats", "VicinityLab"]),
    .testTarget(
      name: "VicinityMCPTests", dependencies: engine + ["Areas", "TestSupport", "VicinityFormats", "VicinityMCP"]),
    .testTarget(
      name: "VicinityHTTPTests",
      dependencies: [
        "Geography", "TestSupport", "Vicinity", "VicinityHTTP",
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
      ]),
    .testTarget(
      name: "VicinityAccountsTests",
      dependencies: ["TestSupport", "Vicinity", "VicinityAccounts", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(
      name: "VicinityHomeTests",
      dependencies: [
        "Streams", "TestSupport", "Vicinity", "VicinityAccounts", "VicinityHome",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log", condition: server),
      ]),
    .testTarget(
      name: "VicinityClusterTests",
      dependencies: engine + [
        "CSQLiteSession", "TestSupport", "VicinityAccounts", "VicinityCluster", "VicinityLab",
        .product(name: "GRDB", package: "GRDB.swift"), sqlite,
        .product(name: "Logging", package: "swift-log", condition: server),
      ]),
    .testTarget(name: "VicinityClientTests", dependencies: engine + ["ServerTestSupport", "VicinityClient"]),
    .testTarget(
      name: "VicinityServerTests",
      dependencies: engine + [
        "ServerTestSupport", "TestSupport", "VicinityAccounts", "VicinityFormats", "VicinityHTTP", "VicinityHome",
        "VicinityLab", "VicinityMCP", "VicinityServer",
        .product(name: "Crypto", package: "swift-crypto", condition: server),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
      ]),
    .testTarget(
      name: "VicinityCLITests",
      dependencies: engine + ["TestSupport", "VicinityCLI", "VicinityFormats", "VicinityLab"]),
    // Of no target alone: the statements of all of them, and scripts/.
    .testTarget(
      name: "StatementTests", dependencies: ["TestSupport", "Vicinity", "VicinityAccounts", "VicinityLab", sqlite],
      exclude: ["recorded.txt"]),
    .testTarget(name: "ScriptTests", dependencies: ["TestSupport"]),
  ]
)
