import Streams

/// Texts of a listing by key: its other names, and its links.
package enum NamedTexts {
  /// The most texts, and bytes of one of them.
  static let (most, longest) = (200, 2_000)

  /// Whether a key is a language tag or a key of OSM by its form: letters, digits, hyphens and underscores.
  static func isKey(_ key: String) -> Bool {
    (1...35).contains(key.utf8.count)
      && key.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// As stored: a JSON object in the order of its keys; nil without texts.
  static func text(of texts: [String: String]) -> String? { texts.isEmpty ? nil : json(of: texts).text }

  package static func json(of texts: [String: String]) -> JSONValue {
    .object(JSONObject(texts.byKey.map { ($0.key, .string($0.value)) }))
  }

  /// Reads stored texts; values that are not text are left out.
  static func texts(_ text: String) -> [String: String] {
    (try? JSONParser.parse(text.utf8))?.object.map(texts) ?? [:]
  }

  /// The members of an object that are texts, and not empty.
  package static func texts(_ object: JSONObject) -> [String: String] {
    Dictionary(
      object.members.compactMap { member in member.value.string?.nonEmpty.map { (member.key, $0) } },
      uniquingKeysWith: { $1 })
  }
}

extension Dictionary where Key == String {
  /// The members in the order of their keys.
  package var byKey: [Element] { sorted { $0.key < $1.key } }
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
