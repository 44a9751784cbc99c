import CodedErrors
import Foundation
import Streams
import Vicinity

/// How a server is set up: where it listens, and every limit.
///
/// Each setting has one name in all places: `--max-body` as an option, `VICINITY_MAX_BODY` in the environment, and
/// `"max-body"` in the file, in this order of precedence.
public struct ServerSettings: Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 chooses a free one.
  public var port = 8080
  /// A port for metrics on the same host, in addition to access with an `admin` key; nil for none.
  public var metricsPort: Int?
  /// The address by which clients reach the server, for links; nil takes that of the request.
  public var publicURL: String?
  /// The name of the service on its pages.
  public var title = "Vicinity"
  /// The base map below the listings: an MBTiles file, or a template of tile URLs; nil for none.
  public var baseMap: String?
  /// The credit line of the base map: text, or HTML with links; nil takes the one of an MBTiles file.
  public var baseMapAttribution: String?
  /// A folder whose files replace or add to those of the map page; nil for none.
  public var assets: String?
  /// A PEM file with the certificates for TLS.
  public var tlsCertificate: String?
  /// The PEM file with the key of the certificate.
  public var tlsKey: String?
  /// The proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted.
  public var trustedProxies: [AddressRange] = []
  /// The networks of the operator that webhooks and switches may reach, in addition to the public Internet.
  public var outgoing: [AddressRange] = []
  /// The origins of pages that may read answers; `*` for all.
  public var corsOrigins: [String] = []
  /// Whether anonymous clients may search.
  public var isPublic = true
  /// Whether anyone may open an account.
  public var registration = true
  /// Whether hosts may set up switches of their couches, and rules by the weather.
  public var switches = true
  /// The role of new members: `member` or `host`.
  public var firstMemberRole = "host"
  /// The version of the terms that members must accept; nil without terms.
  public var terms: String?
  /// Where the terms can be read: an address, or a path of this server such as `map/assets/terms.html`.
  public var termsURL: String?
  /// The command that accepts emails as `sendmail -t -i` does; nil writes them to the folder `NAME.mail`.
  public var mailCommand: String?
  /// The maximum number of seconds for the command to accept an email.
  public var mailSeconds = 60
  /// The sender address of emails.
  public var mailSender = "vicinity@localhost"
  /// Threads for longer queries.
  public var threads = Catalog.defaultThreads
  /// Requests that wait for a thread; more are refused.
  public var queue = 64
  /// Threads that one client uses at a time; 0 for no limit.
  public var clientThreads = (Catalog.defaultThreads + 1) / 2
  /// Requests of one client that wait for a thread; 0 for no limit.
  public var clientQueue = 16
  /// The maximum duration of a query, in milliseconds.
  public var deadlineMilliseconds = 2000
  /// The maximum body of a request in bytes, except for imports, batches and pictures.
  public var maxBody = 1 << 20
  /// The largest import in bytes, as received and inflated.
  public var maxImport = 1 << 30
  /// The largest batch in bytes, as received and inflated.
  public var maxBatch = 1 << 30
  /// The maximum inflation ratio of a body, beyond 16 MiB.
  public var maxInflation = 200
  /// The maximum number of bytes in the answer to one query.
  public var maxAnswer = 16 << 20
  /// Bytes of bodies and answers of all clients that are in memory until they have been read; 0 for no limit.
  public var maxHeld = 512 << 20
  /// Bytes of bodies and answers in memory for one client; 0 for no limit.
  public var clientHeld = 64 << 20
  /// Bytes of pictures and videos that are being received from all clients; 0 for no limit.
  public var maxUploads = 4 << 30
  /// Bytes of pictures and videos that are being received from one client; 0 for no limit.
  public var clientUploads = 256 << 20
  /// Bytes of pictures and videos of one member, in messages and at listings; 0 for no limit.
  public var memberMedia = 512 << 20
  /// Bytes of messages, listings, alerts and reports of one member; 0 for no limit.
  public var memberTexts = 32 << 20
  /// Bytes that all members store; 0 for no limit.
  public var maxStored = 64 << 30
  /// Conditions of an alert.
  public var alertConditions = 40
  /// Conditions of an alert that compare a pattern or folded text.
  public var alertPatterns = 4
  /// Bytes of the query of an alert.
  public var alertBytes = 16 << 10
  /// Names that are looked up at once for one member: of switches, of the weather and of webhooks.
  public var memberLookups = 2
  /// The largest picture in bytes.
  public var maxPicture = 8 << 20
  /// The largest picture or video of a message in bytes.
  public var maxMedia = 32 << 20
  /// Concurrent streams of changes of a member.
  public var maxStreams = 8
  /// The longest line of a batch in bytes.
  public var maxLine = 1 << 20
  /// The longest path with its query, in bytes.
  public var maxURL = 16 << 10
  /// The maximum size of the header fields.
  public var maxHeaders = 32 << 10
  /// The most open connections, of all clients.
  public var maxConnections = 20_000
  /// The maximum number of open connections of one address, or of one IPv6 network; 0 for no limit. Those of trusted
  /// proxies are not counted.
  public var clientConnections = 256
  /// The most seconds from the first byte of a request's head to its last.
  public var headSeconds = 10
  /// The most seconds in which a client neither sends nor takes anything.
  public var idleSeconds = 60
  /// The most seconds for the body of a request, and one more for each 16 KiB of it; batches may take any time.
  public var bodySeconds = 60
  /// Requests a second for each client; 0 for no limit.
  public var rate = 100
  /// The number of requests that a client may send at once, beyond `rate`.
  public var burst = 400
  /// Results that a request may ask for.
  public var maxLimit = 10_000
  /// Listings that a tile shows one by one; more are clusters.
  public var tileListings = 500
  /// The maximum number of bytes of cached tiles.
  public var tileCache = 64 << 20
  /// Seconds that running requests have once the server stops.
  public var stopSeconds = 30
  /// Seconds that a server waits at its start for another one of the same catalog to end.
  public var takeoverSeconds = 60
  /// The address of the PostgreSQL that has the log of the cluster, as libpq reads it; nil for a server of its own.
  public var cluster: String?
  /// The name of this node of the cluster; nil takes that of the machine, with the port.
  public var node: String?
  /// The address by which the other nodes reach this one; nil takes host and port.
  public var nodeURL: String?
  /// A PEM file with the authorities that sign the certificates of the other nodes, in addition to those that the
  /// system trusts; nil for none.
  public var nodeAuthorities: String?
  /// Seconds that a node may be behind the cluster before it is not ready.
  public var maxLagSeconds = 10
  /// The file of the access log, or `-` for standard output; nil without one.
  public var accessLog: String?
  /// How much of the addresses of clients the access log has: `full`, `network` or `none`.
  public var accessAddresses = "network"
  /// The file to which log lines are written instead of standard error; nil without one.
  public var logFile: String?
  /// `trace`, `debug`, `info`, `notice`, `warning` or `error`.
  public var logLevel = "info"

  /// The cost of passwords, log₂ N of Scrypt; less only in tests.
  package var passwordLogRounds = 15

  /// The folder of Debian's package libjs-leaflet.
  package var leafletFolder = "/usr/share/javascript/leaflet"

  /// Makes the usual settings.
  public init() {}
}

extension ServerSettings {
  /// The same without files that would be made.
  public var withoutLogs: ServerSettings {
    var settings = self
    (settings.accessLog, settings.logFile) = (nil, nil)
    return settings
  }
}

/// A setting: its name, its meaning, and how its text is read.
public struct ServerSetting: Sendable {
  /// In kebab case.
  public let name: String
  /// The placeholder of its value in help texts.
  public let valueName: String
  /// One sentence.
  public let help: String
  /// Whether `/v1/limits` lists it.
  public let isLimit: Bool
  private let change: @Sendable (inout ServerSettings, String) throws -> Void
  private let text: @Sendable (ServerSettings) -> String

  /// The variable of the environment.
  public var variable: String { "VICINITY_" + name.uppercased().replacing("-", with: "_") }

  /// The current value as text; empty when it is not set.
  public func value(in settings: ServerSettings) -> String { text(settings) }

  /// Sets the value.
  /// - Throws: `SettingError`.
  public func set(_ text: String, in settings: inout ServerSettings) throws { try change(&settings, text) }

  private init(
    _ name: String, _ valueName: String, _ help: String, isLimit: Bool = false,
    _ text: @escaping @Sendable (ServerSettings) -> String,
    _ change: @escaping @Sendable (inout ServerSettings, String) throws -> Void
  ) {
    (self.name, self.valueName, self.help, self.isLimit) = (name, valueName, help, isLimit)
    (self.change, self.text) = (change, text)
  }

  private static func number(
    _ name: String, _ valueName: String, _ path: WritableKeyPath<ServerSettings, Int> & Sendable,
    _ range: ClosedRange<Int>,
    isLimit: Bool = true, _ help: String
  ) -> ServerSetting {
    ServerSetting(name, valueName, help, isLimit: isLimit, { "\($0[keyPath: path])" }) { settings, text in
      guard let number = Int(text.trimmingSpaces), range.contains(number) else {
        throw SettingError(
          name: name, problem: "\"\(text)\" is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      settings[keyPath: path] = number
    }
  }

  private static func text(
    _ name: String, _ valueName: String, _ path: WritableKeyPath<ServerSettings, String?> & Sendable, _ help: String
  ) -> ServerSetting {
    ServerSetting(name, valueName, help, { $0[keyPath: path] ?? "" }) { $0[keyPath: path] = $1.isEmpty ? nil : $1 }
  }

  private static func ranges(
    _ name: String, _ path: WritableKeyPath<ServerSettings, [AddressRange]> & Sendable, _ help: String
  ) -> ServerSetting {
    ServerSetting(name, "ranges", help, { $0[keyPath: path].map(\.description).joined(separator: ",") }) {
      $0[keyPath: path] = try $1.split(separator: ",").map { text in
        guard let range = AddressRange(text.trimmingSpaces) else {
          throw SettingError(name: name, problem: "\"\(text)\" is not an address or a range such as 10.0.0.0/8")
        }
        return range
      }
    }
  }

  private static func flag(_ text: String, _ name: String) throws -> Bool {
    guard ["yes", "no", "true", "false"].contains(text) else {
      throw SettingError(name: name, problem: "write yes or no")
    }
    return text == "yes" || text == "true"
  }

  /// All settings, in the order of help texts.
  public static let all: [ServerSetting] = [
    .init("host", "address", "The address to listen on (default 127.0.0.1).", \.host) { $0.host = $1 },
    .number(
      "port", "port", \.port, 0...65_535, isLimit: false,
      "The port to listen on (default 8080); 0 chooses a free one."),
    .init(
      "metrics-port", "port", "A separate port for /metrics, without a key.", { $0.metricsPort.map { "\($0)" } ?? "" }
    ) {
      guard let port = Int($1), (0...65_535).contains(port) else {
        throw SettingError(name: "metrics-port", problem: "\"\($1)\" is not a port")
      }
      $0.metricsPort = port
    },
    .init(
      "public-url", "URL",
      "The address by which clients reach the server, for links (default: the address of the request).",
      { $0.publicURL ?? "" }
    ) {
      guard $1.isEmpty || $1.hasPrefix("https://") || $1.hasPrefix("http://") else {
        throw SettingError(name: "public-url", problem: "\"\($1)\" does not begin with https:// or http://")
      }
      $0.publicURL = $1.isEmpty ? nil : $1
    },
    .init("title", "text", "The name of the service on its pages.", \.title) { $0.title = $1 },
    .text(
      "base-map", "file|URL", \.baseMap,
      "The base map below the listings: an MBTiles file, or a tile URL with {z}, {x} and {y}."),
    .text(
      "base-map-attribution", "text", \.baseMapAttribution,
      "The credit line of the base map: text, or HTML with links (default: from the MBTiles file)."),
    .text("assets", "folder", \.assets, "A folder whose files replace or add to those of the map page."),
    .text("tls-certificate", "file", \.tlsCertificate, "A PEM file with the certificates for TLS."),
    .text("tls-key", "file", \.tlsKey, "The PEM file with the key of the certificate."),
    .ranges(
      "trusted-proxies", \.trustedProxies,
      "The proxies whose X-Forwarded-For, -Proto and -Host are trusted: addresses or CIDR ranges, separated by "
        + "commas."),
    .ranges(
      "outgoing", \.outgoing,
      "Networks that webhooks may reach in addition to the public Internet: CIDR ranges, separated by commas."),
    .init(
      "cors-origins", "origins",
      "The origins of web pages that may call the server, separated by commas, or * (default: none).",
      { $0.corsOrigins.joined(separator: ",") }
    ) { $0.corsOrigins = $1.split(separator: ",").map(\.trimmingSpaces) },
    .init("public", "yes|no", "Whether clients without a key may search (default yes).", { $0.isPublic ? "yes" : "no" })
    { $0.isPublic = try flag($1, "public") },
    .init(
      "registration", "yes|no", "Whether anyone may open an account (default yes).", { $0.registration ? "yes" : "no" }
    ) { $0.registration = try flag($1, "registration") },
    .init(
      "switches", "yes|no", "Whether hosts may set up switches and weather rules for their couches (default yes).",
      { $0.switches ? "yes" : "no" }
    ) { $0.switches = try flag($1, "switches") },
    .init(
      "first-role", "member|host", "The role of new members: a host can offer listings (default host).",
      \.firstMemberRole
    ) {
      guard ["member", "host"].contains($1) else {
        throw SettingError(name: "first-role", problem: "write member or host")
      }
      $0.firstMemberRole = $1
    },
    .text("terms", "text", \.terms, "The version of the terms that new members must accept (default: none)."),
    .text("terms-url", "URL", \.termsURL, "The address of the terms, for the map page (default: none)."),
    .text(
      "mail-command", "command", \.mailCommand,
      "The command that accepts emails on its standard input, as sendmail -t -i does (default: files in NAME.mail)."),
    .number(
      "mail-timeout", "seconds", \.mailSeconds, 1...3600, isLimit: false,
      "The maximum time for the command to accept an email; then it is killed, and retried later (default 60)."),
    .init("mail-sender", "address", "The sender address of emails (default vicinity@localhost).", \.mailSender) {
      guard $1.contains("@"), !$1.contains(where: { $0.isWhitespace || "<>".contains($0) }) else {
        throw SettingError(name: "mail-sender", problem: "\"\($1)\" is not an address such as vicinity@example.org")
      }
      $0.mailSender = $1
    },
    .number("threads", "count", \.threads, 1...1024, "Threads for longer queries (default: one per core)."),
    .number("queue", "count", \.queue, 0...100_000, "Requests that wait for a thread; more are refused (default 64)."),
    .number(
      "client-threads", "count", \.clientThreads, 0...1024,
      "Threads that one client uses at a time (default: half of one per core); 0 for no limit."),
    .number(
      "client-queue", "count", \.clientQueue, 0...100_000,
      "Requests of one client that wait for a thread (default 16); 0 for no limit."),
    .number(
      "deadline", "ms", \.deadlineMilliseconds, 1...3_600_000,
      "The maximum time for a query (default 2000)."),
    .number(
      "max-body", "bytes", \.maxBody, 1024...1 << 40, "The largest body, except for imports (default 1 MiB)."),
    .number("max-import", "bytes", \.maxImport, 1024...1 << 40, "The largest import, inflated (default 1 GiB)."),
    .number(
      "max-inflation", "times", \.maxInflation, 1...2000,
      "The maximum inflation ratio of a gzip body, beyond 16 MiB (default 200)."),
    .number(
      "max-answer", "bytes", \.maxAnswer, 1 << 16...1 << 30,
      "The largest answer to a query, as the command prints it (default 16 MiB)."),
    .number(
      "max-held", "bytes", \.maxHeld, 0...1 << 50,
      "Bodies and answers in memory until clients have read them (default 512 MiB); 0 for no limit."),
    .number(
      "client-held", "bytes", \.clientHeld, 0...1 << 50,
      "Bodies and answers in memory for one client (default 64 MiB); 0 for no limit."),
    .number(
      "max-uploads", "bytes", \.maxUploads, 0...1 << 50,
      "Pictures and videos being written to the disk (default 4 GiB); 0 for no limit."),
    .number(
      "client-uploads", "bytes", \.clientUploads, 0...1 << 50,
      "Pictures and videos being received from one client (default 256 MiB); 0 for no limit."),
    .number(
      "member-media", "bytes", \.memberMedia, 0...1 << 50,
      "Pictures and videos that one member stores (default 512 MiB); 0 for no limit."),
    .number(
      "member-texts", "bytes", \.memberTexts, 0...1 << 50,
      "All other data of one member: messages, listings, ratings, visits, alerts and so on (default 32 MiB); 0 for no "
        + "limit."),
    .number(
      "max-stored", "bytes", \.maxStored, 0...1 << 50, "The data of all members (default 64 GiB); 0 for no limit."),
    .number("alert-conditions", "count", \.alertConditions, 1...10_000, "Conditions of an alert (default 40)."),
    .number(
      "alert-patterns", "count", \.alertPatterns, 0...10_000,
      "Conditions of an alert that compare patterns or folded texts (default 4)."),
    .number("alert-bytes", "bytes", \.alertBytes, 256...1 << 24, "The query of an alert (default 16 KiB)."),
    .number(
      "member-lookups", "count", \.memberLookups, 1...16,
      "Names of switches, weather and webhooks looked up at once for one member (default 2)."),
    .number("max-batch", "bytes", \.maxBatch, 1024...1 << 40, "The largest batch, inflated (default 1 GiB)."),
    .number("max-picture", "bytes", \.maxPicture, 1024...1 << 40, "The largest picture (default 8 MiB)."),
    .number(
      "max-media", "bytes", \.maxMedia, 1024...1 << 40, "The largest picture or video of a message (default 32 MiB)."),
    .number("max-streams", "count", \.maxStreams, 1...1000, "Concurrent streams of changes of a member (default 8)."),
    .number("max-line", "bytes", \.maxLine, 16 << 10...1 << 24, "The longest line of a batch (default 1 MiB)."),
    .number("max-url", "bytes", \.maxURL, 256...64 << 10, "The longest path with its query (default 16 KiB)."),
    .number(
      "max-headers", "bytes", \.maxHeaders, 1024...1 << 20, "The maximum size of the header fields (default 32 KiB)."),
    .number(
      "max-connections", "count", \.maxConnections, 1...1_000_000,
      "The maximum number of open connections (default 20000)."),
    .number(
      "client-connections", "count", \.clientConnections, 0...1_000_000,
      "The maximum number of open connections of one address, except for trusted proxies (default 256); 0 for no limit."
    ),
    .number(
      "head-timeout", "seconds", \.headSeconds, 1...3600, "The maximum time for the head of a request (default 10)."),
    .number(
      "body-timeout", "seconds", \.bodySeconds, 1...86_400,
      "The maximum time for a body, plus a second for each 16 KiB of it (default 60)."),
    .number(
      "idle-timeout", "seconds", \.idleSeconds, 1...86_400,
      "The maximum time in which a client neither sends nor receives anything (default 60)."),
    .number(
      "rate", "count", \.rate, 0...1_000_000, "Requests per second of each client (default 100); 0 for no limit."),
    .number("burst", "count", \.burst, 1...1_000_000, "The requests that a client may send at once (default 400)."),
    .number(
      "max-limit", "count", \.maxLimit, 1...10_000_000, "The maximum number of results of a request (default 10000)."),
    .number(
      "tile-listings", "count", \.tileListings, 0...100_000,
      "Listings that a tile shows one by one; more are clusters (default 500)."),
    .number(
      "tile-cache", "bytes", \.tileCache, 0...1 << 40, isLimit: false, "The size of the tile cache (default 64 MiB)."),
    .number(
      "stop-timeout", "seconds", \.stopSeconds, 0...3600, isLimit: false,
      "The time for running requests to finish when the server stops (default 30)."),
    .number(
      "takeover-timeout", "seconds", \.takeoverSeconds, 0...3600, isLimit: false,
      "The time to wait at the start for another server of the same catalog to stop (default 60)."),
    .init(
      "cluster", "URL",
      "The PostgreSQL with the log of the cluster that this server is a node of, such as "
        + "postgresql://vicinity@db1,db2/vicinity (default: none). A password is better in a file (PGPASSFILE).",
      { $0.cluster?.replacing(/:[^:@\/]*@/, with: ":…@").replacing(/password=[^&\s]*/, with: "password=…") ?? "" }
    ) {
      guard $1.isEmpty || ServerSettings.isPostgreSQL($1) else {
        throw SettingError(name: "cluster", problem: "it does not begin with postgresql://")
      }
      $0.cluster = $1.isEmpty ? nil : $1
    },
    .text("node", "name", \.node, "The name of this node, another one for each (default: the machine and the port)."),
    .init(
      "node-url", "URL", "Where the other nodes reach this one (default: its host and port).", { $0.nodeURL ?? "" }
    ) {
      guard $1.isEmpty || $1.hasPrefix("https://") || $1.hasPrefix("http://") else {
        throw SettingError(name: "node-url", problem: "\"\($1)\" does not begin with https:// or http://")
      }
      $0.nodeURL = $1.isEmpty ? nil : $1
    },
    .text(
      "node-ca", "file", \.nodeAuthorities,
      "A PEM file with the authorities that sign the certificates of the other nodes, in addition to those that the "
        + "system trusts (default: none)."),
    .number(
      "max-lag", "seconds", \.maxLagSeconds, 1...3600, isLimit: false,
      "How far a node may be behind the cluster before /readyz fails (default 10)."),
    .text(
      "access-log", "file|-", \.accessLog,
      "Writes a JSON line per request to a file or to standard output (default: none)."),
    .init(
      "access-addresses", "full|network|none",
      "How much of a client's address the access log contains, with the name of its member or key if full (default "
        + "network).", \.accessAddresses
    ) {
      guard ["full", "network", "none"].contains($1) else {
        throw SettingError(name: "access-addresses", problem: "write full, network or none")
      }
      $0.accessAddresses = $1
    },
    .text("log-file", "file", \.logFile, "A file for log lines (default: standard error)."),
    .init("log-level", "level", "trace, debug, info, notice, warning or error (default info).", \.logLevel) {
      guard ["trace", "debug", "info", "notice", "warning", "error", "critical"].contains($1) else {
        throw SettingError(name: "log-level", problem: "\"\($1)\" is not a level")
      }
      $0.logLevel = $1
    },
  ]
}

extension ServerSetting {
  /// The settings by topic, in the order of help texts.
  public static var groups: [(title: String, settings: [ServerSetting])] {
    names.map { title, names in (title, names.compactMap { name in all.first { $0.name == name } }) }
  }

  private static let names: [(String, [String])] = [
    (
      "Where it listens",
      [
        "host", "port", "metrics-port", "public-url", "tls-certificate", "tls-key", "trusted-proxies", "cors-origins",
        "outgoing",
      ]
    ),
    ("The map page", ["title", "base-map", "base-map-attribution", "assets", "tile-cache"]),
    (
      "Members and email",
      [
        "public", "registration", "switches", "first-role", "terms", "terms-url", "mail-command", "mail-timeout",
        "mail-sender",
      ]
    ),
    (
      "Starting, stopping and logs",
      ["takeover-timeout", "stop-timeout", "access-log", "access-addresses", "log-file", "log-level"]
    ),
  ]
}

extension ServerSetting {
  /// The settings that are in none of `groups`: the limits of clients.
  public static var others: [ServerSetting] {
    let grouped = Set(names.flatMap(\.1))
    return all.filter { !grouped.contains($0.name) }
  }
}

/// A setting that cannot be read.
public struct SettingError: CodedError, Hashable {
  /// The name of the setting, or the place where it was read.
  public var name: String
  /// The error.
  public var problem: String

  package init(name: String, problem: String) { (self.name, self.problem) = (name, problem) }

  /// Stable, for programs.
  public var code: String { "bad-setting" }
  /// The name and what is wrong with it.
  public var description: String { "\(name): \(problem)" }
}

extension ServerSettings {
  /// Reads settings from a file, the environment and options; later ones take precedence.
  ///
  /// - Parameters:
  ///   - file: a JSON object with the names of settings; nil without one.
  ///   - environment: the variables of the process; those that begin with `VICINITY_` and resemble a setting are
  ///     refused, others are skipped.
  ///   - options: by name.
  /// - Throws: `SettingError` with where the setting was read.
  public init(file: String?, environment: [String: String], options: [String: String]) throws {
    self.init()
    if let file { try read(file: file) }
    try Self.check(environment)
    for setting in ServerSetting.all {
      if let text = environment[setting.variable] { try set(setting, text, from: setting.variable) }
    }
    for setting in ServerSetting.all {
      if let text = options[setting.name] { try set(setting, text, from: setting.name) }
    }
    if (tlsCertificate == nil) != (tlsKey == nil) {
      throw SettingError(name: "tls-certificate", problem: "TLS needs both a certificate and its key (tls-key)")
    }
    if burst < rate { burst = rate }
  }

  private static func check(_ environment: [String: String]) throws {
    let prefix = "VICINITY_"
    let names = ServerSetting.all.map { String($0.variable.dropFirst(prefix.count)) }
    for variable in environment.keys.sorted() where variable.hasPrefix(prefix) {
      let name = String(variable.dropFirst(prefix.count))
      guard !names.contains(name), let meant = Suggestion.nearest(to: name, among: names) else { continue }
      throw SettingError(name: variable, problem: "no setting has this variable; did you mean \(prefix)\(meant)?")
    }
  }

  private mutating func set(_ setting: ServerSetting, _ text: String, from place: String) throws {
    do { try setting.set(text, in: &self) } catch let error as SettingError {
      throw SettingError(name: place, problem: error.problem)
    }
  }

  private mutating func read(file: String) throws {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw SettingError(name: file, problem: "cannot be read")
    }
    let form: JSONValue
    do { form = try JSONParser.parse(data) } catch { throw SettingError(name: file, problem: "\(error)") }
    guard let object = form.object else {
      throw SettingError(name: file, problem: #"expected an object such as {"port": 8080}, found \#(form.typeName)"#)
    }
    for member in object.members {
      guard let setting = ServerSetting.all.first(where: { $0.name == member.key }) else {
        let names = ServerSetting.all.map(\.name)
        let advice =
          Suggestion.question(for: member.key, among: names) ?? "Possible are \(names.joined(separator: ", "))."
        throw SettingError(name: file, problem: "unknown setting \(member.key.shortened). \(advice)")
      }
      let text: String? =
        switch member.value {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .bool(let isOn): isOn ? "yes" : "no"
        case .array(let words): words.compactMap(\.string).joined(separator: ",")
        default: nil
        }
      guard let text else {
        throw SettingError(name: "\(file): \(member.key)", problem: "expected text, a whole number or a list of texts")
      }
      try set(setting, text, from: "\(file): \(member.key)")
    }
  }
}

extension ServerSettings {
  /// Whether a text is an address of PostgreSQL: a URI, or pairs such as `host=db1 dbname=vicinity`.
  package static func isPostgreSQL(_ address: String) -> Bool {
    address.hasPrefix("postgresql://") || address.hasPrefix("postgres://")
      || !address.contains("://") && address.contains("=")
  }
}
