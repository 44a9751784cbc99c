/// Inserts rows into one table, many by each run of a statement.
///
/// Starting and ending a statement costs more than a narrow row: savepoint, the table of used numbers, a look at every index.
struct BatchInsert {
  private let columnCount: Int
  private let one: Statement
  private let many: Statement

  /// Enough that the start of a statement no longer counts, few enough for the parameters SQLite allows.
  private static let rowsPerRun = 64

  init(into table: String, _ columns: [String], on connection: OpaquePointer) throws {
    columnCount = columns.count
    let places = "(" + repeatElement("?", count: columns.count).joined(separator: ", ") + ")"
    let insert = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
    one = try Statement(insert + places, on: connection)
    many = try Statement(insert + repeatElement(places, count: Self.rowsPerRun).joined(separator: ", "), on: connection)
  }

  /// Inserts rows 0..<count.
  /// - Parameter bind: binds the values of a row to the parameters that begin at the given one.
  func run(_ count: Int, bind: (_ row: Int, _ statement: Statement, _ first: Int32) throws -> Void) throws {
    let whole = count - count % Self.rowsPerRun
    for row in 0..<whole {
      let place = row % Self.rowsPerRun
      try bind(row, many, Int32(place * columnCount + 1))
      if place == Self.rowsPerRun - 1 { try many.run() }
    }
    for row in whole..<count {
      try bind(row, one, 1)
      try one.run()
    }
  }
}
