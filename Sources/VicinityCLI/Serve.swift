import Areas
import ArgumentParser
import CivilTime
import CodedErrors
import Foundation
import Logging
import Streams
import Vicinity
import VicinityServer

/// Serves the catalog over HTTP.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answer the same questions over HTTP, with OGC API – Features, vector tiles and batches.",
    discussion: """
      Each setting is an option, a variable of the environment (VICINITY_MAX_BODY for --max-body), and a key of the \
      file of --config ("max-body"); an option counts before the environment, and that before the file. \
      docs/server.md describes them.

      Examples:
        vicinity serve
        vicinity serve --port 9000 --public-url https://near.example.org
        vicinity serve --config server.json --check-config

      Settings:
      \(ServerSetting.all.map { "  --\($0.name) <\($0.valueName)>  \($0.help)" }.joined(separator: "\n"))
      """)

  @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"))
  var config: String?

  /// The options of settings, which the table of settings knows, and not this command.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Settings, as listed above.", valueName: "setting"))
  var settings: [String] = []

  @Flag(help: "Check the settings and the catalog without changing it, print the settings, and end.")
  var checkConfig = false

  @Flag(help: "Open the catalog for reading only: no listing or area can be changed.")
  var readOnly = false

  @Flag(help: "Make an empty catalog if there is none.")
  var create = false

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

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
    let catalog = try Catalog(
      path: catalog.path, access: access, memoryLimit: memory.limit, threads: settings.threads, areas: GEOSAreaEngine())
    var logger = Logger(label: "vicinity") { _ in LogLines(isTerminal: isatty(2) == 1) }
    logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
    let fixed = try clock.given
    let server = try VicinityServer(catalog: catalog, settings: settings, logger: logger) {
      fixed ?? ClockOptions.clock()
    }
    if checkConfig {
      for setting in ServerSetting.all { try Console.write("\(setting.name)=\(setting.value(in: settings))") }
      return
    }
    // A replaced catalog is opened anew by itself; the signal by which others are told so must not end the process.
    signal(SIGHUP, SIG_IGN)
    let (path, log) = (self.catalog.path, logger)
    try waitFor {
      try await server.run { port in
        let scheme = settings.tlsCertificate == nil ? "http" : "https"
        log.notice("listening", metadata: ["url": "\(scheme)://\(settings.host):\(port)/", "catalog": "\(path)"])
      }
    }
  }

  /// Runs `body`, and returns once it has ended.
  private func waitFor(_ body: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Outcome()
    Task {
      do { try await body() } catch { outcome.error = error }
      outcome.done.signal()
    }
    outcome.done.wait()
    if let error = outcome.error { throw error }
  }

  /// Written before the signal, and read after it.
  private final class Outcome: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    var error: (any Error)?
  }
}

/// Log lines on standard error: text on a terminal, otherwise an object of JSON on each line.
private struct LogLines: LogHandler {
  let isTerminal: Bool
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    if isTerminal {
      let words = facts.map { "\($0.key)=\($0.value)" }
      Console.say("vicinity: \(([event.message.description] + words).joined(separator: " "))")
      return
    }
    var line = JSONObject([
      ("time", .string(Instant.current.description)), ("level", .string(event.level.rawValue)),
      ("message", .string(event.message.description)),
    ])
    for (key, value) in facts where line[key] == nil { line[key] = .string("\(value)") }
    Console.say(JSONValue.object(line).text)
  }
}
