import Streams

/// The stable id of an OSM element, `node/123`, from the various spellings in exports.
enum OSMIdentifier {
  /// The id of a GeoJSON feature; nil when it has none.
  ///
  /// - Parameters:
  ///   - feature: the feature, whose `id` takes precedence.
  ///   - tags: its properties.
  static func id(of feature: JSONObject, _ tags: OSMTags) -> String? {
    if let id = feature["id"]?.tagText?.nonEmpty ?? tags.first("@id", "@osmId", "full_id") { return expanded(id) }
    // Overpass objects flattened into their tags: a tag named type may have overwritten node or way. Only multipolygon
    // and boundary identify the element type, so the others get a separate namespace.
    if let number = tags.first("_id", "osm_id", "@osm_id", "id") {
      let type = tags.first("_type", "osm_type", "@osm_type", "type")
      return "\(typeName(type))/\(number)"
    }
    return nil
  }

  /// `node/123` for `n123`, and `way/123` for the area `a246` of osmium, which doubles the number of a way, and that of a
  /// relation plus one; other ids are unchanged.
  private static func expanded(_ id: String) -> String {
    let number = id.dropFirst()
    if id.first == "a", number.allSatisfy(\.isASCIIDigit), let area = Int(number) {
      return area % 2 == 0 ? "way/\(area / 2)" : "relation/\(area / 2)"
    }
    guard let letter = id.first, let type = ["n": "node", "w": "way", "r": "relation"][letter] else { return id }
    return !number.isEmpty && number.allSatisfy(\.isASCIIDigit) ? "\(type)/\(number)" : id
  }

  private static func typeName(_ type: String?) -> String {
    switch type?.lowercased() {
    case "node", "way", "relation": type?.lowercased() ?? "osm"
    case "multipolygon", "boundary", "site": "relation"
    default: "osm"
    }
  }
}
