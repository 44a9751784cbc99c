import Streams

/// Features of the vegetarian map of OpenStreetMap (veggiekarte), which flatten and rename the OSM tags.
///
/// Each of them serves food, whatever its type, so all are imported.
enum VegetarianMap {
  /// Whether these are properties of that map.
  static func isSource(of properties: JSONObject) -> Bool {
    properties["_id"] != nil && properties["_type"] != nil && properties["icon"] != nil
  }

  /// The properties as OSM tags: `addr_city` becomes `addr:city`, the icon the type, the category the diet.
  static func osmTags(_ properties: JSONObject) -> JSONObject {
    var tags = JSONObject()
    for member in properties.members {
      switch member.key {
      case "icon": if properties["amenity"] == nil { tags["amenity"] = member.value.string.map { .string(type($0)) } }
      case "category": if let diet = member.value.string.flatMap(diet) { tags[diet] = .string("yes") }
      default: tags.members.append(.init(key: key(member.key), value: member.value))
      }
    }
    return tags
  }

  private static func key(_ key: String) -> String {
    for prefix in ["addr_", "contact_", "diet_"] where key.hasPrefix(prefix) {
      return prefix.dropLast() + ":" + key.dropFirst(prefix.count)
    }
    return key
  }

  /// The icons of the Maki set denote types too: `maki_restaurant-pizza` is a restaurant.
  private static func type(_ icon: String) -> String {
    guard icon.hasPrefix("maki_") else { return icon }
    let name = icon.dropFirst("maki_".count).prefix { $0 != "-" }
    return name == "star" ? "yes" : String(name)
  }

  private static func diet(_ category: String) -> String? {
    if category.hasPrefix("vegan") { return "diet:vegan" }
    return category.hasPrefix("vegetarian") ? "diet:vegetarian" : nil
  }
}
