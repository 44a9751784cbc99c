import CivilTime
import GRDBSQLite

/// A cache of prepared statements: a reading connection, or a write transaction.
protocol StatementSource {
  func statement(_ sql: String) throws -> Statement
}

/// A value that can be bound to a statement.
protocol StatementValue {
  func bind(to statement: Statement, _ index: Int32)
}

extension Int: StatementValue {
  func bind(to statement: Statement, _ index: Int32) { statement.bind(index, Int64(self)) }
}

extension Double: StatementValue {
  func bind(to statement: Statement, _ index: Int32) { statement.bind(index, self) }
}

extension String: StatementValue {
  func bind(to statement: Statement, _ index: Int32) { statement.bind(index, Optional(self)) }
}

extension Instant: StatementValue {
  func bind(to statement: Statement, _ index: Int32) { statement.bind(index, secondsSince1970) }
}

extension Optional: StatementValue where Wrapped: StatementValue {
  func bind(to statement: Statement, _ index: Int32) {
    if let self { self.bind(to: statement, index) } else { statement.bindNull(index) }
  }
}

extension StatementSource {
  /// Runs a statement that returns no rows.
  func run(_ sql: String, _ values: any StatementValue...) throws { try bound(sql, values).run() }

  /// The result of `body` for the first row; nil without rows.
  func first<Value>(
    _ sql: String, _ values: any StatementValue..., body: (Statement) throws -> Value
  ) throws -> Value? {
    let statement = try bound(sql, values)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return try body(statement)
  }

  /// The results of `body` for all rows. It must not run the same statement.
  func rows<Value>(
    _ sql: String, _ values: any StatementValue..., body: (Statement) throws -> Value
  ) throws -> [Value] {
    let statement = try bound(sql, values)
    var made: [Value] = []
    do {
      while try statement.step() { made.append(try body(statement)) }
    } catch {
      statement.reset()
      throw error
    }
    return made
  }

  /// The integer in the first column of the first row; 0 without rows.
  func count(_ sql: String, _ values: any StatementValue...) throws -> Int {
    let statement = try bound(sql, values)
    guard try statement.step() else { return 0 }
    defer { statement.reset() }
    return statement.int(0)
  }

  private func bound(_ sql: String, _ values: [any StatementValue]) throws -> Statement {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { value.bind(to: statement, Int32(index + 1)) }
    return statement
  }
}

/// The prepared statements of a writing connection.
///
/// Preparing the statements of a small change takes several times as long as running them, so they are reused by later
/// transactions. Callers with equal SQL share one statement; it must be reset before it is reused.
package final class PreparedStatements: StatementSource {
  package let connection: OpaquePointer
  private var prepared: [String: Statement] = [:]

  init(on connection: OpaquePointer) { self.connection = connection }

  package func statement(_ sql: String) throws -> Statement {
    if let statement = prepared[sql] { return statement }
    let statement = try Statement(sql, on: connection)
    prepared[sql] = statement
    return statement
  }

  /// Runs `body` in a savepoint, and undoes it if it throws.
  func inSavepoint(_ body: () throws -> Void) throws {
    try run("SAVEPOINT shared")
    do { try body() } catch {
      clear()
      guard sqlite3_get_autocommit(connection) == 0 else { throw TransactionLost(cause: error) }
      try run("ROLLBACK TO shared")
      try run("RELEASE shared")
      throw error
    }
    clear()
    try run("RELEASE shared")
  }

  /// Resets all statements and clears their bindings.
  func clear() {
    for statement in prepared.values { statement.clear() }
  }

  /// Releases all statements, which is necessary before the connection is closed.
  func removeAll() { prepared.removeAll() }
}
