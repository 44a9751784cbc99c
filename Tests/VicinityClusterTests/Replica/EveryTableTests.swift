import CSQLiteSession
import Foundation
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityAccounts
@testable import VicinityCluster
@testable import VicinityLab

/// The session extension leaves out tables without a primary key, and rows with NULL in it, without an error: so every
/// table of both files is written, with random rows, and compared.
struct EveryTableTests {
  @Test(arguments: ClusterFile.allCases)
  func `every table of a file reaches a follower`(file: ClusterFile) throws {
    let nodes = try TwoNodes()
    defer { nodes.remove() }
    _ = try Catalog(path: nodes.path("leader", .catalog), access: .create)
    _ = try AccountsFile(catalog: nodes.path("leader", .catalog)).database()
    try nodes.share()
    var random = SplitMix64(seed: 44)
    let leader = try Raw(nodes.path("leader", file))
    for pragma in ["foreign_keys = OFF", "ignore_check_constraints = ON"] {
      try leader.connection.run("PRAGMA \(pragma)")
    }
    vicinity_disable_triggers(leader.connection.handle)
    let recorder = try SessionRecorder(leader.connection.handle, of: file, by: nodes.log)
    // Only migrations change these two; `gpkg_extensions` has no primary key in the standard.
    let tables = try leader.texts(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite@_%' ESCAPE '@'
        AND name <> '\(ClusterPosition.table)' AND name NOT IN ('grdb_migrations', 'gpkg_extensions')
      """)
    #expect(tables.count > 20)
    for table in tables {
      try recorded(recorder, leader) { for _ in 0..<4 { try insert(into: table, leader, &random) } }
      try recorded(recorder, leader) { try update(table, leader, &random) }
      let key = try #require(Self.keys(of: table, leader).first)
      try recorded(recorder, leader) {
        try leader.connection.run(
          "DELETE FROM \"\(table)\" WHERE \(key) IS (SELECT max(\(key)) FROM \"\(table)\")")
      }
    }
    let applier = try Applier(nodes.path("follower", file), of: file)
    for entry in nodes.log.entries { _ = try applier.apply([entry]) }
    let (expected, found) = (
      try TwoNodes.rows(of: nodes.path("leader", file)), try TwoNodes.rows(of: nodes.path("follower", file))
    )
    #expect(expected.keys.sorted() == found.keys.sorted())
    for (table, rows) in expected {
      #expect(!rows.isEmpty, "\(table) was not written")
      #expect(rows == found[table], "\(table) differs")
    }
    #expect(nodes.log.entries.count == 3 * tables.count)
  }

  private func recorded(_ recorder: SessionRecorder, _ leader: Raw, _ body: () throws -> Void) throws {
    try leader.connection.run("BEGIN IMMEDIATE")
    try recorder.begin(.changes)
    try body()
    try recorder.append()
    try leader.connection.run("COMMIT")
    try recorder.committed()
  }

  private static func keys(of table: String, _ leader: Raw) throws -> [String] {
    try leader.texts("SELECT '\"' || name || '\"' FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk")
  }

  private func insert(into table: String, _ leader: Raw, _ random: inout SplitMix64) throws {
    let columns = try leader.connection.rows("SELECT name, type, pk FROM pragma_table_info('\(table)')") {
      ($0.text(0), $0.text(1), $0.int(2))
    }
    let values = columns.map { Self.value(of: $0.1, &random) }
    let names = columns.map { "\"\($0.0)\"" }.joined(separator: ", ")
    try leader.connection.run(
      "INSERT OR REPLACE INTO \"\(table)\" (\(names)) VALUES (\(values.joined(separator: ", ")))")
  }

  private func update(_ table: String, _ leader: Raw, _ random: inout SplitMix64) throws {
    let columns = try leader.connection.rows("SELECT name, type FROM pragma_table_info('\(table)')") {
      ($0.text(0), $0.text(1))
    }
    guard let column = columns.last, let key = try Self.keys(of: table, leader).first else {
      Issue.record("\(table) has no primary key")
      return
    }
    try leader.connection.run(
      """
      UPDATE OR REPLACE "\(table)" SET "\(column.0)" = \(Self.value(of: column.1, &random))
      WHERE \(key) IS (SELECT min(\(key)) FROM "\(table)")
      """)
  }

  /// A random literal of a column's type.
  private static func value(of type: String, _ random: inout SplitMix64) -> String {
    let number = random.next() >> 20
    switch type.uppercased() {
    case "INTEGER", "INT", "BOOLEAN", "MEDIUMINT", "DATETIME": return "\(number)"
    case "REAL", "DOUBLE": return "\(Double(number) / 1000)"
    case "BLOB", "POINT", "MULTIPOLYGON", "GEOMETRY": return "x'\(String(format: "%016llX", number))'"
    default: return "'{\"t\":\(number)}'"
    }
  }
}
