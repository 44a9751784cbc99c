import Streams

/// The result of an import of a gazetteer.
public struct GazetteerReport: Hashable, Sendable {
  /// Places now in the catalog.
  public var places = 0
  /// Distinct folded names of places now in the catalog.
  public var names = 0
  /// Countries now in the catalog.
  public var countries = 0
  /// First-level regions now in the catalog.
  public var regions = 0
  /// Rows that repeat a place of the catalog.
  public var repeated = 0
  /// Alternate names of places that are not in the catalog, and entries that are not names, such as links.
  public var leftOut = 0
  /// Places whose time zone is unknown to this system, or missing.
  public var withoutZone = 0

  /// The report on one line.
  public var text: String {
    var parts = [
      places.counted("place", "places"), names.counted("name", "names"),
      countries.counted("country", "countries"), regions.counted("region", "regions"),
    ]
    if repeated > 0 { parts.append(repeated.counted("duplicate row", "duplicate rows")) }
    if leftOut > 0 { parts.append(leftOut.counted("name left out", "names left out")) }
    if withoutZone > 0 { parts.append(withoutZone.counted("place without time zone", "places without time zone")) }
    return "gazetteer: " + parts.joined(separator: ", ")
  }

  /// One JSON object.
  public var json: JSONValue {
    .object(
      JSONObject([
        ("places", .int(Int64(places))), ("names", .int(Int64(names))), ("countries", .int(Int64(countries))),
        ("regions", .int(Int64(regions))), ("repeated", .int(Int64(repeated))), ("leftOut", .int(Int64(leftOut))),
        ("withoutZone", .int(Int64(withoutZone))),
      ]))
  }
}
