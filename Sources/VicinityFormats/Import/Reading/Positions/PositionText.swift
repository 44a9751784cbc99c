import Geography
import Streams
import Vicinity

/// The position in one text of a table: well-known text or binary, GeoJSON, the link of a map, or two angles.
enum PositionText {
  /// Which of two numbers without letters comes first.
  enum Order: Sendable { case latitudeFirst, longitudeFirst }

  /// The position of a text; of a line or an area the center of its bounding box, as with GeoJSON.
  ///
  /// Well-known text and binary have longitude first (OGC 06-103r4), GeoJSON as well (RFC 7946); two numbers have what
  /// `order` says, unless they have the letters of hemispheres or labels.
  /// - Throws: `positionNotUnderstood` for other texts, `coordinateNotDegrees` and `coordinateOutOfRange` for numbers
  ///   that are no degrees.
  static func coordinate(in text: String, order: Order = .latitudeFirst) throws(RowRejection) -> Coordinate {
    guard let found = try parse(text.trimmingSpaces, order) else { throw .positionNotUnderstood(text) }
    try ListingValidator.checkDegrees(found)
    return found
  }

  private static func parse(_ text: String, _ order: Order) throws(RowRejection) -> Coordinate? {
    guard let first = text.utf8.first else { return nil }
    if first == UInt8(ascii: "{"), let position = try geoJSON(text) { return position }
    if let position = WellKnownText.position(of: text) ?? WellKnownBinary.position(of: text)
      ?? MapLink.position(in: text)
    {
      return position
    }
    return pair(text, order)
  }

  private static func geoJSON(_ text: String) throws(RowRejection) -> Coordinate? {
    guard let value = try? JSONParser.parse(text.utf8), let object = value.object else { return nil }
    if let geometry = object["geometry"] { return try GeoJSONGeometry.position(of: geometry) }
    if object["coordinates"] != nil || object["geometries"] != nil { return try GeoJSONGeometry.position(of: value) }
    func number(_ names: [String]) -> Double? {
      names.lazy.compactMap { object[$0] }.first.flatMap {
        $0.number ?? $0.string.flatMap { Double($0.trimmingSpaces) }
      }
    }
    guard let latitude = number(["lat", "latitude"]), let longitude = number(["lon", "lng", "long", "longitude"]) else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  // MARK: Two angles

  /// Two angles with a comma, a semicolon, a line or spaces between them, also in brackets, and a height after them.
  static func pair(_ text: String, _ order: Order) -> Coordinate? {
    // Longer texts are descriptions.
    guard text.utf8.count <= 200 else { return nil }
    var text = Substring(text)
    if let first = text.first, let last = text.last, ["()", "[]"].contains("\(first)\(last)") {
      text = text.dropFirst().dropLast()
    }
    if let found = LabelledPosition.coordinate(in: text) { return found }
    for (first, second) in splits(String(text)) {
      guard let one = AngleText(first), let two = AngleText(second) else { continue }
      switch (one.axis, two.axis) {
      case (.latitude?, .longitude?), (.latitude?, nil), (nil, .longitude?):
        return Coordinate(latitude: one.degrees, longitude: two.degrees)
      case (.longitude?, .latitude?), (.longitude?, nil), (nil, .latitude?):
        return Coordinate(latitude: two.degrees, longitude: one.degrees)
      case (nil, nil):
        return order == .latitudeFirst
          ? Coordinate(latitude: one.degrees, longitude: two.degrees)
          : Coordinate(latitude: two.degrees, longitude: one.degrees)
      default: continue
      }
    }
    return nil
  }

  /// The ways to divide a text into two, the most certain first.
  private static func splits(_ text: String) -> [(String, String)] {
    for separator in [";", "\n", "|", "/"] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: true).map(String.init)
      if parts.count == 2 || (parts.count == 3 && isHeight(parts[2])) { return [(parts[0], parts[1])] }
    }
    var found: [(String, String)] = []
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 2: found.append((parts[0], parts[1]))
    // `48.77, 9.18, 245`: degrees have decimals, or the letters of hemispheres.
    case 3 where isHeight(parts[2]) && parts[..<2].allSatisfy(isPrecise): found.append((parts[0], parts[1]))
    // `48,77, 9,18`: the comma in the middle, the others are decimal signs; the last ones may be a height.
    case 4, 5, 6: found.append(("\(parts[0]),\(parts[1])", "\(parts[2]),\(parts[3])"))
    default: break
    }
    // After the letter of a hemisphere: `48°46'33"N 9°10'58"E`; and before one: `N 48 46.5 E 9 10.9`.
    for index in text.indices.dropFirst() where "NSEWnsew".contains(text[index]) {
      let next = text.index(after: index)
      if next < text.endIndex { found.append((String(text[..<next]), String(text[next...]))) }
      found.append((String(text[..<index]), String(text[index...])))
    }
    // `48.77 9.18`: a single gap; `48.77 9.18 245 5` with a height and its error.
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let isLonger =
      (3...4).contains(words.count) && words[2...].allSatisfy(isHeight) && words[..<2].allSatisfy(isPrecise)
    if words.count == 2 || isLonger { found.append((words[0], words[1])) }
    return found
  }

  /// Whether a text is a number, also with the sign of meters.
  private static func isHeight(_ text: String) -> Bool {
    let number = text.trimmingSpaces
    return Double(number.hasSuffix("m") ? String(number.dropLast()).trimmingSpaces : number) != nil
  }

  private static func isPrecise(_ text: String) -> Bool {
    text.contains(".") || text.contains { $0.isLetter || $0 == "°" }
  }
}
