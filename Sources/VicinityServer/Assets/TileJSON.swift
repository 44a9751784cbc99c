import Streams

extension JSONObject {
  /// The common beginning of every TileJSON 3.0 document.
  ///
  /// - Parameters:
  ///   - addresses: templates of the addresses of its tiles.
  ///   - zooms: nil where nothing is known of them.
  static func tileJSON(_ addresses: [String], _ zooms: ClosedRange<Int>? = nil) -> JSONObject {
    var object = JSONObject([
      ("tilejson", .string("3.0.0")), ("scheme", .string("xyz")),
      ("tiles", .array(addresses.map { .string($0) })),
    ])
    object["minzoom"] = zooms.map { .int(Int64($0.lowerBound)) }
    object["maxzoom"] = zooms.map { .int(Int64($0.upperBound)) }
    return object
  }
}
