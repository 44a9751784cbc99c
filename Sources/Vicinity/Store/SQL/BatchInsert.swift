/// Inserts rows into one table, many with each run of a statement.
///
/// Starting and ending a statement costs more than a narrow row: savepoint, the table of used row numbers, every index.
/// A row that cannot be inserted leaves the previous ones in the table (`OR FAIL`), so the transaction must be rolled
/// back: for an atomic statement SQLite would copy every page before changing it, which costs more than the rows.
struct BatchInsert {
  private let parameterCount: Int
  private let sql: String
  private let places: String
  private let statements: PreparedStatements

  /// Large enough to amortize the start of a statement, small enough for SQLite's limit on parameters.
  private static let rowsPerRun = 64

  /// - Parameter values: an expression with parameters for each column; nil for the parameters themselves.
  init(
    into table: String, _ columns: [String], values: [String]? = nil, with statements: PreparedStatements
  ) {
    parameterCount = values.map { $0.joined().count { $0 == "?" } } ?? columns.count
    places = "(" + (values ?? Array(repeating: "?", count: columns.count)).joined(separator: ", ") + ")"
    sql = "INSERT OR FAIL INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
    self.statements = statements
  }

  private func statement(rows: Int) throws -> Statement {
    try statements.statement(sql + repeatElement(places, count: rows).joined(separator: ", "))
  }

  /// Inserts rows 0..<count.
  /// - Parameter bind: binds the values of a row to the parameters that begin at the given one.
  func run(_ count: Int, bind: (_ row: Int, _ statement: Statement, _ first: Int32) throws -> Void) throws {
    let whole = count - count % Self.rowsPerRun
    if whole > 0 {
      let many = try statement(rows: Self.rowsPerRun)
      for row in 0..<whole {
        let place = row % Self.rowsPerRun
        try bind(row, many, Int32(place * parameterCount + 1))
        if place == Self.rowsPerRun - 1 { try many.run() }
      }
    }
    guard whole < count else { return }
    let one = try statement(rows: 1)
    for row in whole..<count {
      try bind(row, one, 1)
      try one.run()
    }
  }
}
