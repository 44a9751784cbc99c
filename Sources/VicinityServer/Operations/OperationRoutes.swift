import CivilTime
import Foundation
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityFormats
import VicinityHTTP

/// The routes for operators: health, limits and maintenance.
enum OperationRoutes {
  static let all = [health, readiness, version, metrics, limits, keys, addKey, removeKey, backup, check, stats, audit]

  static let health = Route(
    method: .get, path: "/healthz", name: "health", summary: "Whether the process is alive.",
    group: .operations, cost: 0
  ) { _ in .json(.object(JSONObject([("status", .string("ok"))]))) }

  static let readiness = Route(
    method: .get, path: "/readyz", name: "ready",
    summary:
      "Whether the server is ready for requests: 503 while it shuts down, cannot use its catalog, its accounts file or "
      + "its media folder, or is behind its cluster; `warnings` contains `disk-full` while changes are impossible.",
    group: .operations, statuses: [.ok, .serviceUnavailable], cost: 0
  ) { exchange in
    guard !exchange.services.state.isStopping else {
      throw Problem(.serviceUnavailable, "stopping", "The server is shutting down: it finishes running requests first.")
    }
    if let cluster = exchange.services.cluster {
      let state = cluster.state
      guard state.hasCaughtUp else {
        throw Problem(
          .serviceUnavailable, "not-ready", "The node has not caught up with the cluster since it was started.")
      }
      let lag = state.lag
      guard lag <= Double(exchange.services.settings.maxLagSeconds) else {
        throw Problem(
          .serviceUnavailable, "not-ready", "The node is \(Int(lag)) seconds behind the cluster; max-lag allows less.")
      }
    }
    let problems = try await exchange.services.readiness.problems()
    guard problems.isEmpty else {
      throw Problem(.serviceUnavailable, "not-ready", problems.joined(separator: " "))
    }
    var form = JSONObject([("status", .string("ready"))])
    if DiskSpace.isExhausted(at: exchange.services.accountsFile.path) {
      form["warnings"] = .array([.string("disk-full")])
    }
    return .json(.object(form))
  }

  static let version = Route(
    method: .get, path: "/version", summary: "The version of the server and of its API.", group: .operations
  ) { exchange in
    .json(
      .object(
        JSONObject([
          ("name", .string("vicinity")), ("version", .string(ProgramVersion.current)), ("interface", .string("v1")),
          ("uptimeSeconds", .int((.now - exchange.services.state.started).components.seconds)),
        ])))
  }

  static let metrics = Route(
    method: .get, path: "/metrics", summary: "Metrics in the Prometheus text format.", formats: [], scope: .admin,
    group: .operations, cost: 0
  ) { exchange in try await metricsReply(exchange.services) }

  static func metricsReply(_ services: Services) async throws -> Reply {
    // On a thread: the waiting items are counted in a file.
    try await services.members.run { metrics(services) }
  }

  private static func metrics(_ services: Services) -> Reply {
    services.metrics.waiting.record(services.gate.load)
    return Reply(
      "text/plain; version=0.0.4; charset=utf-8",
      services.registry.text() + ProcessMetrics.text() + ServiceMetrics.text(services))
  }

  static let limits = Route(
    method: .get, path: "/v1/limits",
    summary: "Every limit of the server, by the name that error messages use.", list: "limits",
    group: .operations
  ) { exchange in
    let limits = ServerSetting.all.filter(\.isLimit).map { setting in
      JSONValue.object(
        JSONObject([
          ("name", .string(setting.name)), ("value", .int(Int64(setting.value(in: exchange.services.settings)) ?? 0)),
          ("unit", .string(setting.valueName)), ("meaning", .string(setting.help)),
        ]))
    }
    return exchange.list(limits)
  }

  // MARK: Keys

  static let keys = Route(
    method: .get, path: "/v1/keys", summary: "The keys, without their secret.", list: "keys", scope: .admin,
    group: .operations
  ) { exchange in
    let keys = try await exchange.services.gate.onThread { _, _ in try exchange.services.keys.all() }
    return exchange.list(keys.map(\.json))
  }

  static let addKey = Route(
    method: .post, path: "/v1/keys", summary: "Creates a key; its secret is only ever in this response.",
    body: .init(
      mediaTypes: ["application/json"], description: "name, scopes, and expires, an instant, if it ends.",
      example: try? JSONParser.parse(#"{"name":"importer","scopes":["import"]}"#.utf8)),
    scope: .admin, group: .operations, statuses: [.created]
  ) { exchange in
    let request = try KeyRequest(json: exchange.json())
    let (key, secret) = try await exchange.services.gate.onThread { _, _ in
      try exchange.services.keys.add(
        name: request.name, scopes: request.scopes, expires: request.expires, at: exchange.now)
    }
    await exchange.note("key.add", key.id, detail: request.name)
    var json = key.json.object ?? JSONObject()
    json["key"] = .string(secret)
    return .json(.object(json), status: .created)
  }

  static let removeKey = Route(
    method: .delete, path: "/v1/keys/{id}", summary: "Removes a key: it stops working within a second.",
    parameters: [Parameter("id", .text(), in: .path, "The id of the key.")], formats: [], scope: .admin,
    group: .operations, statuses: [.noContent, .notFound]
  ) { exchange in
    let id = exchange.steps[0]
    let isRemoved = try await exchange.services.gate.onThread { _, _ in try exchange.services.keys.remove(id) }
    guard isRemoved else {
      throw Problem(.notFound, "no-such-key", "No key has the id \(id.shortened); GET /v1/keys lists them.")
    }
    await exchange.note("key.remove", id)
    return .noContent
  }

  // MARK: The catalog as a file

  static let backup = Route(
    method: .post, path: "/v1/admin/backups", name: "add admin backup",
    summary: "Backs up the catalog, accounts and pictures to files on the server while in use, and checks the copy.",
    body: .init(
      mediaTypes: ["application/json"], description: "name: the name of the copy, next to the catalog.",
      example: try? JSONParser.parse(#"{"name":"nightly.gpkg"}"#.utf8)),
    scope: .admin, group: .operations, statuses: [.created, .conflict], onlyReads: true
  ) { exchange in
    let form = try exchange.json().object ?? JSONObject()
    guard form["name"] != nil else {
      throw Problem(.badRequest, "missing", "name: write the name of the copy, such as nightly.gpkg")
    }
    guard let name = form["name"]?.string, !name.isEmpty, name.utf8.count <= 200,
      name.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != 0x7F }), !name.hasPrefix(".")
    else {
      throw Problem(
        .badRequest, "out-of-range", "name: write the name of a file, without a folder, such as nightly.gpkg")
    }
    if let unknown = form.members.first(where: { $0.key != "name" }) {
      throw QueryError.unknownKey(path: unknown.key, suggestion: nil, known: ["name"])
    }
    let folder = URL(fileURLWithPath: exchange.services.catalog.path).deletingLastPathComponent()
    let path = folder.appendingPathComponent(name).path
    // Its time is that of the disk, and it takes no thread for queries.
    let copy = try await exchange.services.gate.operation { catalog in
      try catalog.backUpAll(to: path).catalog
    }
    await exchange.note("backup", name)
    return .json(
      .object(
        JSONObject([
          ("name", .string(name)), ("bytes", .int(Int64(copy.bytes))), ("listings", .int(Int64(copy.listings))),
        ])),
      status: .created)
  }

  static let check = Route(
    method: .post, path: "/v1/admin/check", summary: "Reads the whole catalog and lists its defects.",
    list: "defects", scope: .admin, group: .operations, onlyReads: true
  ) { exchange in
    let defects = try await exchange.services.gate.operation { try $0.check() }
    return exchange.list(defects.map { .string("\($0)") })
  }

  static let stats = Route(
    method: .get, path: "/v1/admin/stats",
    summary: "The contents of the catalog in numbers.", scope: .admin, role: .admin,
    group: .operations
  ) { exchange in
    let statistics = try await exchange.services.gate.operation { try $0.statistics() }
    return .json(StatisticsReport(statistics).json)
  }

  static let audit = Route(
    method: .get, path: "/v1/admin/audit",
    summary: "The changes made with keys and by members, newest first.",
    parameters: [
      Parameter("limit", .integer(1...1000, usual: 100), "The maximum number of entries."),
      Parameter("before", .integer(1...Int.max), "Entries with smaller numbers only: the number of the last one seen."),
    ], list: "entries", scope: .admin, role: .admin, group: .operations
  ) { exchange in
    let limit = exchange.parameters.integer("limit") ?? 100
    let entries = try await exchange.services.gate.onThread { _, _ in
      try exchange.services.audit.latest(limit, before: exchange.parameters.integer("before"))
    }
    return exchange.list(entries)
  }
}
