import Streams

/// The places of Overture Maps (schema 1.x), as tags of OpenStreetMap.
enum OverturePlace {
  /// Whether these are properties of a place of Overture.
  static func isSource(of properties: JSONObject) -> Bool {
    properties["names"]?.object?["primary"] != nil && properties["categories"] != nil
      && properties["confidence"] != nil
  }

  /// The properties as tags; a category that is not one of places to go out has the tag `overture`.
  static func osmTags(_ properties: JSONObject) -> JSONObject {
    var tags = JSONObject()
    if let id = properties["id"]?.string { tags["@id"] = .string(id) }
    let names = properties["names"]?.object
    tags["name"] = names?["primary"]
    for member in names?["common"]?.object?.members ?? [] { tags["name:\(member.key)"] = member.value }
    let categories = properties["categories"]?.object
    let primary = categories?["primary"]?.string ?? "none"
    for (key, value) in type(primary) { tags[key] = .string(value) }
    let others = categories?["alternate"]?.array?.compactMap(\.string) ?? []
    let cuisines = ([primary] + others).compactMap(cuisine)
    if !cuisines.isEmpty { tags["cuisine"] = .string(unique(cuisines).joined(separator: ";")) }
    tags["phone"] = first(of: properties["phones"])
    tags["website"] = first(of: properties["websites"]) ?? first(of: properties["socials"])
    tags["email"] = first(of: properties["emails"])
    tags["brand"] = properties["brand"]?.object?["names"]?.object?["primary"]
    setAddress(properties["addresses"]?.array?.first?.object, in: &tags)
    if let status = properties["operating_status"]?.string, let key = closed[status] { tags[key] = .string("yes") }
    return tags
  }

  private static let closed = ["permanently_closed": "permanently_closed", "temporarily_closed": "temporarily_closed"]

  private static func first(of list: JSONValue?) -> JSONValue? { list?.array?.first { $0.string != nil } }

  private static func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  private static func setAddress(_ address: JSONObject?, in tags: inout JSONObject) {
    guard let address else { return }
    tags["addr:full"] = address["freeform"]
    tags["addr:postcode"] = address["postcode"]
    tags["addr:city"] = address["locality"]
    tags["addr:country"] = address["country"]
  }

  /// The main tag of a category (docs.overturemaps.org, places, categories).
  private static func type(_ category: String) -> [(String, String)] {
    if let value = amenities[category] { return [("amenity", value)] }
    if category.hasSuffix("_restaurant") || category == "restaurant" { return [("amenity", "restaurant")] }
    if category.hasSuffix("_bar") || category.hasSuffix("_pub") { return [("amenity", "bar")] }
    if category.hasSuffix("_cafe") || category.hasSuffix("_coffee_shop") { return [("amenity", "cafe")] }
    return [("overture", category)]
  }

  private static let amenities = [
    "bar": "bar", "cocktail_bar": "bar", "wine_bar": "bar", "sports_bar": "bar", "lounge": "bar", "speakeasy": "bar",
    "hotel_bar": "bar", "beer_bar": "bar", "whiskey_bar": "bar", "dive_bar": "bar", "gay_bar": "bar", "tiki_bar": "bar",
    "karaoke": "karaoke_box", "hookah_bar": "hookah_lounge", "pub": "pub", "irish_pub": "pub", "gastropub": "pub",
    "beer_garden": "biergarten", "brewery": "bar", "dance_club": "nightclub", "night_club": "nightclub",
    "nightclub": "nightclub", "cafe": "cafe", "coffee_shop": "cafe", "tea_room": "cafe", "bistro": "restaurant",
    "diner": "restaurant", "brasserie": "restaurant", "food_court": "food_court", "fast_food_restaurant": "fast_food",
    "ice_cream_shop": "ice_cream", "music_venue": "music_venue", "jazz_and_blues": "music_venue", "casino": "casino",
    "social_club": "social_club", "comedy_club": "nightclub", "internet_cafe": "cafe", "eat_and_drink": "restaurant",
    "pizza_restaurant": "restaurant",
  ]

  /// `italian` for `italian_restaurant`.
  private static func cuisine(_ category: String) -> String? {
    guard category.hasSuffix("_restaurant"), category != "fast_food_restaurant" else { return nil }
    return String(category.dropLast("_restaurant".count))
  }
}
