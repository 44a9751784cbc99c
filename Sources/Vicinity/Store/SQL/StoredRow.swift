import CivilTime
import GRDBSQLite
import Geography

/// One row of a table being read. Values used in computations, that is numbers, times, dates and points, are checked
/// here, so that later code need not check them again.
///
/// An invalid value is an error with the row, so that a damaged or forged file is rejected where it is damaged.
struct StoredRow {
  let statement: Statement
  let table: StaticString
  /// The row number.
  let number: Int

  /// - Parameter table: the name of the row's contents in messages, such as `listing`.
  @inline(__always)
  init(_ statement: Statement, of table: StaticString, _ number: Int) {
    self.statement = statement
    self.table = table
    self.number = number
  }

  /// An integer; nil for NULL.
  /// - Throws: `CatalogError.damaged` for anything but an integer in the range.
  @inline(__always)
  func int(_ column: Int32, in range: ClosedRange<Int>) throws -> Int? {
    let type = statement.type(column)
    if type == SQLITE_NULL { return nil }
    let value = statement.int(column)
    guard type == SQLITE_INTEGER, range.contains(value) else { throw damaged(column) }
    return value
  }

  /// A number; nil for NULL.
  /// - Throws: `CatalogError.damaged` for anything but a number in the range.
  @inline(__always)
  func double(_ column: Int32, in range: ClosedRange<Double>) throws -> Double? {
    let type = statement.type(column)
    if type == SQLITE_NULL { return nil }
    let value = statement.double(column)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER, range.contains(value) else { throw damaged(column) }
    return value
  }

  /// A dictionary number in a range of `StoredRange`; 0 for NULL.
  /// - Throws: `CatalogError.numberTooLarge` for one beyond the range, `damaged` for any other value.
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

  /// A required time.
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

  /// A text with a length in bytes; nil for NULL.
  func text(_ column: Int32, bytes: ClosedRange<Int>) throws -> String? {
    if statement.isNull(column) { return nil }
    guard bytes.contains(statement.bytes(column).count) else { throw damaged(column) }
    return statement.string(column)
  }

  /// The nights between two dates.
  /// - Throws: `CatalogError.damaged` for invalid dates, or without a night between them.
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

  /// The error for an invalid value of a column.
  @inline(never)
  func damaged(_ column: Int32) -> CatalogError {
    .damaged(place: "row \(number) of \(table)", problem: "\(statement.name(column)) is \(statement.shown(column))")
  }
}
