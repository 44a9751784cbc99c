import CSQLiteSession
import Foundation
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityAccounts
@testable import VicinityCluster
@testable import VicinityLab

/// Why the connection that applies entries never searches, and why a node that begins to lead opens a new one.
struct SearchingApplierTests {
  @Test func `a connection that applies and searches misses words, and another one finds them`() throws {
    let nodes = try TwoNodes()
    defer { nodes.remove() }
    let first = try Catalog(path: nodes.path("leader", .catalog), access: .create)
    try first.save(TestCluster.listings(50), source: "test", at: SeededWorld.now)
    first.close()
    _ = try AccountsFile(catalog: nodes.path("leader", .catalog)).database()
    try nodes.share()
    let leader = try Catalog(
      path: nodes.path("leader", .catalog), memoryLimit: 1 << 28, threads: 1, areas: nil,
      recordedBy: nodes.log.log(of: .catalog))
    for id in TestCluster.listings(40).map(\.id) { _ = try leader.edit(id) { $0.name = "lantern \(id)" } }
    let both = try Raw(nodes.path("follower", .catalog))
    let applier = try Applier(nodes.path("follower", .catalog), of: .catalog)
    let hits = "SELECT count(*) FROM listing_text WHERE listing_text MATCH 'lantern'"
    #expect(try both.texts(hits) == ["0"])
    vicinity_disable_triggers(both.connection.handle)
    for entry in nodes.log.entries.prefix(20) { try Self.apply(entry, by: both.connection) }
    for entry in nodes.log.entries.dropFirst(20) { _ = try applier.apply([entry]) }
    #expect(try Raw(nodes.path("follower", .catalog)).texts(hits) == ["40"])
    // After a commit by another connection it reads the structure again.
    #expect(try both.texts(hits) == ["40"])
    // Its own one does not.
    for id in TestCluster.listings(40).map(\.id) { _ = try leader.edit(id) { $0.name = "orchard \(id)" } }
    let orchards = hits.replacingOccurrences(of: "lantern", with: "orchard")
    #expect(try both.texts(orchards) == ["0"])
    for entry in nodes.log.entries.dropFirst(40) { try Self.apply(entry, by: both.connection) }
    #expect((try? both.texts(orchards)) != ["40"])
    #expect(try Raw(nodes.path("follower", .catalog)).texts(orchards) == ["40"])
  }

  /// Applies an entry as the `Applier` does, by a connection that has searched.
  private static func apply(_ entry: LogEntry, by connection: RawConnection) throws {
    guard case .rows(let rows) = entry.change else { return }
    var bytes = try entry.changeset(rows)
    try connection.run("BEGIN IMMEDIATE")
    let code = bytes.withUnsafeMutableBytes {
      sqlite3changeset_apply_v2(
        connection.handle, Int32($0.count), $0.baseAddress, nil, { _, _, _ in SQLITE_CHANGESET_ABORT }, nil, nil, nil,
        Int32(SQLITE_CHANGESETAPPLY_NOSAVEPOINT))
    }
    try connection.check(code, "apply")
    try connection.setPosition(FilePosition(entry: entry.number, hash: entry.hash, at: entry.at))
    try connection.run("COMMIT")
  }
}
