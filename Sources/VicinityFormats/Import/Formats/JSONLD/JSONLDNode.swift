import Streams

/// Extracts parts of JSON-LD values.
enum JSONLDNode {
  /// The objects of a value, including the elements of arrays, graphs and lists.
  static func nodes(of value: JSONValue) -> [JSONObject] {
    switch value {
    case .array(let values): return values.flatMap(nodes)
    case .object(let object):
      for key in ["@graph", "itemListElement"] {
        if let values = object[key], object["startDate"] == nil { return nodes(of: values) }
      }
      if types(of: object).contains("ListItem"), let item = object["item"], item.object != nil {
        return nodes(of: item)
      }
      return [object]
    default: return []
    }
  }

  /// The last path components of `@type`.
  static func types(of object: JSONObject) -> [String] {
    let types = object["@type"].map { $0.array ?? [$0] } ?? []
    return types.compactMap(\.string).compactMap {
      $0.split { $0 == "/" || $0 == "#" || $0 == ":" }.last.map(String.init)
    }
  }

  static func isEvent(_ object: JSONObject) -> Bool {
    ["startDate", "dtstart", "eventSchedule"].contains { object[$0] != nil }
      || types(of: object).contains { $0.hasSuffix("Event") || $0 == "Festival" }
  }

  /// Whether the event takes place online only.
  static func isOnlineOnly(_ object: JSONObject) -> Bool {
    if let mode = text(object["eventAttendanceMode"]) { return mode.hasSuffix("OnlineEventAttendanceMode") }
    let places = objects(object["location"])
    return !places.isEmpty && places.allSatisfy { types(of: $0).contains("VirtualLocation") }
  }

  /// The text of a value: the first of several, the value of a literal with language, the name, value, URL or id of an
  /// object.
  static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): return text.nonEmpty
    case .int(let number): return String(number)
    case .double(let number): return "\(number)"
    case .array(let values): return values.lazy.compactMap { text($0) }.first
    case .object(let object):
      return ["@value", "name", "value", "url", "contentUrl", "@id"].lazy.compactMap { text(object[$0]) }.first
    default: return nil
    }
  }

  /// All texts of a value: one, several, or a comma-separated list.
  static func words(_ value: JSONValue?) -> [String] {
    switch value {
    case .string(let text): return text.split { $0 == "," || $0 == ";" }.compactMap(\.nonEmpty)
    case .array(let values): return values.flatMap { words($0) }
    case .object: return text(value).map { [$0] } ?? []
    default: return text(value).map { [$0] } ?? []
    }
  }

  static func number(_ value: JSONValue?) -> Double? {
    value?.number ?? text(value).flatMap { Double($0.replacing(",", with: ".")) }
  }

  /// The objects of a value: one or several.
  static func objects(_ value: JSONValue?) -> [JSONObject] {
    (value.map { $0.array ?? [$0] } ?? []).compactMap(\.object)
  }

  /// `MusicEvent` as `music`, `CursosTalleres` as `cursos-talleres`; nil for an unspecific event type.
  static func tag(ofType type: String) -> String? {
    let name = type.hasSuffix("Event") ? type.dropLast(5) : type[...]
    guard !name.isEmpty else { return nil }
    var tag = ""
    for character in name {
      if character.isUppercase, let last = tag.last, last.isLowercase { tag += "-" }
      tag.append(character)
    }
    return tag.lowercased()
  }
}
