import CivilTime
import Foundation
import GRDB
import Geography
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityAccounts
@testable import VicinityCluster

/// Nodes in one process, around a PostgreSQL of the test.
@Suite(.serialized, .enabled(if: TestPostgreSQL.isPresent, "PostgreSQL is not installed (apt-get install postgresql)"))
struct NodeTests {
  private static let now = SeededWorld.now
  private static let center = Coordinate(latitude: 48.77, longitude: 9.18)

  @Test func `a write at the leader reaches the followers, and another node leads when it stops`() async throws {
    let cluster = try TestCluster(nodes: 3)
    defer { cluster.end() }
    let leader = try cluster.leader()
    let id = try #require(cluster.ids.first)
    _ = try leader.catalog.perform(.favorite(listing: id, member: "ana"), at: Self.now)
    try leader.accounts.write { try $0.execute(sql: "INSERT INTO former_account VALUES (x'01', 5)") }
    for node in cluster.running where node !== leader {
      #expect(await node.node.reaches(leader.node.state.applied, within: .seconds(5)))
      #expect(try node.catalog.favorites(of: "ana", at: Self.now).count == 1)
      #expect(throws: ClusterError.notLeader) {
        try node.catalog.perform(.favorite(listing: id, member: "ben"), at: Self.now)
      }
    }
    cluster.stop(leader)
    let next = try cluster.leader()
    #expect(next !== leader)
    _ = try next.catalog.perform(.favorite(listing: id, member: "ben"), at: Self.now)
    try cluster.check()
  }

  @Test func `an entry of an ended epoch is refused, and one whose predecessor differs too`() throws {
    let cluster = try TestCluster(nodes: 1)
    defer { cluster.end() }
    let leader = try cluster.leader()
    cluster.stop(leader)
    let log = try ClusterLog(cluster.url, name: "test")
    let taken = try #require(try log.takeOver(after: log.status().epoch, by: "a", url: "http://a", milliseconds: 1000))
    let position = taken.positions[0]
    let change = LogEntry.Change.rows(.init(compressed: [1, 2, 3], sequences: ""))
    let hash = LogEntry.hash(after: position.hash, of: .catalog, change)
    func append(_ position: FilePosition, epoch: Int64?) throws -> Int64? {
      try log.append(change, of: .catalog, after: position, hash, epoch: epoch, at: 7, within: 5)?.number
    }
    let raised = try #require(try log.raise(taken.epoch, of: "a"))
    #expect(try append(position, epoch: taken.epoch) == nil)
    var other = position
    other.hash[0] ^= 1
    #expect(try append(other, epoch: raised) == nil)
    #expect(try log.find(hash, of: .catalog, after: position.entry) == nil)
    #expect(try append(position, epoch: raised) == taken.head + 1)
    #expect(try append(position, epoch: raised) == nil)
    #expect(try log.status().head == taken.head + 1)
    #expect(try log.raise(taken.epoch, of: "a") == nil)
    #expect(try log.takeOver(after: raised, by: "b", url: "http://b", milliseconds: 1000) == nil)
  }

  @Test func `a stopped node starts at another address at once, and can be forgotten`() async throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    let other = try #require(cluster.running.first { $0 !== leader })
    let inspection = try ClusterInspection(cluster.url)
    func waits(for condition: (NodeStatus) -> Bool) throws {
      for _ in 0..<200 where try !inspection.report().nodes.contains(where: condition) { usleep(50_000) }
    }
    var settings = other.settings
    settings.url = "http://127.0.0.1:9000"
    let moved = TestCluster.Member(settings)
    try waits { $0.name == settings.node }
    #expect(throws: ClusterFailure.nameTaken(settings.node, url: other.settings.url)) { try moved.node.join() }
    cluster.stop(other)
    try cluster.start(moved)
    try waits { $0.url == settings.url }
    #expect(throws: ClusterFailure.nodeRuns(settings.node)) { try inspection.remove(settings.node) }
    cluster.stop(moved)
    try inspection.remove(settings.node)
    #expect(try inspection.report().nodes.map(\.name) == [leader.settings.node])
  }

  @Test func `an emptied node fetches the files again`() async throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    let other = try #require(cluster.running.first { $0 !== leader })
    cluster.stop(other)
    FileCopy.remove(other.path(.catalog))
    FileCopy.remove(other.path(.accounts))
    for id in cluster.ids.prefix(50) {
      _ = try leader.catalog.perform(.favorite(listing: id, member: "ana"), at: Self.now)
    }
    try cluster.start(other)
    #expect(await other.node.reaches(leader.node.state.applied, within: .seconds(5)))
    try cluster.check()
  }

  @Test func `a large import goes through as a snapshot, and so do traces that are erased`() async throws {
    let cluster = try TestCluster(nodes: 2, listings: 0)
    defer { cluster.end() }
    let leader = try cluster.leader()
    let listings = TestCluster.listings(500)
    _ = try leader.catalog.bulkLoad(source: "test", at: Self.now, .large) { try $0.stage(listings) }
    try cluster.settle()
    try cluster.check()
    _ = try leader.catalog.perform(.favorite(listing: listings[0].id, member: "ana"), at: Self.now)
    _ = try leader.catalog.forgetRecords(of: "ana", at: Self.now)
    try leader.catalog.eraseTraces(of: "ana")
    try cluster.settle()
    try cluster.check()
    let log = try ClusterLog(cluster.url, name: "test")
    let files = try log.connection.rows("SELECT count(*) FROM vicinity.entry WHERE snapshot IS NOT NULL")[0].int(0)
    #expect(files == 2)
  }

  @Test func `a snapshot lets the log be trimmed`() async throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    for id in cluster.ids.prefix(40) {
      _ = try leader.catalog.perform(.favorite(listing: id, member: "ana"), at: Self.now)
    }
    try cluster.settle()
    usleep(2_500_000)
    let log = try ClusterLog(cluster.url, name: "test")
    try log.wantSnapshot()
    for _ in 0..<100 where try log.status().isSnapshotWanted { usleep(50_000) }
    #expect(try log.status().isSnapshotWanted == false)
    let left = try log.connection.rows("SELECT count(*) FROM vicinity.entry")[0].int(0)
    #expect(left < 40)
    let other = try #require(cluster.running.first { $0 !== leader })
    cluster.stop(other)
    FileCopy.remove(other.path(.catalog))
    FileCopy.remove(other.path(.accounts))
    try cluster.start(other)
    _ = try leader.catalog.perform(.favorite(listing: cluster.ids[41], member: "ana"), at: Self.now)
    try cluster.settle()
    try cluster.check()
  }

  @Test func `PostgreSQL that was restored to an earlier state has nodes replace their files`() async throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    _ = try leader.catalog.perform(.favorite(listing: cluster.ids[0], member: "ana"), at: Self.now)
    try cluster.settle()
    // The end of the log is lost: the state after the first entry.
    let log = try ClusterLog(cluster.url, name: "test")
    let status = try log.status()
    for id in cluster.ids[1..<9] { _ = try leader.catalog.perform(.favorite(listing: id, member: "ana"), at: Self.now) }
    try cluster.settle()
    try log.connection.run("DELETE FROM vicinity.entry WHERE number > \(status.head)")
    _ = try log.connection.rows(
      "UPDATE vicinity.cluster SET head = $1::bigint, catalog = $2::bigint, catalog_hash = $3 RETURNING 1",
      [.int(status.head), .int(status.positions[0].entry), .bytes(status.positions[0].hash)])
    #expect(throws: ClusterError.self) {
      try leader.catalog.perform(.favorite(listing: cluster.ids[10], member: "ana"), at: Self.now)
    }
    usleep(1_500_000)
    let next = try cluster.leader()
    _ = try next.catalog.perform(.favorite(listing: cluster.ids[11], member: "ana"), at: Self.now)
    try cluster.settle()
    try cluster.check()
    #expect(try next.catalog.favorites(of: "ana", at: Self.now).count == 2)
  }

  @Test func `a migration goes through as whole files, which nodes of its version begin with`() async throws {
    let steps = AccountsDatabase.schemaSteps
    let former = steps[steps.count - 2]
    let cluster = try TestCluster(nodes: 2, accountsUpTo: former)
    defer { cluster.end() }
    for node in cluster.waiting {
      #expect(throws: ClusterFailure.otherSchema(here: ClusterNode.schema, there: former)) { try cluster.start(node) }
    }
    let folder = cluster.folder.appending(path: "migration").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try ClusterRewriting(cluster.url, for: "migration").migrate(in: folder) == [steps[steps.count - 1]])
    #expect(try ClusterRewriting(cluster.url, for: "migration").migrate(in: folder) == nil)
    for node in cluster.waiting { try cluster.start(node) }
    let leader = try cluster.leader()
    _ = try leader.catalog.perform(.favorite(listing: cluster.ids[0], member: "ana"), at: Self.now)
    try cluster.check()
    let applied = try leader.accounts.read { try AccountsDatabase.migrator.appliedIdentifiers($0) }
    #expect(applied == Set(steps))
  }

  @Test func `a program changes the files of a cluster as a whole, or nothing`() async throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    _ = try leader.catalog.perform(.favorite(listing: cluster.ids[0], member: "ana"), at: Self.now)
    let head = leader.node.state.applied
    struct Failed: Error {}
    func change<Value>(isChange: Bool = false, _ body: (Catalog) throws -> Value) throws -> Value {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let changed = try ClusterRewriting(cluster.url, for: "test").change(in: folder.path) { path in
        let catalog = try Catalog(path: path, access: .readWrite)
        // As a process that ends without closing its files.
        defer { withExtendedLifetime(catalog) {} }
        return try body(catalog)
      }
      #expect(changed.hasChanged == isChange)
      return changed.value
    }
    #expect(throws: Failed.self) {
      try change { catalog in
        _ = try catalog.perform(.favorite(listing: cluster.ids[1], member: "ana"), at: Self.now)
        throw Failed()
      }
    }
    #expect(try change { try $0.favorites(of: "ana", at: Self.now).count } == 1)
    #expect(try ClusterLog(cluster.url, name: "test").status().head == head)
    try change(isChange: true) { _ = try $0.perform(.favorite(listing: cluster.ids[2], member: "ana"), at: Self.now) }
    // The accounts file has not changed.
    #expect(try ClusterLog(cluster.url, name: "test").status().head == head + 1)
    try cluster.settle()
    let next = try cluster.leader()
    for node in cluster.running { #expect(try node.catalog.favorites(of: "ana", at: Self.now).count == 2) }
    _ = try next.catalog.perform(.favorite(listing: cluster.ids[3], member: "ana"), at: Self.now)
    try cluster.check()
  }

  @Test func `a former primary is refused, and another host or another system is taken`() throws {
    let (server, other) = (try TestPostgreSQL(), try TestPostgreSQL())
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (catalog, path) = ("\(folder.path)/a.gpkg", "\(folder.path)/a.cluster.json")
    func open(_ url: String) throws -> String {
      let connection = try SeenTimeline(beside: catalog).open(url, name: "test")
      return try connection.rows("SELECT current_setting('port')")[0].text(0) ?? ""
    }
    let both = "postgresql://vicinity@127.0.0.1:\(server.port),127.0.0.1:\(other.port)/postgres"
    #expect(try open(server.url) == "\(server.port)")
    let known = try String(contentsOfFile: path, encoding: .utf8)
    #expect(known.contains(#""timeline":1"#))
    let newer = known.replacing(#""timeline":1"#, with: #""timeline":3"#)
    func seesNewer() throws { try newer.write(toFile: path, atomically: true, encoding: .utf8) }
    try seesNewer()
    let former = PostgreSQLError.former(host: "127.0.0.1:\(server.port)", timeline: 1, newest: 3, path: path)
    #expect(throws: former) { try open(server.url) }
    #expect(throws: former) { try open(both) }
    #expect(try open(other.url) == "\(other.port)")
    // The identifier of the other system is known now.
    #expect(try open(server.url) == "\(server.port)")
    try seesNewer()
    server.stop()
    #expect(try open(both) == "\(other.port)")
    SeenTimeline.forget(beside: catalog)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: PostgreSQLError.self) { try open(server.url) }
  }

  @Test func `each host of an address is tried with its port`() {
    func settings(_ url: String) -> [[String]] {
      PostgreSQL.Host.all(of: url).map { $0.settings.map { "\($0.0)=\($0.1)" } }
    }
    #expect(settings("postgresql://v@a,b/c") == [["host=a", "port=5432"], ["host=b", "port=5432"]])
    #expect(settings("postgresql://v@a:1,b/c") == [["host=a", "port=1"], ["host=b", "port=5432"]])
    #expect(settings("host=a,b port=7") == [["host=a", "port=7"], ["host=b", "port=7"]])
    #expect(settings("host=a,b hostaddr=10.0.0.1,10.0.0.2 port=7,8").last == ["host=b", "hostaddr=10.0.0.2", "port=8"])
    let others = ["postgresql://v@a/c", "host=a,b,c port=1,2", "host=a,b hostaddr=10.0.0.1", "hostaddr=,10.0.0.1"]
    for url in others { #expect(settings(url).isEmpty) }
  }

  @Test func `nodes fetch and remove the files of pictures, and a backup says which ones are missing`() throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    let other = try #require(cluster.running.first { $0 !== leader })
    let bytes = Array("a picture".utf8)
    var digest = ContentDigest()
    bytes.withUnsafeBytes { digest.update($0) }
    let hash = digest.hexadecimal()
    let stored = cluster.folder.appending(path: "upload").path
    try Data(bytes).write(to: URL(filePath: stored))
    try leader.node.storeMedium(hash, path: stored)
    try leader.accounts.write { db in
      for (listing, hash) in [("a", hash), ("b", String(repeating: "0", count: 64))] {
        try db.execute(
          sql: "INSERT INTO picture (listing, number, hash, type, bytes, added) VALUES (?, 1, ?, 'image/png', 9, 0)",
          arguments: [listing, hash])
      }
    }
    try cluster.settle()
    let folder = MediaFolder(catalog: other.settings.catalog, file: other.accounts, cluster: other.node)
    let path = Catalog.stem(of: other.settings.catalog) + ".media/" + hash
    // Their files come later.
    #expect(folder.problem == nil)
    let backup = cluster.folder.appending(path: "backup.gpkg").path
    #expect(try Catalog.backUpAll(of: other.settings.catalog, to: backup, areas: nil).missing.count == 2)
    #expect(try folder.follow(within: .seconds(60)) == .init(lost: 1))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
    #expect(try CatalogFiles(catalog: other.settings.catalog).missingMedia() == [String(repeating: "0", count: 64)])
    #expect(try folder.file(hash) != nil)
    #expect(try folder.file(String(repeating: "0", count: 64)) == nil)
    let rehearsal = try Catalog.rehearse(
      StoredBackup.find(backup, ofCatalog: other.settings.catalog), at: Self.now, areas: nil)
    #expect(rehearsal.content.missing.count == 2)
    try leader.accounts.write { try $0.execute(sql: "DELETE FROM picture WHERE listing = 'a'") }
    try cluster.settle()
    #expect(try folder.follow(within: .seconds(60)) == .init(lost: 1))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `when another version has migrated the files, running nodes neither follow nor lead`() async throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    let log = try ClusterLog(cluster.url, name: "test")
    let taken = try log.seize(for: "migration", by: "a", milliseconds: 500)
    #expect(throws: ClusterFailure.rewritten) { try log.seize(for: "command", by: "b", milliseconds: 500) }
    try log.setVersions(schema: "another", sqlite: ClusterNode.sqlite)
    try log.giveUp(taken.epoch, of: taken.leader ?? "")
    usleep(2_000_000)
    #expect(cluster.running.allSatisfy { !$0.node.state.isLeader })
    #expect(try log.status().leader == nil)
    #expect(throws: ClusterError.self) {
      try leader.catalog.perform(.favorite(listing: cluster.ids[0], member: "ana"), at: Self.now)
    }
    try log.setVersions(schema: ClusterNode.schema, sqlite: ClusterNode.sqlite)
    let next = try cluster.leader()
    _ = try next.catalog.perform(.favorite(listing: cluster.ids[0], member: "ana"), at: Self.now)
    try cluster.check()
  }

  @Test func `a file that was put in the place of another one, whose log was left, is fetched again`() async throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    let other = try #require(cluster.running.first { $0 !== leader })
    cluster.stop(other)
    let path = other.path(.catalog)
    // As a process leaves it that ends between the two steps.
    func leaveFormerLog() throws {
      try FileManager.default.copyItem(atPath: path, toPath: path + ".former")
      let former = try DatabaseQueue(path: path + ".former")
      try former.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try db.execute(sql: "UPDATE cluster_position SET at = 7")
        try FileManager.default.copyItem(atPath: path + ".former-wal", toPath: path + "-wal")
      }
    }
    try leaveFormerLog()
    #expect(throws: CatalogError.self) { try Catalog.place(path + ".missing", as: path) }
    #expect(Catalog.isHalfPlaced(path))
    try cluster.start(other)
    #expect(!Catalog.isHalfPlaced(path))
    _ = try leader.catalog.perform(.favorite(listing: cluster.ids[0], member: "ana"), at: Self.now)
    try cluster.check()
  }

  @Test func `a change too large for an entry goes through as a whole file`() async throws {
    let cluster = try TestCluster(nodes: 2)
    defer { cluster.end() }
    let leader = try cluster.leader()
    try leader.accounts.write { db in
      try db.execute(
        sql: """
          INSERT INTO progress (name, number) WITH RECURSIVE line(number) AS (
            SELECT 1 UNION ALL SELECT number + 1 FROM line WHERE number < 20000)
          SELECT hex(randomblob(1000)), number FROM line
          """)
    }
    try cluster.check()
    let log = try ClusterLog(cluster.url, name: "test")
    #expect(try log.hasWhole(.accounts, after: 0))
  }

  @Test func `while PostgreSQL is away, nothing is acknowledged, and afterwards all goes on`() async throws {
    let cluster = try TestCluster(nodes: 2, ownServer: true)
    defer { cluster.end() }
    let leader = try cluster.leader()
    _ = try leader.catalog.perform(.favorite(listing: cluster.ids[0], member: "ana"), at: Self.now)
    cluster.server.stop(signal: SIGQUIT)
    #expect(throws: ClusterError.self) {
      try leader.catalog.perform(.favorite(listing: cluster.ids[1], member: "ana"), at: Self.now)
    }
    try cluster.server.start()
    let next = try cluster.leader()
    _ = try next.catalog.perform(.favorite(listing: cluster.ids[2], member: "ana"), at: Self.now)
    try cluster.settle()
    try cluster.check()
  }
}

/// Several nodes of one cluster.
final class TestCluster {
  final class Member {
    let settings: ClusterSettings
    fileprivate(set) var node: ClusterNode
    fileprivate(set) var catalog: Catalog!
    fileprivate(set) var accounts: AccountsFile!

    init(_ settings: ClusterSettings) {
      self.settings = settings
      node = ClusterNode(settings, logger: TestCluster.logger)
    }

    func path(_ file: ClusterFile) -> String { settings.path(of: file) }
  }

  private struct Silent: ClusterListener {
    func joined() {}
    func appliedToAccounts(tables: Set<String>, members: Set<String>) {}
    func replaced() {}
    func isLeader(_ leads: Bool) {}
  }

  static var logger: Logger {
    var logger = Logger(label: "test")
    logger.logLevel = ProcessInfo.processInfo.environment["VICINITY_TEST_LOG"] == nil ? .critical : .info
    return logger
  }

  let server: TestPostgreSQL
  let url: String
  let folder: URL
  private(set) var running: [Member] = []
  /// Those that have not been started.
  private(set) var waiting: [Member] = []
  let ids: [String]

  static func listings(_ count: Int) -> [Listing] {
    SeededWorld(
      seed: 5, count: count, center: Coordinate(latitude: 48.77, longitude: 9.18), spreadDegrees: 0.1
    ).listings
  }

  /// - Parameter former: the last migration of accounts that the cluster has; nil for all. Its nodes are not started.
  init(
    nodes: Int, listings: Int = 200, ownServer: Bool = false, accountsUpTo former: String? = nil,
    change: (inout ClusterSettings) -> Void = { _ in }
  ) throws {
    server = try ownServer ? TestPostgreSQL() : TestPostgreSQL.shared.get()
    url = try server.database("t\(Int.random(in: 0..<1 << 40))")
    folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-cluster-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let listings = Self.listings(listings)
    ids = listings.map(\.id)
    for number in 0..<nodes {
      let path = folder.appending(path: "n\(number).gpkg").path
      var settings = ClusterSettings(
        log: url, node: "n\(number)", url: "http://127.0.0.1:\(8000 + number)", catalog: path,
        accounts: Catalog.accountsPath(of: path))
      settings.leaseMilliseconds = 1000
      (settings.appendSeconds, settings.doubtSeconds) = (2, 3)
      change(&settings)
      if number == 0 {
        let catalog = try Catalog(path: path, access: .create)
        try catalog.save(listings, source: "test", at: SeededWorld.now)
        catalog.close()
        if let former {
          try AccountsDatabase.migrator.migrate(DatabaseQueue(path: settings.accounts), upTo: former)
        } else {
          _ = try AccountsFile(catalog: path).database()
        }
        try ClusterNode.create(settings, mediaFolder: folder.appending(path: "n0.media").path)
        if let former { try ClusterLog(url, name: "test").setVersions(schema: former, sqlite: ClusterNode.sqlite) }
      }
      if former == nil { try start(Member(settings)) } else { waiting.append(Member(settings)) }
    }
  }

  func start(_ member: Member) throws {
    member.node = ClusterNode(member.settings, logger: Self.logger)
    try member.node.join()
    member.catalog = try Catalog(
      path: member.settings.catalog, memoryLimit: 1 << 28, threads: 2, areas: nil, recordedBy: member.node.catalogLog)
    member.accounts = AccountsFile(catalog: member.settings.catalog, recordedBy: member.node.accountsLog)
    member.node.begin(ClusterFiles(catalog: member.catalog, accounts: member.accounts), Silent())
    running.append(member)
  }

  func stop(_ member: Member) {
    member.node.stop()
    member.catalog.close()
    member.accounts.close()
    running.removeAll { $0 === member }
  }

  func end() {
    for member in running { stop(member) }
    try? FileManager.default.removeItem(at: folder)
  }

  /// The node that leads, at the latest after some seconds.
  func leader() throws -> Member {
    for _ in 0..<200 {
      if let leader = running.first(where: { $0.node.state.isLeader }) { return leader }
      usleep(50_000)
    }
    throw ClusterError.noLeader(reason: "no node of the test leads")
  }

  /// Waits until all nodes have the newest entry.
  func settle() throws {
    let head = try ClusterLog(url, name: "test").status().head
    for _ in 0..<200 where running.contains(where: { $0.node.state.applied < head }) { usleep(50_000) }
    let late = running.filter { $0.node.state.applied < head }.map(\.settings.node)
    guard late.isEmpty else { throw ClusterFailure.differs(file: late.joined(separator: " "), entry: head) }
  }

  /// Verifies that all nodes are equal, row by row, and sound.
  func check() throws {
    try settle()
    for file in ClusterFile.allCases {
      let rows = try running.map { try TwoNodes.rows(of: $0.path(file)) }
      for (member, other) in zip(running, rows) where other != rows[0] {
        let tables = other.keys.filter { other[$0] != rows[0][$0] }.sorted()
        Issue.record("\(file.name) of \(member.settings.node) differs in \(tables)")
      }
    }
    for member in running { #expect(try member.catalog.check().isEmpty) }
  }
}
