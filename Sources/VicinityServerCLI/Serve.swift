import Areas
import ArgumentParser
import CivilTime
import CodedErrors
import CommandSupport
import Foundation
import Logging
import Streams
import Vicinity
import VicinityAccounts
import VicinityCluster
import VicinityServer

/// Serves the catalog over HTTP.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the catalog over HTTP, with OGC API – Features, vector tiles and batches.",
    usage: """
      vicinity serve [--config <file>] [--SETTING <value> ...] [--check-config]
                     [--read-only] [--create] [--catalog <file>]
      """,
    discussion: """
      Each setting is an option, an environment variable (VICINITY_MAX_BODY for --max-body), and a key of the file of \
      --config ("max-body"), in this order of precedence. docs/server.md describes them. SIGHUP reloads the \
      certificates and reopens the log files; SIGTERM stops the server.

      Examples:
        vicinity serve
        vicinity serve --port 9000 --public-url https://near.example.org
        vicinity serve --config server.json --check-config

      \(settingsText)
      """)

  /// The settings by groups, within 80 columns.
  private static var settingsText: String {
    let groups = ServerSetting.groups + [("Limits, as /v1/limits lists them", ServerSetting.others)]
    return groups.map { title, settings in
      "\(title.uppercased()):\n" + settings.map(text).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Beyond that the parser breaks lines itself, and goes on at the margin.
  private static let widest = 78

  private static func text(_ setting: ServerSetting) -> String {
    let (name, indentation) = ("  --\(setting.name) <\(setting.valueName)>", 30)
    var lines: [String] = []
    var line = ""
    for word in setting.help.split(separator: " ") {
      if !line.isEmpty, indentation + line.count + 1 + word.count > widest {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    let padding = String(repeating: " ", count: indentation)
    let first = name.count < indentation ? name + padding.dropFirst(name.count) + lines.removeFirst() : name
    return ([first] + lines.map { padding + $0 }).joined(separator: "\n")
  }

  @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file(extensions: ["json"]))
  var config: String?

  /// The options of settings, which the table of settings knows, and not this command.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("Settings, as listed above.", valueName: "setting"),
    // Zsh completes no option beside an argument without values.
    completion: .custom { _, _, _ in [] })
  var settings: [String] = []

  @Flag(help: "Check the settings and the catalog without changing it, print the settings, and exit.")
  var checkConfig = false

  @Flag(help: "Open the catalog for reading only: no listing or area can be changed.")
  var readOnly = false

  @Flag(help: "Create an empty catalog if there is none.")
  var create = false

  @OptionGroup var completed: SettingOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if readOnly, create { throw ValidationError("give either --create or --read-only") }
    if readOnly || create, settings.contains(where: { $0.hasPrefix("--cluster") }) {
      throw ValidationError("a node of a cluster has the files of the cluster: leave --create and --read-only out")
    }
  }

  private func resolved() throws -> ServerSettings {
    try ServerSettings(file: config, environment: ProcessInfo.processInfo.environment, options: options())
  }

  /// The values of settings by name, from `--name value` and `--name=value`.
  private func options() throws -> [String: String] {
    var options: [String: String] = [:]
    var words = settings[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else { throw ValidationError("Unexpected argument '\(word)'") }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      guard ServerSetting.all.contains(where: { $0.name == name }) else {
        let names = ServerSetting.all.map(\.name) + ["config", "check-config", "read-only", "create", "catalog"]
        let advice = Suggestion.nearest(to: name, among: names).map { "Did you mean '--\($0)'?" }
        throw ValidationError("Unknown option '\(word)'. \(advice ?? "--help lists all.")")
      }
      guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst() else {
        throw ValidationError("Missing value for '--\(name)'")
      }
      options[name] = value
    }
    return options
  }

  func run() throws {
    let settings = try resolved()
    // A check changes nothing: opened for writing, an older catalog would be migrated.
    let access: Catalog.Access = readOnly || checkConfig ? .readOnly : create ? .create : .readWrite
    let output = checkConfig ? nil : try LogOutput(path: settings.logFile, name: "log-file")
    var logger = Logger(label: "vicinity") { _ in
      LogLines(isTerminal: settings.logFile == nil && isatty(STDERR_FILENO) == 1, output: output)
    }
    logger.logLevel = Console.isQuiet ? .error : Logger.Level(rawValue: settings.logLevel) ?? .info
    // From the start: a signal must not end the server while it waits for another one or migrates.
    if !checkConfig {
      signal(SIGHUP, SIG_IGN)
      OpenFiles.allow(connections: settings.maxConnections)
    }
    // Before the catalog is opened, which may migrate it: the previous server may be an older version.
    let lock = access == .readOnly ? nil : try lock(settings, logger)
    let node = try settings.cluster.flatMap { checkConfig ? nil : try join($0, settings, logger) }
    let catalog = try node.map { try open($0, settings) } ?? open(access, settings)
    if let migration = catalog.migration {
      logger.notice(
        "the catalog is up to date now",
        metadata: ["steps": "\(migration.steps.joined(separator: ", "))", "copy": "\(migration.copy ?? "")"])
    }
    let fixed = try clock.given
    let server = try VicinityServer(
      catalog: catalog, settings: checkConfig ? settings.withoutLogs : settings, logger: logger, cluster: node
    ) { fixed ?? ClockOptions.clock() }
    if checkConfig {
      for setting in ServerSetting.all { try Console.write("\(setting.name)=\(setting.value(in: settings))") }
      return
    }
    try run(server, lock, settings, logger, output)
  }

  /// Joins a cluster: fetches the files if there are none.
  private func join(_ url: String, _ settings: ServerSettings, _ logger: Logger) throws -> ClusterNode {
    let name = settings.node ?? "\(ProcessInfo.processInfo.hostName):\(settings.port)"
    let scheme = settings.tlsCertificate == nil ? "http" : "https"
    if settings.nodeURL == nil {
      guard !["0.0.0.0", "::"].contains(settings.host) else {
        throw SettingError(
          name: "node-url", problem: "other nodes cannot reach \(settings.host): give an address of this machine")
      }
      if ["127.0.0.1", "::1", "localhost"].contains(settings.host) {
        logger.warning(
          "nodes on other machines cannot reach this one: set node-url", metadata: ["host": "\(settings.host)"])
      }
    }
    var cluster = ClusterSettings(
      log: url, node: name, url: settings.nodeURL ?? "\(scheme)://\(settings.host):\(settings.port)",
      catalog: catalog.path, accounts: Catalog.accountsPath(of: catalog.path))
    if let fixed = try clock.given { cluster.clock = { fixed.secondsSince1970 } }
    cluster.removedSafeguards = ClusterSettings.Safeguard.removed
    let node = ClusterNode(cluster, logger: logger)
    try node.join()
    return node
  }

  private func open(_ node: ClusterNode, _ settings: ServerSettings) throws -> Catalog {
    try Catalog(
      path: catalog.path, memoryLimit: memory.limit, threads: settings.threads, areas: GEOSAreaEngine(),
      recordedBy: node.catalogLog)
  }

  private func open(_ access: Catalog.Access, _ settings: ServerSettings) throws -> Catalog {
    do {
      return try Catalog(
        path: catalog.path, access: access, memoryLimit: memory.limit, threads: settings.threads,
        areas: GEOSAreaEngine())
    } catch let error as CatalogError {
      guard case .notWritable = error else { throw error }
      throw NotAvailable(code: error.code, description: "\(error) To serve it without changes, add --read-only.")
    }
  }

  /// The catalog cannot be changed by this server, which it needs unless it is read-only.
  private struct NotAvailable: CodedError {
    let code: String
    let description: String
  }

  private func lock(_ settings: ServerSettings, _ logger: Logger) throws -> ServingLock {
    do {
      return try ServingLock(catalog: catalog.path, waiting: settings.takeoverSeconds) {
        ServingLock.noteWaiting(for: $0, seconds: settings.takeoverSeconds, logger)
      }
    } catch let error as CatalogError {
      throw NotAvailable(
        code: error.code, description: "\(error) To serve it as well, without changes, add --read-only.")
    }
  }

  private func run(
    _ server: VicinityServer, _ lock: ServingLock?, _ settings: ServerSettings, _ logger: Logger, _ output: LogOutput?
  ) throws {
    // A replaced catalog is reopened by itself; the signal, which `run` ignores, is for logs and certificates.
    let reloads = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    reloads.setEventHandler {
      Self.reopen(output, logger)
      server.reload()
    }
    reloads.resume()
    // For a signal that came before.
    _ = output?.reopen()
    defer { reloads.cancel() }
    if settings.baseMap == nil {
      logger.notice(
        """
        the map shows no streets: scripts/basemap makes a base map from an extract of OpenStreetMap, and --base-map \
        FILE shows it (docs/page.md)
        """)
    }
    let path = catalog.path
    try waitFor {
      try await server.run(lock: lock) { port in
        let scheme = settings.tlsCertificate == nil ? "http" : "https"
        let url = "\(scheme)://\(settings.host):\(port)/"
        logger.notice("listening", metadata: ["url": "\(url)", "catalog": "\(path)"])
        ServiceManager.reportReady("listening on \(url)")
      }
    }
  }

  private static func reopen(_ output: LogOutput?, _ logger: Logger) {
    guard let output else { return }
    guard output.reopen() else {
      return logger.error("the log file cannot be reopened; the former file stays in use")
    }
    logger.notice("the log file was reopened")
  }
}

/// Log lines on standard error or in a file: text on a terminal, otherwise an object of JSON on each line.
private struct LogLines: LogHandler {
  let isTerminal: Bool
  /// Nil for standard error.
  let output: LogOutput?
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  init(isTerminal: Bool, output: LogOutput?) { (self.isTerminal, self.output) = (isTerminal, output) }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    if isTerminal {
      let words = facts.map { "\($0.key)=\($0.value)" }
      Console.log("vicinity: \(([event.message.description] + words).joined(separator: " "))")
      return
    }
    var line = JSONObject([
      ("time", .string(Instant.now.description)), ("level", .string(event.level.rawValue)),
      ("message", .string(event.message.description)),
    ])
    for (key, value) in facts where line[key] == nil { line[key] = .string("\(value)") }
    let text = JSONValue.object(line).text
    if let output { output.write(text) } else { Console.log(text) }
  }
}
