import Geography
import Streams
import Vicinity

extension Completion {
  /// One JSON object; members without a value are left out.
  public var json: JSONValue {
    var object = JSONObject([("kind", .string(kind.rawValue)), ("text", .string(text)), ("matched", .string(matched))])
    if isWhole { object["whole"] = .bool(true) }
    object["count"] = count.map { .int(Int64($0)) }
    object["population"] = population.map { .int(Int64($0)) }
    object["lat"] = coordinate.map { .double($0.latitude) }
    object["lon"] = coordinate.map { .double($0.longitude) }
    object["distance"] = distanceMeters.map { .double(($0 * 1000).rounded() / 1000) }
    object["bbox"] = box.map { .array($0.bbox.map { .double($0) }) }
    object["id"] = id.map { .string($0) }
    return .object(object)
  }

  /// A table of completions for people.
  public static func table(
    of completions: [Completion], in units: DistanceUnits, style: TableStyle = TableStyle()
  ) -> String {
    var table = TextTable(headings: ["TEXT", "KIND", "COUNT", "DISTANCE", "MATCHED"], alignedRight: [2, 3])
    table.rows = completions.map { completion in
      [
        completion.text, completion.kind.rawValue, (completion.count ?? completion.population)?.grouped ?? "",
        completion.distanceMeters.map { Distance.meters($0).text(in: units) } ?? "", completion.matched,
      ]
    }
    return table.text(style)
  }
}
