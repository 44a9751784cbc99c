import CivilTime
import Foundation
import GRDB
import Logging
import ServerTestSupport
import Streams
import Synchronization
import TestSupport
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

@Suite("The operation of a server")
struct OperationTests {
  private static let form = #"{"name":"bela","mail":"bela@example.org","password":"drei gute Worte"}"#

  // MARK: What is promised

  @Test("stores accepted requests for emails until they can be processed")
  func keptRequests() async throws {
    let world = try ServerWorld()
    _ = try world.member("ana", mail: "ana@example.org")
    let file = try world.server.services.accountsFile.database()
    try file.write { try $0.execute(sql: "ALTER TABLE mail RENAME TO mail_away") }
    #expect(try await world.send("/v1/accounts", .post, [], Self.form).status == 202)
    #expect(try await world.send("/v1/password-resets", .post, [], #"{"mail":"ana@example.org"}"#).status == 202)
    await #expect(throws: (any Error).self) { try await world.mails() }
    #expect(try file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mail_request") } == 2)
    try file.write { try $0.execute(sql: "ALTER TABLE mail_away RENAME TO mail") }
    try world.server.services.accounts.answerRequests(at: ServerWorld.now)
    let mails = try await world.mails()
    #expect(mails.map(\.recipient) == ["<bela@example.org>", "<ana@example.org>"])
    #expect(try file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mail_request") } == 0)
    let code = try #require(mails[0].code)
    #expect(try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(code)"}"#).status == 200)
  }

  @Test("does not delay a request because another one cannot be processed, or belongs to a leaving member")
  func heldUpRequests() async throws {
    let world = try ServerWorld()
    for name in ["ana", "bela"] { _ = try world.member(name, mail: "\(name)@example.org") }
    let services = world.server.services
    let file = try services.accountsFile.database()
    let requests: [(String, String, String?)] = [
      ("changeMail", "new@example.org", "ana"), ("resetPassword", "bela@example.org", nil),
      ("resetPassword", "csilla@example.org", nil),
    ]
    try file.write { db in
      for (purpose, address, member) in requests {
        try db.execute(
          sql: "INSERT INTO mail_request (purpose, address, member, made) VALUES (?, ?, ?, 0)",
          arguments: [purpose, address, member])
      }
      try db.execute(sql: "UPDATE account SET ending = 1 WHERE name = 'ana'")
      try db.execute(
        sql: """
          CREATE TRIGGER broken BEFORE INSERT ON mail_token WHEN NEW.member = 'bela' BEGIN
            SELECT RAISE(ABORT, 'broken');
          END
          """)
    }
    #expect(throws: (any Error).self, "it is told") { try services.accounts.answerRequests(at: ServerWorld.now) }
    let left = try file.read { try String.fetchAll($0, sql: "SELECT address FROM mail_request") }
    #expect(left == ["bela@example.org"], "the others are done")
  }

  @Test("refuses a request that it cannot store", arguments: ["/v1/accounts", "/v1/password-resets"])
  func unkeptRequests(path: String) async throws {
    let world = try ServerWorld()
    try world.server.services.accountsFile.write { try $0.execute(sql: "DROP TABLE mail_request") }
    let body = path == "/v1/accounts" ? Self.form : #"{"mail":"ana@example.org"}"#
    #expect(try await world.send(path, .post, [], body).status == 500)
  }

  @Test(
    "reports errors of the accounts file accurately",
    arguments: [
      (ResultCode.SQLITE_FULL, 507, "disk-full"), (.SQLITE_READONLY, 403, "read-only"), (.SQLITE_BUSY, 503, "busy"),
      (.SQLITE_CORRUPT, 503, "accounts-damaged"), (.SQLITE_NOTADB, 503, "accounts-damaged"),
      (.SQLITE_IOERR, 503, "accounts-unreadable"), (.SQLITE_CANTOPEN, 503, "accounts-unreadable"),
    ])
  func errors(code: ResultCode, status: Int, word: String) throws {
    let error = #expect(throws: AccountsFileError.self) {
      try AccountsFileError.telling("/tmp/x.accounts.sqlite") { throw DatabaseError(resultCode: code) }
    }
    let problem = try #require(error.flatMap { Problem($0) })
    #expect(problem.status.code == status && problem.code == word)
  }

  // MARK: Readiness

  private func ready(_ world: ServerWorld) async throws -> ServerWorld.Answered {
    world.server.services.readiness.look()
    return try await world.ask("/readyz")
  }

  @Test("is not ready without its accounts file, and forgets no change that it acknowledges")
  func accountsMissing() async throws {
    let world = try ServerWorld()
    let me = try world.member("ana")
    let path = world.server.services.accountsFile.path
    #expect(try await ready(world).status == 200)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    let answer = try await ready(world)
    #expect(answer.status == 503 && answer.text.contains("accounts file was removed"), "\(answer.text)")
    #expect(try await world.send("/v1/me", .patch, [me], #"{"about":"x"}"#).code == "accounts-missing")
    #expect(try await world.send("/v1/accounts", .post, [], Self.form).code == "accounts-missing")
    #expect(try await world.ask("/v1/near?limit=1").status == 200)
    #expect(!FileManager.default.fileExists(atPath: path), "none is made")
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    #expect(try await ready(world).status == 200)
    #expect(try await world.send("/v1/me", .patch, [me], #"{"about":"x"}"#).status == 200)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    try FileManager.default.copyItem(atPath: path + ".away", toPath: path)
    #expect(try await ready(world).text.contains("restart"))
    #expect(try await world.send("/v1/me", .patch, [me], #"{"about":"y"}"#).code == "accounts-replaced")
  }

  @Test(
    "is not ready with an invalid accounts file, also after a start",
    arguments: ["random", "cut", "empty", "folder", "half"])
  func accountsDamaged(damage: String) async throws {
    let first = try ServerWorld()
    _ = try first.member("ana")
    let path = first.server.services.accountsFile.path
    first.server.services.accountsFile.close()
    for _ in 0..<100 where FileManager.default.fileExists(atPath: path + "-wal") { usleep(10_000) }
    let bytes = try Data(contentsOf: URL(filePath: path))
    try FileManager.default.removeItem(atPath: path)
    switch damage {
    case "random":
      try Data((0..<bytes.count).map { UInt8(truncatingIfNeeded: $0 &* 7 + 3) }).write(to: URL(filePath: path))
    case "cut": try bytes.prefix(100).write(to: URL(filePath: path))
    case "half": try bytes.prefix(bytes.count / 8192 * 4096).write(to: URL(filePath: path))
    case "empty": try Data().write(to: URL(filePath: path))
    default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let server = try VicinityServer(
      catalog: first.catalog, settings: ServerSettings(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { ServerWorld.now })
    let problems = server.services.readiness.look()
    #expect(problems.count == 1 && problems[0].contains("accounts file"), "\(problems)")
    #expect(throws: AccountsFileError.self) { try server.services.accountsFile.database() }
  }

  @Test("is not ready without the folder of its pictures")
  func mediaMissing() async throws {
    let world = try ServerWorld()
    #expect(try await ready(world).status == 200)
    let folder = String(world.catalog.path.dropLast(5)) + ".media"
    try Data().write(to: URL(filePath: folder))
    #expect(try await ready(world).text.contains("is not a folder"))
    try FileManager.default.removeItem(atPath: folder)
    try world.server.services.accountsFile.write { db in
      try db.execute(sql: "INSERT INTO picture VALUES ('a', 1, 'h', 'image/png', 1, 1, NULL)")
    }
    #expect(try await ready(world).text.contains("missing"))
  }

  @Test("is not ready with a catalog that was overwritten")
  func catalogDamaged() async throws {
    let world = try ServerWorld()
    let handle = try FileHandle(forWritingTo: URL(filePath: world.catalog.path))
    try handle.write(contentsOf: Data(repeating: 7, count: 8192))
    let answer = try await ready(world)
    #expect(answer.status == 503 && answer.text.contains("catalog"), "\(answer.text)")
    withExtendedLifetime(handle) {}
  }

  // MARK: News

  @Test("delivers the other news, alerts and reminders when one of them is invalid")
  func brokenNews() async throws {
    var party = Listing(id: "party", kind: .event, coordinate: .init(latitude: 46.5, longitude: 24.5))
    (party.starts, party.timeZone) = (ServerWorld.now + 3 * 3600, "UTC")
    let world = try ServerWorld([party])
    try world.catalog.set(.news, to: true)
    let members = world.server.services.members
    let hosts = try ["ana", "bela", "csilla"].map { try world.member($0) }
    _ = try members.reminders.tell(at: ServerWorld.now - 86_400)
    for (number, host) in hosts.enumerated() {
      let form = #"{"kind":"bar","name":"Mine","lat":46.5,"lon":24.5}"#
      #expect(try await world.send("/v1/listings/bar-\(number)", .put, [host], form).status == 201)
      let alert = #"{"name":"Bars","query":{"kinds":["bar"],"price":{"max":5}}}"#
      #expect(try await world.send("/v1/me/alerts", .post, [host], alert).status == 201)
      #expect(try await world.send("/v1/listings/party/place", .put, [host], "").status == 200)
    }
    for (number, host) in (hosts.dropFirst() + hosts.prefix(1)).enumerated() {
      let rated = try await world.send("/v1/listings/bar-\(number)/rating", .put, [host], #"{"stars":4}"#)
      #expect(rated.status == 200, "\(rated.text)")
    }
    let file = try world.server.services.accountsFile.database()
    try file.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER broken BEFORE INSERT ON change WHEN NEW.member = 'ana' BEGIN
            SELECT RAISE(ABORT, 'broken');
          END
          """)
    }
    // One that a later version has written.
    let catalog = try DatabaseQueue(path: world.catalog.path)
    try await catalog.write {
      try $0.execute(sql: "UPDATE news SET kind = 'applauded' WHERE recipient = 'bela'")
    }
    try catalog.close()
    #expect(try await members.news.tell() == 1)
    #expect(try world.catalog.news().isEmpty, "none is tried again")
    try world.catalog.edit("bar-0") { $0.price = Price(minorUnits: 300, currency: "EUR") }
    try await members.alerts.tell(at: ServerWorld.now)
    try members.reminders.tell(at: ServerWorld.now + 5400)
    let told = try file.read { db in
      try Set(String.fetchAll(db, sql: "SELECT member || ' ' || kind FROM change"))
    }
    #expect(
      told == [
        "csilla rating", "bela alert", "csilla alert", "bela reminder", "csilla reminder",
      ], "\(told)")
  }

  @Test("reports each booking once, and by one email, even if two servers have a catalog")
  func twoServers() async throws {
    let couches = (0..<8).map { number in
      var couch = Listing(id: "couch-\(number)", kind: .couch, coordinate: .init(latitude: 46.5, longitude: 24.5))
      (couch.host, couch.guests, couch.timeZone) = ("hana", 2, "UTC")
      return couch
    }
    let world = try ServerWorld(couches) { $0.mailCommand = "exit 1" }
    try world.catalog.set(.news, to: true)
    let (_, ana) = (try world.member("hana", mail: "hana@example.org"), try world.member("ana"))
    for couch in couches {
      let form = #"{"from":"2026-12-01","to":"2026-12-03"}"#
      #expect(try await world.send("/v1/listings/\(couch.id)/bookings", .post, [ana], form).status == 201)
    }
    let servers =
      try [world.server]
      + (0..<3).map { _ in
        try VicinityServer(
          catalog: Catalog(path: world.catalog.path, access: .readWrite), settings: world.server.services.settings,
          logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { ServerWorld.now })
      }
    let told = try await withThrowingTaskGroup(of: Int.self) { group in
      for server in servers { group.addTask { try await server.services.members.news.tell() } }
      return try await group.reduce(0, +)
    }
    #expect(told == couches.count)
    try await world.server.services.accounts.settle(at: ServerWorld.now)
    let row = try world.server.services.accountsFile.read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM change WHERE member = 'hana' AND kind = 'booking'),
            (SELECT count(*) FROM message WHERE kind = 'booking'), (SELECT count(*) FROM mail), waiting
          FROM mail_count
          """)
    }
    for column in 0..<4 { #expect(row?[column] == couches.count) }
    #expect(try world.catalog.news().isEmpty)
  }

  @Test("notifies no member twice, even if two processes read the same news")
  func news() async throws {
    let world = try ServerWorld()
    try world.catalog.set(.news, to: true)
    let (hana, ana) = (try world.member("hana"), try world.member("ana"))
    let form = #"{"kind":"bar","name":"Mine","lat":46.5,"lon":24.5}"#
    #expect(try await world.send("/v1/listings/x", .put, [hana], form).status == 201)
    for stars in [3, 4, 5] {
      #expect(try await world.send("/v1/listings/x/rating", .put, [ana], #"{"stars":\#(stars)}"#).status == 200)
    }
    let services = world.server.services
    let others = (0..<4).map { _ in
      NewsForwarder(
        catalog: world.catalog, file: services.accountsFile, changes: services.members.changes,
        outbox: services.accounts.outbox, logger: Logger(label: "test"),
        clock: { ServerWorld.now })
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for news in others { group.addTask { try await news.tell() } }
      try await group.waitForAll()
    }
    let told = try services.accountsFile.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM change WHERE member = 'hana'")
    }
    #expect(told == 3)
  }

  /// A server that only reads the catalog of another one.
  private static func reader(of world: ServerWorld) throws -> ServerWorld {
    let server = try VicinityServer(
      catalog: Catalog(path: world.catalog.path), settings: world.server.services.settings,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { ServerWorld.now })
    return ServerWorld(reading: world, server)
  }

  @Test("answers from a catalog that it only reads, and changes nothing")
  func readOnly() async throws {
    let world = try ServerWorld()
    let me = try world.member("ana")
    let key = try world.key(.import)
    let reader = try Self.reader(of: world)
    #expect(try await ready(reader).status == 200)
    #expect(try await reader.ask("/v1/near?limit=1").status == 200)
    #expect(try await reader.ask("/v1/me", .get, [me]).status == 200)
    #expect(try await reader.ask("/v1/export", .get, [key]).status == 200)
    #expect(try await reader.send("/v1/me", .patch, [me], #"{"about":"x"}"#).code == "read-only")
    #expect(try await reader.send("/v1/accounts", .post, [], Self.form).code == "read-only")
    #expect(try await reader.ask("/v1/me/favourites/stuttgart-brennglas", .put, [me]).code == "read-only")
    let form = #"{"kind":"bar","name":"Mine","lat":46.5,"lon":24.5}"#
    #expect(try await reader.send("/v1/listings/x", .put, [key], form).code == "read-only")
    // Any caller that requests a change, known or not.
    let unknown = ("Authorization", "Bearer vk_unknown")
    for fields in [[], [unknown]] {
      let refused = try await reader.send("/v1/listings/x", .put, fields, form)
      #expect(refused.status == 403 && refused.code == "read-only")
      #expect(try await reader.ask("/v1/me/favourites/stuttgart-brennglas", .put, fields).code == "read-only")
    }
    #expect(try await reader.send("/v1/query", .post, [], "{}").status == 200)
    #expect(try await reader.ask("/v1/me").status == 401)
  }

  @Test("answers every query from a read-only catalog")
  func readOnlyQuestions() async throws {
    let world = try ServerWorld()
    let key = try world.key(.admin)
    let reader = try Self.reader(of: world)
    let questions = reader.server.table.routes.filter { $0.group == .search }
    #expect(questions.contains { $0.path == "/v1/recommend" })
    for route in questions {
      let path = route.path.replacing("{id}", with: "stuttgart-brennglas")
      let answer = try await reader.send(path, route.method, [key], "{}")
      #expect(answer.code != "read-only", "\(route.method) \(path): \(answer.status)")
    }
    let acting = try world.key(.actAs)
    let answer = try await reader.send("/v1/recommend", .post, [acting], #"{"members":["ana"],"limit":1}"#)
    #expect(answer.status != 403, "\(answer.text)")
  }

  @Test("answers changes in the same way from a catalog without accounts that it only reads")
  func readOnlyWithoutAccounts() async throws {
    let world = try ServerWorld()
    let reader = try Self.reader(of: world)
    for fields in [[], [("Authorization", "Bearer vk_unknown")], [("Authorization", "Bearer vs_unknown")]] {
      let refused = try await reader.send("/v1/listings/x", .put, fields, "{}")
      #expect(refused.status == 403 && refused.code == "read-only", "\(fields)")
    }
  }

  /// A logger, and what was logged with it.
  private static func recording() -> (Logger, @Sendable () -> [String]) {
    let log = RecordedLog()
    return (Logger(label: "test") { _ in log }, { log.lines.withLock { $0 } })
  }

  @Test("removes the copies of migrations after thirty days, and nothing else, and logs it")
  func migrationCopies() throws {
    let world = try ServerWorld()
    let (catalog, accounts) = (world.catalog.path, world.server.services.accountsFile.path)
    let (logger, lines) = Self.recording()
    let old = [catalog + ".before-2-statistics", accounts + ".before-accounts"]
    let kept = [catalog + ".before-3-members", accounts + ".before-keys-and-audit", catalog + ".before-the-holidays"]
    for (path, days) in zip(old + kept, [31, 31, 29, 29, 31]) {
      try Data("x".utf8).write(to: URL(filePath: path))
      let written = Date(timeIntervalSince1970: Double(ServerWorld.now.secondsSince1970 - Int64(days) * 86_400))
      try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: path)
    }
    MigrationCopies.removeOld(catalog: catalog, accounts: accounts, at: ServerWorld.now, logger)
    #expect(old.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    #expect((kept + [catalog]).allSatisfy { FileManager.default.fileExists(atPath: $0) })
    #expect(lines() == old.map { "notice an old copy from before an update was removed file=\($0)" })
  }

  @Test("logs that the accounts file had an older version, and the path of its copy")
  func migratedAccounts() throws {
    let world = try ServerWorld()
    let path = world.server.services.accountsFile.path
    for file in [path, path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: file) }
    let steps = AccountsDatabase.migrator.migrations
    let last = try #require(steps.last)
    try AccountsDatabase.migrator.migrate(try DatabaseQueue(path: path), upTo: steps[steps.count - 2])
    let (logger, lines) = Self.recording()
    let server = try VicinityServer(
      catalog: world.catalog, settings: ServerSettings(), logger: logger, clock: { ServerWorld.now })
    server.noteStart(nil)
    let copy = MigrationCopy.path(of: path, before: last)
    #expect(lines().contains("notice the accounts file is up to date now copy=\(copy) steps=\(last)"), "\(lines())")
    #expect(AccountsDatabase.migrationCopies(of: path) == [copy])
    // The next start has nothing to report.
    let (again, later) = Self.recording()
    try VicinityServer(catalog: world.catalog, settings: ServerSettings(), logger: again, clock: { ServerWorld.now })
      .noteStart(nil)
    #expect(!later().contains { $0.contains("up to date") })
  }

  @Test("logs that the access log was reopened")
  func reopenedLog() throws {
    let world = try ServerWorld()
    let (logger, lines) = Self.recording()
    var settings = ServerSettings()
    settings.accessLog = world.catalog.path + ".access"
    let server = try VicinityServer(
      catalog: world.catalog, settings: settings, logger: logger, clock: { ServerWorld.now })
    server.reload()
    #expect(lines() == ["notice the access log was reopened"])
  }

  // MARK: Logs, metrics and settings

  @Test("writes a line per request into its access log, without the query, and reopens it")
  func accessLog() async throws {
    let folder = try CatalogFolder()
    let path = folder.path("access.jsonl")
    func lines(_ file: String) throws -> [JSONObject] {
      try String(contentsOfFile: folder.path(file), encoding: .utf8).split(separator: "\n").compactMap {
        try JSONParser.parse($0.utf8).object
      }
    }
    for (extent, client, name) in [
      ("full", "local", "member ana"), ("network", "local", nil), ("none", nil, nil),
    ] as [(String, String?, String?)] {
      let world = try ServerWorld { ($0.accessLog, $0.accessAddresses) = (path, extent) }
      let me = try world.member("ana")
      _ = try await world.ask("/v1/near?near=48.77,9.18&limit=1", .get, [me, ("User-Agent", "test/1")])
      _ = try await world.ask("/nothing")
      let found = try lines("access.jsonl")
      #expect(found.count == 2 && !found.map { JSONValue.object($0).text }.joined().contains("48.77"))
      #expect(found[0]["path"]?.string == "/v1/near" && found[0]["status"]?.integer == 200)
      #expect(found[0]["agent"]?.string == "test/1" && found[0]["bytes"]?.integer ?? 0 > 10 && found[0]["ms"] != nil)
      #expect(found[1]["status"]?.integer == 404 && found[0]["client"]?.string == client)
      #expect(found[0]["as"]?.string == name)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try FileManager.default.moveItem(atPath: path, toPath: folder.path("\(extent).jsonl"))
      world.server.reload()
      _ = try await world.ask("/healthz")
      #expect(try lines("access.jsonl").count == 1 && lines("\(extent).jsonl").count == 2)
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(AccessLog.shortened("192.0.2.77", "network") == "192.0.2.0")
    #expect(AccessLog.shortened("2001:db8:1:2:3::7", "network") == "2001:db8:1::")
    #expect(AccessLog.shortened("192.0.2.77", "full") == "192.0.2.77" && AccessLog.shortened("::1", "none") == nil)
  }

  @Test("has metrics of queues and file sizes, and none of unused routes")
  func metrics() async throws {
    let world = try ServerWorld()
    let admin = try world.key(.admin)
    try world.server.services.accountsFile.write { db in
      try world.server.services.accounts.outbox.add(
        MailMessage(recipient: "a@example.org", subject: "a", body: "b"), at: ServerWorld.now, in: db)
    }
    let text = try await world.ask("/metrics", .get, [admin]).text
    for line in [
      #"vicinity_build_info{version="\#(ProgramVersion.current)"} 1.0"#, "vicinity_ready 1.0",
      "vicinity_streams_open 0.0", "vicinity_listings \(Double(try world.catalog.statistics().listings))",
      "vicinity_webhooks_waiting 0.0", "vicinity_webhook_failures_total 0.0",
      #"vicinity_mails_waiting{tried="no"} 1.0"#, "vicinity_mail_failures_total 0.0",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
    for name in [
      "vicinity_index_bytes ", "vicinity_index_limit_bytes ",
      "process_start_time_seconds ", #"vicinity_file_bytes{file="catalog-log"}"#, "vicinity_disk_free_bytes ",
    ] {
      #expect(text.contains("\n" + name), "\(name)")
    }
    #expect(!text.contains("vicinity_http_request_duration_seconds_count"), "no request came before")
    #expect(!text.contains("refused") && !text.contains("vicinity_backup"))
    let again = try await world.ask("/metrics", .get, [admin]).text
    let path = world.catalog.path
    let folder = BackupFolder(path: path + ".backups/")
    try BackupFolder.make(at: folder.path)
    let made = try folder.add(path, keep: 7, at: ServerWorld.now, areas: nil)
    _ = try await world.ask("/v1/near?limit=1&text=" + String(repeating: "x", count: 20_000))
    let third = try await world.ask("/metrics", .get, [admin]).text
    for line in [
      "vicinity_backup_timestamp_seconds \(Double(ServerWorld.now.secondsSince1970))",
      "vicinity_backup_bytes \(Double(made.content.bytes))",
      #"vicinity_http_requests_refused_total{reason="max-url"} 1"#,
    ] { #expect(third.contains("\n" + line + "\n"), "\(line)") }
    // Alert rules and dashboard use no other metrics, and the handbook describes all.
    let served = Set(third.matches(of: #/TYPE (\w+) /#).map { String($0.1) })
    func names(_ path: String) throws -> Set<String> {
      let text = try String(contentsOf: Project.root.appending(path: path), encoding: .utf8)
      return Set(
        text.matches(of: /\b(?:vicinity|process)_[a-z_]+/).map { String($0.output).replacing(/_bucket$/, with: "") })
    }
    for file in ["vicinity-alerts.yml", "vicinity-dashboard.json"] {
      let used = try names("packaging/monitoring/\(file)")
      #expect(used.count > 10 && used.isSubset(of: served), "\(file): \(used.subtracting(served))")
    }
    #expect(try names("docs/operations/monitoring.md") == served)
    #expect(again.contains(#"duration_seconds_count{route="GET /metrics"} 1"#) && !again.contains("GET /v1/near"))
    let started = text.firstMatch(of: /\nprocess_start_time_seconds ([0-9.e+]+)/).flatMap { Double(String($0.1)) } ?? 0
    #expect(abs(started - Date().timeIntervalSince1970) < 86_400 * 2)
  }

  @Test("refuses member names that are parts of paths, or that programs treat as no name")
  func names() async throws {
    for name in ["null", "NULL", "undefined", "nil", "none", "true", "me", "current", "others", "root", "postmaster"] {
      #expect(throws: QueryError.self, "\(name)") { try MemberName.read(name, at: "name") }
    }
    // Where a member's name may be part of a path, no fixed part of a path may be a valid name.
    for route in VicinityServer.routes {
      for (index, step) in route.steps.enumerated() where step == "{name}" && route.path.contains("members/{name}") {
        for other in VicinityServer.routes
        where other.steps.count > index && other.steps[..<index] == route.steps[..<index] {
          let fixed = other.steps[index]
          if !fixed.hasPrefix("{") { #expect(MemberName.isReserved(String(fixed)), "\(other.path)") }
        }
      }
    }
  }
}

/// Records log lines: level, message and facts.
private struct RecordedLog: LogHandler {
  final class Lines: Sendable {
    private let all = Mutex<[String]>([])
    func withLock<Value: Sendable>(_ body: (inout [String]) -> Value) -> Value { all.withLock { body(&$0) } }
  }

  let lines = Lines()
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let words = facts.map { "\($0.key)=\($0.value)" }
    lines.withLock { $0.append(([event.level.rawValue, event.message.description] + words).joined(separator: " ")) }
  }
}
