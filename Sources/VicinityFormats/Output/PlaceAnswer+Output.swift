import Geography
import Streams
import Vicinity

extension PlaceAnswer {
  /// One JSON object: the most likely place, whether it is unambiguous, and the others; for a country its name, and the
  /// box of its places as west, south, east, north.
  ///
  /// Nil without places.
  public var json: JSONValue? {
    guard let first = places.first else { return nil }
    let others = places.dropFirst().map { JSONValue.object(JSONObject($0.members)) }
    let ofCountry: [(String, JSONValue)] =
      country.map { [("countryName", .string($0.name)), ("bbox", .array($0.box.bbox.map { .double($0) }))] } ?? []
    return .object(
      JSONObject(
        [("query", .string(text))] + first.members + [
          ("fit", .string("\(fit)")), ("ambiguous", .bool(isAmbiguous)), ("candidates", .array(Array(others))),
        ] + ofCountry))
  }

  /// A table, with a remark if the name is ambiguous.
  public var table: String {
    let titles = ["PLACE", "POPULATION", "LAT,LON", "ZONE"]
    let cells =
      [titles]
      + places.map { place in
        [
          place.description.printable, place.population.grouped,
          "\(place.coordinate.latitude),\(place.coordinate.longitude)", place.timeZone ?? "",
        ]
      }
    let widths = titles.indices.map { column in cells.map(\.[column].displayWidth).max() ?? 0 }
    return cells.map { row in
      titles.indices.map { row[$0].padded(to: $0 == 3 ? 0 : widths[$0], alignedRight: $0 == 1) }
        .joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// The remark for an ambiguous name, for a country, or if only prefixes of names match; else nil.
  public var remark: String? {
    if let country { return "\(country.name) is a country; these are its largest places" }
    if fit == .beginning { return "no place is called \"\(text.shortened)\"; these names begin with it" }
    guard isAmbiguous else { return nil }
    return "\(GazetteerError.ambiguousPlace(text, choices: choices.prefix(5).map(\.description)))"
  }
}
