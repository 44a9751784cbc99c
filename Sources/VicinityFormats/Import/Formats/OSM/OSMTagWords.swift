import Streams
import Vicinity

/// Converts OSM tags to the tags of a listing.
///
/// `amenity=bar` becomes `bar`, `cuisine=italian;pizza` becomes `cuisine:italian` and `cuisine:pizza`, a key with the
/// value yes becomes the key, and any other value `key:value`, such as `smoking:no` or `wheelchair:limited`.
enum OSMTagWords {
  /// The tags of a listing, in order, each once.
  static func words(_ tags: OSMTags) -> [String] {
    var words = TagWords()
    for (key, value) in tags.pairs { add(key, value, to: &words) }
    return words.sorted
  }

  private static func add(_ key: String, _ value: String, to words: inout TagWords) {
    if typeKeys.contains(key) {
      for part in parts(value) where part != "yes" { words.add(part, joiner: "_") }
    } else if listKeys.contains(key) {
      for part in parts(value) { words.add(part == "yes" ? key : "\(key):\(part)", joiner: "_") }
    } else if answerKeys.contains(key) {
      for part in parts(value) { addAnswer(key, part, to: &words) }
    } else if key.hasPrefix("diet:"), value == "yes" || value == "only" {
      words.add(key)
    }
  }

  private static func addAnswer(_ key: String, _ answer: String, to words: inout TagWords) {
    switch answer {
    case "yes": words.add(key)
    case "no": if keysWithTellingNo.contains(key) { words.add("\(key):no") }
    default: words.add("\(key):\(answer)", joiner: "_")
    }
  }

  private static func parts(_ value: String) -> [String] {
    value.split(separator: ";").map(\.trimmingSpaces).filter { !$0.isEmpty }
  }

  private static let typeKeys: Set = ["amenity", "leisure", "shop", "tourism", "craft", "club"]
  private static let listKeys: Set = ["cuisine", "brewery", "music_genre", "theme"]
  private static let keysWithTellingNo: Set = ["smoking", "wheelchair"]
  // Keys from the wiki pages of amenity=bar, pub, cafe, restaurant and nightclub by which a guest might filter.
  private static let answerKeys: Set = [
    "outdoor_seating", "indoor_seating", "live_music", "wheelchair", "toilets:wheelchair", "takeaway", "delivery",
    "drive_through", "reservation", "smoking", "internet_access", "air_conditioning", "microbrewery", "karaoke",
    "lgbtq", "dog", "food", "cocktails", "bar", "beer_garden", "biergarten", "self_service", "highchair",
    "changing_table", "organic", "shisha", "billiards", "darts", "dance", "kids_area", "real_ale", "real_cider",
    "real_fire", "fireplace", "bbq", "brunch", "breakfast", "lunch", "dinner",
  ]
}
