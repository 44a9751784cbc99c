import Streams

/// An opened gazetteer file of a known kind.
struct GazetteerFile {
  /// The contents of a file.
  enum Kind: Int, Comparable, Sendable {
    case countries, regions, places, table, alternateNames

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

    /// Whether it has places.
    var hasPlaces: Bool { self == .places || self == .table }
  }

  /// The path; `-` is standard input.
  let path: String
  let kind: Kind
  let buffer: InputBuffer

  /// The comments before `countryInfo.txt` are about 4 KB.
  private static let headSize = 1 << 17

  init(path: String) throws {
    self.path = path
    buffer = try InputBuffer(ByteSource(path: path))
    try buffer.fill(atLeast: Self.headSize)
    guard let line = Self.firstLine(buffer.bytes) else {
      throw GazetteerError.unknownFile(path: path, reason: "has only comments")
    }
    guard let kind = Self.kind(of: line) else {
      throw GazetteerError.unknownFile(
        path: path, reason: "its first line, \"\(line.shortened)\", is of no known kind")
    }
    self.kind = kind
  }

  private static func firstLine(_ head: UnsafeBufferPointer<UInt8>) -> String? {
    head.split(separator: UInt8(ascii: "\n")).first { $0.first != UInt8(ascii: "#") && $0.first != 0x0D }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func kind(of line: String) -> Kind? {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    if cells.count >= 19, Int(cells[0]) != nil, Double(cells[4]) != nil, Double(cells[5]) != nil { return .places }
    if cells.count >= 5, cells[0].count == 2, cells[1].count == 3 { return .countries }
    if cells.count >= 2, isRegionCode(cells[0]) { return .regions }
    if cells.count >= 4, Int(cells[0]) != nil, Int(cells[1]) != nil { return .alternateNames }
    let names = line.lowercased()
    return names.contains("lat") && names.contains("lon") && names.contains("name") ? .table : nil
  }

  /// A code such as `US.TX`.
  private static func isRegionCode(_ text: String) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1)
    return parts.count == 2 && parts[0].count == 2 && parts[0].allSatisfy(\.isUppercase)
  }
}
