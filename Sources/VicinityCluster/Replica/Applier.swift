import CSQLiteSession
import Foundation
import Vicinity

/// The connection that applies the log to one file.
///
/// It never opens a virtual table: FTS5 caches the structure of its index by a number that does not change with the
/// connection's own writes, so a connection that applies and searches would find nothing.
final class Applier {
  private let connection: RawConnection
  private let file: ClusterFile
  private let path: String
  /// Whether entries must continue what the file has; tests turn it off.
  var comparesPredecessors = true

  /// What changed.
  struct Outcome {
    var position: FilePosition
    /// The tables with changed rows.
    var tables: Set<String> = []
    /// The members with rows in the table `change` of the accounts file.
    var members: Set<String> = []
    /// Listings and nodes of the R-tree that an index reads again; those of several entries are counted several times.
    var changedListings: Int64 = 0
    var changedNodes: Int64 = 0
  }

  /// - Parameter firesTriggers: whether rows that triggers have written are written again, which only tests do.
  /// - Throws: `SQLiteFailure`.
  init(_ path: String, of file: ClusterFile, firesTriggers: Bool = false) throws {
    (self.file, self.path) = (file, path)
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw ClusterFailure.cannotWrite(path: path, reason: "SQLite is out of memory") }
    connection = RawConnection(handle: opened)
    do {
      try connection.check(code, "open \(path)")
      sqlite3_busy_timeout(opened, 30_000)
      ClusterPosition.registerFunctions(on: opened)
      if !firesTriggers { vicinity_disable_triggers(opened) }
      // The rows were checked where they were made, and the log has what the disk might lose. Deleted data is
      // overwritten, as every connection does.
      for pragma in [
        "ignore_check_constraints = ON", "synchronous = NORMAL", "foreign_keys = OFF", "secure_delete = ON",
        "cache_size = -65536",
      ] {
        try connection.run("PRAGMA \(pragma)")
      }
    } catch {
      sqlite3_close_v2(opened)
      throw error
    }
  }

  deinit { sqlite3_close_v2(connection.handle) }

  /// What the file has applied; nil if it belongs to no cluster.
  func position() throws -> FilePosition? { try connection.position() }

  /// Applies entries of this file in one transaction, except those that it has already.
  ///
  /// - Throws: `ClusterFailure.differs` when the entries do not continue the file, `damaged` when one is not what its
  ///   hash says, `SQLiteFailure`; the file is as it was then.
  func apply(_ entries: [LogEntry]) throws -> Outcome {
    try connection.transaction {
      guard let position = try connection.position() else { throw ClusterFailure.notInCluster(path: path) }
      var outcome = Outcome(position: position)
      for entry in entries where entry.number > position.entry { try apply(entry, &outcome) }
      if outcome.position != position { try connection.setPosition(outcome.position) }
      return outcome
    }
  }

  private func apply(_ entry: LogEntry, _ outcome: inout Outcome) throws {
    guard entry.previous == outcome.position.hash || !comparesPredecessors, !outcome.position.isPending else {
      throw ClusterFailure.differs(file: file.name, entry: outcome.position.entry)
    }
    guard entry.hash == LogEntry.hash(after: entry.previous, of: file, entry.change),
      case .rows(let rows) = entry.change
    else { throw ClusterFailure.damaged(what: "entry \(entry.number)") }
    var bytes = try entry.changeset(rows)
    if !bytes.isEmpty {
      try note(&bytes, &outcome)
      let code = bytes.withUnsafeMutableBytes { buffer in
        sqlite3changeset_apply_v2(
          connection.handle, Int32(buffer.count), buffer.baseAddress, nil, { _, _, _ in SQLITE_CHANGESET_ABORT }, nil,
          nil, nil, Int32(SQLITE_CHANGESETAPPLY_NOSAVEPOINT))
      }
      // A row is not as it was where the entry was made.
      if code == SQLITE_ABORT { throw ClusterFailure.differs(file: file.name, entry: outcome.position.entry) }
      try connection.check(code, "entry \(entry.number)")
    }
    for line in rows.sequences.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 2, let counter = Int64(parts[1]) else {
        throw ClusterFailure.damaged(what: "entry \(entry.number)")
      }
      try connection.run("DELETE FROM sqlite_sequence WHERE name = ?1", .text(String(parts[0])))
      try connection.run(
        "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", .text(String(parts[0])), .int(counter))
    }
    outcome.position = FilePosition(entry: entry.number, hash: entry.hash, at: entry.at)
  }

  /// Notes which tables a changeset changes, what an index reads again, and for which members it has changes.
  private func note(_ bytes: inout [UInt8], _ outcome: inout Outcome) throws {
    try bytes.withUnsafeMutableBytes { buffer in
      var changes: OpaquePointer?
      try connection.check(
        sqlite3changeset_start(&changes, Int32(buffer.count), buffer.baseAddress), "sqlite3changeset_start")
      defer { sqlite3changeset_finalize(changes) }
      var last: UnsafePointer<CChar>?
      while sqlite3changeset_next(changes) == SQLITE_ROW {
        var (table, columns, kind) = (UnsafePointer<CChar>?.none, Int32(0), Int32(0))
        sqlite3changeset_op(changes, &table, &columns, &kind, nil)
        guard let table else { continue }
        if table != last { outcome.tables.insert(String(cString: table)) }
        last = table
        if kind != SQLITE_DELETE {
          if strcmp(table, "listing_change") == 0 { outcome.changedListings += 1 }
          if strcmp(table, "node_change") == 0 { outcome.changedNodes += 1 }
        }
        guard file == .accounts, kind == SQLITE_INSERT, strcmp(table, "change") == 0 else { continue }
        var value: OpaquePointer?
        // The columns of `change` begin with the number and the member.
        sqlite3changeset_new(changes, 1, &value)
        if let value, let text = sqlite3_value_text(value) { outcome.members.insert(String(cString: text)) }
      }
    }
  }

  /// Moves the log of the file into it, and empties it, unless a reader needs it.
  /// - Returns: whether it is empty.
  func emptyLog() throws -> Bool {
    sqlite3_busy_timeout(connection.handle, 200)
    defer { sqlite3_busy_timeout(connection.handle, 30_000) }
    return try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }.first == 0
  }
}
