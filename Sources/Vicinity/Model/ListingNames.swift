import Streams

/// The names of a listing besides its own one.
package enum ListingNames {
  /// The most names, and bytes of one of them.
  static let (most, longest) = (200, 2_000)

  /// Whether a key is a language tag or a key of OSM by its form: letters, digits, hyphens and underscores.
  static func isKey(_ key: String) -> Bool {
    (1...35).contains(key.utf8.count)
      && key.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// As stored: a JSON object in the order of its keys; nil without names.
  static func text(of names: [String: String]) -> String? { names.isEmpty ? nil : json(of: names).text }

  /// The names in the order of their keys.
  package static func ordered(_ names: [String: String]) -> [(key: String, value: String)] {
    names.sorted { $0.key < $1.key }
  }

  static func json(of names: [String: String]) -> JSONValue {
    .object(JSONObject(ordered(names).map { ($0.key, .string($0.value)) }))
  }

  /// Reads stored names; what is not text is left out.
  static func names(_ text: String) -> [String: String] {
    (try? JSONParser.parse(text.utf8))?.object.map(names) ?? [:]
  }

  /// The members of an object that are texts, and not empty.
  static func names(_ object: JSONObject) -> [String: String] {
    Dictionary(
      object.members.compactMap { member in member.value.string?.nonEmpty.map { (member.key, $0) } },
      uniquingKeysWith: { $1 })
  }
}

extension Listing {
  /// The name in a language, else the name itself: `de` also stands for `de-AT`.
  package func name(in language: String) -> String? {
    var tag = language[...]
    while true {
      if let name = names.first(where: { $0.key.lowercased() == tag.lowercased() })?.value { return name }
      guard let end = tag.lastIndex(of: "-") else { return name }
      tag = tag[..<end]
    }
  }
}
