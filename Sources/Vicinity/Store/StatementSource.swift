import CivilTime

/// Whatever prepares statements and keeps them: a connection that reads, or a transaction that writes.
protocol StatementSource {
  func statement(_ sql: String) throws -> Statement
}

/// A value that a statement takes.
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
  /// Runs a statement without rows.
  func run(_ sql: String, _ values: any StatementValue...) throws { try bound(sql, values).run() }

  /// What `body` makes of the first row; nil without rows.
  func first<Value>(
    _ sql: String, _ values: any StatementValue..., body: (Statement) throws -> Value
  ) throws -> Value? {
    let statement = try bound(sql, values)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return try body(statement)
  }

  /// What `body` makes of every row. It must not run the same statement.
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

  /// The whole number in the first column of the first row; 0 without rows.
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

/// Statements of a connection that writes, each prepared once.
///
/// Preparing the statements of a small change takes several times as long as running them, so they are kept from one transaction to
/// the next. Callers with equal SQL share one statement; it must be reset before it is reused.
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

  /// Makes all as good as new: none is in the middle of its rows, and nothing is bound.
  func clear() {
    for statement in prepared.values { statement.clear() }
  }

  /// Lets go of all, as they must before the connection is closed.
  func removeAll() { prepared.removeAll() }
}
