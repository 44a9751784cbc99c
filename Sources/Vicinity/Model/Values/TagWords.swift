import Foundation
import Streams

/// Collects tags: lower-case, composed (Unicode NFC), trimmed, each once.
package struct TagWords {
  private var words: Set<String> = []

  /// Longer texts are prose, not tags; bytes of UTF-8.
  static let longest = 100

  package init() {}

  /// Adds a word; white space inside is replaced by `joiner`.
  package mutating func add(_ word: some StringProtocol, joiner: Character = "-") {
    guard word.utf8.count <= 4 * Self.longest, let text = Self.normalized(word, joiner) else { return }
    words.insert(text)
  }

  /// The words in order.
  package var sorted: [String] { words.sorted() }

  private static func normalized(_ word: some StringProtocol, _ joiner: Character) -> String? {
    if isPlain(word) { return word.isEmpty || word.utf8.count > longest ? nil : String(word) }
    let text = joined(word, joiner)
    return text.isEmpty || text.utf8.count > longest ? nil : text
  }

  /// Whether a word needs no normalization: visible ASCII without capitals.
  static func isPlain(_ word: some StringProtocol) -> Bool {
    word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !($0 >= 0x41 && $0 <= 0x5A) }
  }

  /// A tag as stored in the catalog: lower-case, composed (Unicode NFC), with hyphens for white space, or underscores
  /// in `key:value` as in OSM.
  /// sources put underscores.
  static func kept(_ tag: String) -> String {
    if isPlain(tag) { return tag }
    return tag.contains(":") ? composed(tag.trimmingSpaces.lowercased()) : joined(tag, "-")
  }

  private static func joined(_ word: some StringProtocol, _ joiner: Character) -> String {
    composed(word.lowercased().split { $0.isWhitespace }.joined(separator: String(joiner)))
  }

  private static func composed(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }
}
