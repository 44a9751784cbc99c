import Streams

/// What an import of a gazetteer did.
public struct GazetteerReport: Hashable, Sendable {
  /// Places that the catalog has now.
  public var places = 0
  /// Distinct names of places that the catalog has now, folded.
  public var names = 0
  /// Countries that the catalog has now.
  public var countries = 0
  /// First-level regions that the catalog has now.
  public var regions = 0
  /// Rows that tell a place again which the catalog has.
  public var repeated = 0
  /// Alternate names of places that the catalog does not have, and those that are no names, such as links.
  public var leftOut = 0
  /// Places whose time zone this system does not know, or that have none.
  public var withoutZone = 0

  /// One line for people.
  public var text: String {
    var parts = [
      places.counted("place", "places"), names.counted("name", "names"),
      countries.counted("country", "countries"), regions.counted("region", "regions"),
    ]
    if repeated > 0 { parts.append(repeated.counted("row told again", "rows told again")) }
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
