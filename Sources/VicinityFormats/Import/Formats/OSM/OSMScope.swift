import Streams

/// Selects the OSM elements that become bars.
struct OSMScope {
  let included: Set<String>
  let includesAll: Bool

  /// - Parameter include: additional types as `key=value`, `key=*` or `*`.
  init(include: [String]) {
    included = Set(include)
    includesAll = included.contains("*")
  }

  /// Whether elements of a type are imported.
  func covers(_ type: (key: String, value: String)) -> Bool {
    // The value amenity=bar;restaurant has both types.
    type.value.split(separator: ";").contains { value in
      let word = value.trimmingSpaces
      return Self.types[type.key]?.contains(word) == true || included.contains("\(type.key)=\(word)")
    } || included.contains("\(type.key)=*")
  }

  /// Whether elements of a type are imported, also where all are.
  func admits(_ type: (key: String, value: String)) -> Bool { includesAll || covers(type) }

  /// The reason to skip an element, which is its type; nil when it is imported.
  ///
  /// An element without a main type is imported when it has opening hours, as market stalls do.
  func reasonToSkip(_ tags: OSMTags) -> String? {
    if includesAll || tags.types.contains(where: covers) { return nil }
    if let type = tags.mainType { return "\(type.key)=\(type.value)" }
    return tags["opening_hours"] == nil ? "no type and no opening hours" : nil
  }

  /// Values whose wiki page describes a place that serves or entertains guests in the evening.
  static let types: [String: Set<String>] = [
    "amenity": [
      "bar", "pub", "biergarten", "nightclub", "cafe", "restaurant", "fast_food", "ice_cream", "food_court",
      "hookah_lounge", "music_venue", "karaoke_box", "social_club", "stripclub", "swingerclub", "casino",
    ],
    "leisure": ["dance", "club", "social_club", "beer_garden", "bar"],
    "club": ["music", "nightclub", "social", "dance"],
    "craft": ["brewery"],
  ]
}
