import Geography
import Streams
import Vicinity
import VicinityFormats

/// Reads the rows of a table of distances.
final class DistanceTable {
  /// The header as one line of text; nil when the table has none.
  let header: String?
  private let reader: CSVReader
  private let delimiter: String
  private let columns: [Int]
  private let meters: Int?
  private let azimuth: Int?
  /// Whether the first record is not a header and still has to be answered.
  private var isPending: Bool

  init(path: String) throws {
    let buffer = try InputBuffer(ByteSource(path: path))
    try buffer.fill(atLeast: FormatGuess.headSize)
    guard !buffer.bytes.isEmpty else { throw ImportError.empty(path: path) }
    let delimiter = CSVDelimiter.guess(buffer.bytes)
    self.delimiter = String(Unicode.Scalar(delimiter))
    reader = CSVReader(buffer, delimiter: delimiter)
    guard try reader.next() else { throw ImportError.empty(path: path) }
    let first = reader.record
    isPending = first.count >= 4 && first.prefix(4).allSatisfy { Double($0) != nil }
    header = isPending ? nil : reader.rawRecord
    columns = isPending ? [0, 1, 2, 3] : try Self.columns(of: first, path)
    meters = Self.column(["meters", "metres", "s12_m", "s12", "distance"], of: first)
    azimuth = Self.column(["azimuth", "azi1_deg", "azi1"], of: first)
  }

  private static func columns(of header: [String], _ path: String) throws -> [Int] {
    let names = ["lat1", "lon1", "lat2", "lon2"]
    let found = names.map { column([$0], of: header) }
    let missing = zip(names, found).filter { $1 == nil }.map(\.0)
    guard missing.isEmpty else {
      throw ImportError.badOption(
        "cases", value: path,
        reason: "has no column \(missing.joined(separator: " and ")); its columns are \(InputError.list(header))")
    }
    return found.compactMap { $0 }
  }

  private static func column(_ names: [String], of header: [String]) -> Int? {
    header.firstIndex { names.contains($0.lowercased()) }
  }

  /// Whether the table has distances.
  var hasMeters: Bool { meters != nil }
  /// The line on which the row begins.
  var line: Int { reader.recordLine }
  /// The row as one line of text.
  var row: String { reader.rawRecord }

  /// Additional cells of a row.
  func cells(_ texts: [String]) -> String { texts.map { delimiter + $0 }.joined() }

  /// Moves to the next row; false after the last.
  func next() throws -> Bool {
    if isPending {
      isPending = false
      return true
    }
    return try reader.next()
  }

  /// The coordinates of the row.
  func pair() throws(CaseError) -> (start: Coordinate, end: Coordinate) {
    let start = try coordinate(columns[0], columns[1])
    return (start, try coordinate(columns[2], columns[3]))
  }

  private func coordinate(_ latitude: Int, _ longitude: Int) throws(CaseError) -> Coordinate {
    let coordinate = Coordinate(latitude: try number(latitude), longitude: try number(longitude))
    guard abs(coordinate.latitude) <= 90 else {
      throw CaseError("latitude \(coordinate.latitude) is outside -90...90")
    }
    guard abs(coordinate.longitude) <= 180 else {
      throw CaseError("longitude \(coordinate.longitude) is outside -180...180")
    }
    return coordinate
  }

  /// The expected values of the row: meters, and degrees if present.
  func expectation() throws(CaseError) -> (meters: Double, azimuth: Double?) {
    (try number(meters ?? reader.fieldCount), try azimuth.map { column throws(CaseError) in try number(column) })
  }

  private func number(_ column: Int) throws(CaseError) -> Double {
    guard let text = reader.field(column) else { throw CaseError("the row has only \(reader.fieldCount) cells") }
    guard let number = Double(text), number.isFinite else { throw CaseError("\"\(text.shortened)\" is not a number") }
    return number
  }
}
