import Streams

/// The form in which names of places are compared; see `FoldedWords`.
enum PlaceKey {
  static func of(_ name: String) -> String { FoldedWords.text(of: name, for: .name) }

  /// A text greater than all keys that start with `key`: no key contains this character.
  static func end(ofPrefix key: String) -> String { key + "\u{10FFFF}" }
}
