import Geography
import Streams
import Vicinity

extension PlaceAnswer {
  /// One JSON object: the likeliest place, whether that is clear, and the others.
  ///
  /// Nil without places.
  public var json: JSONValue? {
    guard let first = places.first else { return nil }
    let others = places.dropFirst().map { JSONValue.object(JSONObject($0.members)) }
    return .object(
      JSONObject(
        [("query", .string(text))] + first.members + [
          ("fit", .string(fit == .whole ? "whole" : "beginning")), ("ambiguous", .bool(isAmbiguous)),
          ("candidates", .array(Array(others))),
        ]))
  }

  /// A table for people, with a remark where nobody can tell which place is meant.
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

  /// What to say where nobody can tell which place is meant, or no name is the whole of what was asked; nil where all is clear.
  public var remark: String? {
    if fit == .beginning { return "no place is called \"\(text.shortened)\"; these names begin so" }
    guard isAmbiguous else { return nil }
    return "\(GazetteerError.ambiguousPlace(text, choices: choices.prefix(5).map(\.description)))"
  }
}
