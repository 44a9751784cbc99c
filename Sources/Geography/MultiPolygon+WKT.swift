extension MultiPolygon {
  /// Reads a POLYGON, a MULTIPOLYGON or a GEOMETRYCOLLECTION of these in well-known text (OGC 06-103r4, section 7),
  /// longitude first.
  ///
  /// Height and measure of a position are skipped; case does not matter. A reference system before it, such as
  /// `SRID=4326;`, has to be one of degrees.
  /// - Throws: `AreaError` with the position of the character, counted from 1. An `AreaEngine` checks whether the rings
  ///   form a valid area.
  /// - Complexity: O(n) in the text.
  public init(parsing text: some StringProtocol) throws(AreaError) {
    let (code, start) = ExtendedText.split(text)
    if let code, !ExtendedText.codesOfDegrees.contains(code) {
      throw AreaError("the reference system \(code) is not one of degrees; convert the area to 4326")
    }
    var reader = WKTReader(Array(text.utf8), at: text.utf8.distance(from: text.startIndex, to: start))
    self.init(try reader.geometry())
    try reader.end()
    guard !polygons.isEmpty else { throw AreaError("the text has no polygon") }
  }

  /// The former label of `init(parsing:)`.
  @available(*, deprecated, renamed: "init(parsing:)", message: "The former name will be removed in 0.3.")
  public init(wkt text: some StringProtocol) throws(AreaError) { try self.init(parsing: text) }
}

/// The reference system before well-known text, as PostGIS writes it: `SRID=4326;POINT(9.18 48.78)`.
package enum ExtendedText {
  /// The codes of EPSG whose positions are degrees that are used as those of WGS 84: that itself, ETRS89 and NAD83,
  /// which differ from it by a meter or two.
  package static let codesOfDegrees: Set<String> = ["4326", "4258", "4269"]

  /// A text without its reference system.
  ///
  /// - Returns: the code of the system, nil without one, and the index in the text after it.
  package static func split(_ text: some StringProtocol) -> (code: String?, rest: String.Index) {
    let start = text.drop { $0 == " " }
    guard start.prefix(5).uppercased() == "SRID=", let end = start.firstIndex(of: ";") else {
      return (nil, text.startIndex)
    }
    return (String(start[..<end].dropFirst(5)), text.index(after: end))
  }
}

/// Reads well-known text character by character.
private struct WKTReader {
  private let text: [UInt8]
  private var position = 0
  private var depth = 0

  private static let deepest = 32
  private static let types = ["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"]
  private static let dimensions = ["", "Z", "M", "ZM"]

  init(_ text: [UInt8], at position: Int) { (self.text, self.position) = (text, position) }

  /// The polygons of a geometry.
  mutating func geometry() throws(AreaError) -> [Polygon] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw syntaxError("collections are nested deeper than \(Self.deepest) levels") }
    skipSpaces()
    let start = position
    let type = word()
    guard Self.types.contains(where: { known in Self.dimensions.contains { type == known + $0 } }) else {
      position = start
      throw syntaxError("expected POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION")
    }
    var next = word()
    if Self.dimensions.contains(next) { next = word() }
    if next == "EMPTY" { return [] }
    if type.hasPrefix("POLYGON") { return [try polygon()] }
    var parts: [Polygon] = []
    try list { reader throws(AreaError) in
      if type.hasPrefix("MULTI") { parts.append(try reader.polygon()) } else { parts += try reader.geometry() }
    }
    return parts
  }

  private mutating func polygon() throws(AreaError) -> Polygon {
    var rings: [[Coordinate]] = []
    try list { reader throws(AreaError) in
      var ring: [Coordinate] = []
      try reader.list { reader throws(AreaError) in ring.append(try reader.coordinate()) }
      rings.append(ring)
    }
    return Polygon(rings: rings)
  }

  private mutating func coordinate() throws(AreaError) -> Coordinate {
    let longitude = try number()
    let latitude = try number()
    for _ in 0..<2 {
      skipSpaces()
      if let byte = current, byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") { _ = try number() }
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  // MARK: Characters

  /// Elements between parentheses, separated by commas; at least one.
  private mutating func list(_ element: (inout WKTReader) throws(AreaError) -> Void) throws(AreaError) {
    try expect("(")
    while true {
      try element(&self)
      skipSpaces()
      guard current == UInt8(ascii: ",") else { break }
      position += 1
    }
    try expect(")")
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(AreaError) {
    skipSpaces()
    guard current == UInt8(ascii: character) else { throw syntaxError("expected \"\(character)\"") }
    position += 1
  }

  /// The letters that follow, in capitals.
  private mutating func word() -> String {
    skipSpaces()
    var letters: [UInt8] = []
    while let byte = current, (byte | 0x20) >= UInt8(ascii: "a"), (byte | 0x20) <= UInt8(ascii: "z") {
      letters.append(byte & ~0x20)
      position += 1
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private mutating func number() throws(AreaError) -> Double {
    skipSpaces()
    let start = position
    while let byte = current, Self.numberBytes.contains(byte) { position += 1 }
    guard let number = Double(String(decoding: text[start..<position], as: UTF8.self)), number.isFinite else {
      position = start
      throw syntaxError("expected a number")
    }
    return number
  }

  private static let numberBytes = Set("0123456789+-.eE".utf8)

  private mutating func skipSpaces() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private var current: UInt8? { position < text.count ? text[position] : nil }

  /// Requires the end of the text.
  mutating func end() throws(AreaError) {
    skipSpaces()
    guard current == nil else { throw syntaxError("expected the end of the text") }
  }

  private func syntaxError(_ reason: String) -> AreaError {
    AreaError("\(reason) at character \(position + 1)")
  }
}
