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
      Each setting is an option (--set max-body=1048576), a variable of the environment (VICINITY_MAX_BODY) and a key \
      of the file of --config; an option counts before the environment, and that before the file. docs/server.md \
      describes them.

      Examples:
        vicinity serve
        vicinity serve --set port=9000 --set public-url=https://near.example.org
        vicinity serve --config server.json --check-config

      Settings (--set NAME=VALUE):
      \(ServerSetting.all.map { "  \($0.name)=\($0.valueName)  \($0.help)" }.joined(separator: "\n"))
      """)

  @Option(help: ArgumentHelp("The address to listen on (default 127.0.0.1).", valueName: "address"))
  var host: String?

  @Option(help: ArgumentHelp("The port to listen on (default 8080).", valueName: "port"))
  var port: String?

  @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"))
  var config: String?

  @Option(name: .customLong("set"), help: ArgumentHelp("A setting; repeat it for several.", valueName: "name=value"))
  var settings: [String] = []

  @Flag(help: "Check the settings and the catalog without changing it, print the settings, and end.")
  var checkConfig = false

  @Flag(help: "Open the catalog for reading only: no listing or area can be changed.")
  var readOnly = false

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  private func resolved() throws -> ServerSettings {
    var options: [String: String] = [:]
    for pair in settings {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw ValidationError("--set: \"\(pair)\" is not NAME=VALUE") }
      guard ServerSetting.all.contains(where: { $0.name == parts[0] }) else {
        let advice = Suggestion.question(for: parts[0], among: ServerSetting.all.map(\.name)) ?? "--help lists them."
        throw ValidationError("--set: there is no setting \(parts[0]). \(advice)")
      }
      options[parts[0]] = parts[1]
    }
    options["host"] = host ?? options["host"]
    options["port"] = port ?? options["port"]
    return try ServerSettings(
      file: config, environment: ProcessInfo.processInfo.environment, options: options)
  }

  func run() throws {
    let settings = try resolved()
    // A check changes nothing: opened for writing, an older catalog would be migrated.
    let catalog = try Catalog(
      path: catalog.path, access: readOnly || checkConfig ? .readOnly : .readWrite, memoryLimit: memory.limit,
      threads: settings.threads, areas: GEOSAreaEngine())
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
