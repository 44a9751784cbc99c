import Geography

/// One line of a GeoNames file: cells separated by tabs, without quoting.
struct TabbedLine {
  let path: String
  let number: Int
  private let cells: [Slice<UnsafeBufferPointer<UInt8>>]

  /// - Parameter line: must stay valid while this value is used.
  init(_ line: UnsafeBufferPointer<UInt8>, path: String, number: Int, atMost count: Int = 32) {
    self.path = path
    self.number = number
    cells = line[...].split(
      separator: UInt8(ascii: "\t"), maxSplits: count, omittingEmptySubsequences: false)
  }

  var count: Int { cells.count }

  /// A cell as text; empty when the line is shorter.
  subscript(column: Int) -> String { column < cells.count ? String(decoding: cells[column], as: UTF8.self) : "" }

  /// A cell that must be an integer.
  func integer(_ column: Int, _ name: String) throws(GazetteerError) -> Int {
    if let number = Int(self[column]) { return number }
    throw badLine("\(name) \"\(self[column].shortened)\" is not a whole number")
  }

  /// Two cells that must be degrees.
  func coordinate(_ latitude: Int, _ longitude: Int) throws(GazetteerError) -> Coordinate {
    guard let north = Double(self[latitude]), let east = Double(self[longitude]) else {
      throw badLine(
        "\"\(self[latitude].shortened)\", \"\(self[longitude].shortened)\" is not a latitude and a longitude")
    }
    let coordinate = Coordinate(latitude: north, longitude: east)
    guard coordinate.isValid else { throw badLine("\(north), \(east) is not a position on the Earth") }
    return coordinate
  }

  func badLine(_ problem: String) -> GazetteerError { .badLine(path: path, line: number, problem: problem) }
}
