import Geography

/// The position of a geometry in well-known text (OGC 06-103r4), also with a reference system before it as PostGIS
/// writes it.
enum WellKnownText {
  /// The position of a point, or the center of the bounding box of another geometry; nil for other texts, for `EMPTY`,
  /// and for reference systems other than 4326 (longitude first).
  static func position(of text: String) -> Coordinate? {
    let (code, start) = ExtendedText.split(text)
    if let code, !ExtendedText.codesOfDegrees.contains(code) { return nil }
    let rest = text[start...].drop { $0 == " " }
    guard let open = rest.firstIndex(of: "("), rest.last == ")" else { return nil }
    let words = rest[..<open].uppercased().split(separator: " ")
    guard let type = words.first, words.count <= 2, words.dropFirst().allSatisfy({ ["Z", "M", "ZM"].contains($0) })
    else {
      return nil
    }
    guard types.contains(where: { base in dimensions.contains { type == base + $0 } }) else { return nil }
    var bounds = GeoJSONGeometry.Bounds()
    for tuple in rest[open...].split(whereSeparator: { ",()".contains($0) }) {
      let numbers = tuple.split(separator: " ")
      // The names of the parts of a collection.
      if numbers.allSatisfy({ $0.allSatisfy(\.isLetter) }) { continue }
      guard (2...4).contains(numbers.count), let x = Double(numbers[0]), let y = Double(numbers[1]) else { return nil }
      bounds.add(latitude: y, longitude: x)
    }
    return bounds.middle
  }

  private static let dimensions = ["", "Z", "M", "ZM"]
  private static let types = [
    "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION",
  ]
}
