import CivilTime
import GRDBSQLite
import Geography

/// One row of a table while it is read. What is calculated with, numbers, times, dates and points, is checked here, once; what is made of it
/// need not look again.
///
/// What a catalog cannot hold is an error that names the row, so that a damaged file, or one that somebody has made up, is refused where it
/// is damaged and never trusted.
struct StoredRow {
  let statement: Statement
  let table: StaticString
  /// The row number.
  let number: Int

  /// - Parameter table: the word for what the rows are, such as `listing`.
  @inline(__always)
  init(_ statement: Statement, of table: StaticString, _ number: Int) {
    self.statement = statement
    self.table = table
    self.number = number
  }

  /// A whole number; nil for NULL.
  /// - Throws: `CatalogError.damaged` for what is no whole number or not in the range.
  @inline(__always)
  func int(_ column: Int32, in range: ClosedRange<Int>) throws -> Int? {
    let type = statement.type(column)
    if type == SQLITE_NULL { return nil }
    let value = statement.int(column)
    guard type == SQLITE_INTEGER, range.contains(value) else { throw damaged(column) }
    return value
  }

  /// A number; nil for NULL.
  /// - Throws: `CatalogError.damaged` for what is no number or not in the range.
  @inline(__always)
  func double(_ column: Int32, in range: ClosedRange<Double>) throws -> Double? {
    let type = statement.type(column)
    if type == SQLITE_NULL { return nil }
    let value = statement.double(column)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER, range.contains(value) else { throw damaged(column) }
    return value
  }

  /// A number in place of the name of something else, as `StoredRange` wants it; 0 for NULL.
  /// - Throws: `CatalogError.numberTooLarge` for one beyond the range, `damaged` for any other.
  @inline(__always)
  func reference<Number: FixedWidthInteger>(_ column: Int32, in range: ClosedRange<Int>) throws -> Number {
    let type = statement.type(column)
    if type == SQLITE_NULL { return 0 }
    let value = statement.int(column)
    guard type == SQLITE_INTEGER, range.contains(value) else { throw badNumber(column, range) }
    return Number(truncatingIfNeeded: value)
  }

  /// A time; nil for NULL.
  @inline(__always)
  func time(_ column: Int32) throws -> Instant? {
    try int(column, in: StoredRange.time).map { Instant(secondsSince1970: Int64($0)) }
  }

  /// A time that must be there.
  func requiredTime(_ column: Int32) throws -> Instant {
    guard let time = try time(column) else { throw damaged(column) }
    return time
  }

  /// The price in minor units of a currency whose code is in another column; nil for NULL.
  func price(_ column: Int32, currency: Int32) throws -> Price? {
    try int(column, in: StoredRange.price).map { Price(minorUnits: $0, currency: statement.string(currency)) }
  }

  /// The point in a geometry.
  @inline(__always)
  func coordinate(_ column: Int32) throws -> Coordinate {
    guard let coordinate = GeometryBlob.decode(statement.bytes(column)) else { throw damaged(column) }
    return coordinate
  }

  /// A point in two columns, latitude first.
  func coordinate(_ latitude: Int32, _ longitude: Int32) throws -> Coordinate {
    guard let north = try double(latitude, in: StoredRange.latitude) else { throw damaged(latitude) }
    guard let east = try double(longitude, in: StoredRange.longitude) else { throw damaged(longitude) }
    return Coordinate(latitude: north, longitude: east)
  }

  @inline(__always)
  func kind(_ column: Int32) throws -> Kind {
    guard let kind = Kind(rawValue: statement.string(column) ?? "") else { throw damaged(column) }
    return kind
  }

  /// A text of so many bytes; nil for NULL.
  func text(_ column: Int32, bytes: ClosedRange<Int>) throws -> String? {
    if statement.isNull(column) { return nil }
    guard bytes.contains(statement.bytes(column).count) else { throw damaged(column) }
    return statement.string(column)
  }

  /// The nights between two dates.
  /// - Throws: `CatalogError.damaged` for what is no date, and where there is no night between them.
  func nights(_ from: Int32, _ to: Int32) throws -> Nights {
    let (first, last) = (try date(from), try date(to))
    guard let nights = Nights(from: first, to: last) else { throw damaged(to) }
    return nights
  }

  private func date(_ column: Int32) throws -> LocalDate {
    guard let date = statement.date(column), LocalDate.fourDigitYears.contains(date) else { throw damaged(column) }
    return date
  }

  @inline(never)
  private func badNumber(_ column: Int32, _ range: ClosedRange<Int>) -> CatalogError {
    let value = statement.int(column)
    guard statement.type(column) == SQLITE_INTEGER, value > range.upperBound else { return damaged(column) }
    return .numberTooLarge(name: statement.name(column), number: value)
  }

  /// The error for a value that cannot stand in a column.
  @inline(never)
  func damaged(_ column: Int32) -> CatalogError {
    .damaged(place: "row \(number) of \(table)", problem: "\(statement.name(column)) is \(statement.shown(column))")
  }
}
