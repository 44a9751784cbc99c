import Streams

/// The tags of one OpenStreetMap element, or the properties of a GeoJSON feature.
struct OSMTags {
  private let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  /// Key and value of every tag whose value is a string, a number or a Boolean.
  var pairs: some Sequence<(key: String, value: String)> {
    object.members.lazy.compactMap { member in member.value.tagText.map { (member.key, $0) } }
  }

  /// The value of `key`, trimmed; nil when absent or empty.
  subscript(key: String) -> String? { object[key]?.tagText?.nonEmpty }

  /// The value of the first of `keys` that is present.
  func first(_ keys: String...) -> String? {
    for key in keys {
      if let value = self[key] { return value }
    }
    return nil
  }

  /// The type of the element: the first main key that it has, such as `amenity=bar`.
  var mainType: (key: String, value: String)? {
    for key in Self.mainKeys {
      if let value = self[key] { return (key, value) }
    }
    return nil
  }

  /// All main keys of the element with their values.
  var types: [(key: String, value: String)] {
    Self.mainKeys.compactMap { key in self[key].map { (key, $0) } }
  }

  /// Whether a key denotes a type.
  static func isMainKey(_ key: String) -> Bool { mainKeys.contains(key) }

  /// The same tags with another value of one key.
  func setting(_ key: String, to value: String) -> OSMTags {
    var object = object
    object[key] = .string(value)
    return OSMTags(object)
  }

  // The keys of the wiki page "Map features" that denote a type, most specific first.
  private static let mainKeys = [
    "amenity", "leisure", "shop", "tourism", "craft", "club", "office", "healthcare", "highway", "railway",
    "public_transport", "aeroway", "historic", "man_made", "sport", "emergency", "natural", "landuse", "place",
    "boundary", "building", "overture",
  ]
}

extension JSONValue {
  /// A string, number or Boolean as text; nil for other values.
  var tagText: String? {
    switch self {
    case .string(let text): text
    case .int(let value): String(value)
    case .double(let value): "\(value)"
    case .bool(let value): value ? "yes" : "no"
    case .null, .array, .object: nil
    }
  }
}
