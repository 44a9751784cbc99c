import CSQLiteSession
import Foundation
import Vicinity

/// A statement of a connection of SQLite, run once.
struct RawStatement {
  let handle: OpaquePointer

  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func text(_ column: Int32) -> String { sqlite3_column_text(handle, column).map { String(cString: $0) } ?? "" }
  func bytes(_ column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, column), count: count))
  }
}

/// A connection of SQLite by its handle, without the caches and observers of a library: the one that applies the log
/// must see nothing but its own statements.
struct RawConnection {
  let handle: OpaquePointer

  enum Value {
    case int(Int64)
    case text(String)
    case bytes([UInt8])
  }

  /// Runs a statement.
  /// - Throws: `SQLiteFailure`.
  func run(_ sql: String, _ values: Value...) throws { _ = try rows(sql, values) { _ in } }

  /// The results of `body` for all rows.
  @discardableResult
  func rows<Result>(_ sql: String, _ values: Value..., body: (RawStatement) throws -> Result) throws -> [Result] {
    try rows(sql, values, body)
  }

  private func rows<Result>(
    _ sql: String, _ values: [Value], _ body: (RawStatement) throws -> Result
  ) throws -> [Result] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil), sql)
    guard let statement else { return [] }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { try check(bind(value, statement, Int32(index + 1)), sql) }
    var results: [Result] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return results }
      guard code == SQLITE_ROW else { throw failure(code, sql) }
      results.append(try body(RawStatement(handle: statement)))
    }
  }

  private func bind(_ value: Value, _ statement: OpaquePointer, _ index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, which Swift does not import: SQLite copies the bytes.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch value {
    case .int(let number): sqlite3_bind_int64(statement, index, number)
    case .text(let text): sqlite3_bind_text(statement, index, text, -1, transient)
    case .bytes(let bytes): sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
    }
  }

  /// Runs `body` in one immediate transaction, which is rolled back on errors.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      do { try run("ROLLBACK") } catch {
        // SQLite has rolled back already.
      }
      throw error
    }
  }

  func check(_ code: Int32, _ what: String) throws {
    guard code == SQLITE_OK else { throw failure(code, what) }
  }

  func failure(_ code: Int32, _ what: String) -> SQLiteFailure {
    SQLiteFailure(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: what)
  }
}

extension RawConnection {
  /// What the file has applied; nil if it belongs to no cluster.
  func position() throws -> FilePosition? {
    try rows("SELECT entry, hash, pending, at FROM \(ClusterPosition.table)") {
      FilePosition(entry: $0.int(0), hash: $0.bytes(1), isPending: $0.int(2) != 0, at: $0.int(3))
    }.first
  }

  /// Notes what the file has applied, in the transaction of the caller.
  func setPosition(_ position: FilePosition) throws {
    try run(
      "UPDATE \(ClusterPosition.table) SET entry = ?1, hash = ?2, pending = ?3, at = ?4", .int(position.entry),
      .bytes(position.hash), .int(position.isPending ? 1 : 0), .int(position.at))
  }

  /// The counters of tables with AUTOINCREMENT, by the names of the tables.
  func counters() throws -> [String: Int64] {
    guard try !rows("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'", body: { _ in }).isEmpty else {
      return [:]
    }
    let pairs = try rows("SELECT name, seq FROM sqlite_sequence") { ($0.text(0), $0.int(1)) }
    return Dictionary(pairs) { first, _ in first }
  }
}
