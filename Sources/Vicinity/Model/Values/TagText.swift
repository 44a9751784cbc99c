/// Tags in one text: a cell of a table.
///
/// Tags are separated by semicolons; tags of other programs also by commas or bars. Within a tag these characters, and
/// the backslash, are preceded by a backslash.
package enum TagText {
  private static let separators: Set<Character> = [";", "|", ","]
  private static let escape: Character = "\\"

  package static func text(of tags: [String]) -> String { tags.map(escaped).joined(separator: ";") }

  private static func escaped(_ tag: String) -> String {
    guard tag.contains(where: { separators.contains($0) || $0 == escape }) else { return tag }
    return tag.reduce(into: "") { text, character in
      if separators.contains(character) || character == escape { text.append(escape) }
      text.append(character)
    }
  }

  /// The tags of a text, as written, empty ones included. Other backslashes, as in paths, are literal.
  package static func tags(in text: String) -> [String] {
    var tags = [""]
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == escape, let next = rest.first, next == escape || separators.contains(next) {
        tags[tags.count - 1].append(next)
        rest.removeFirst()
      } else if separators.contains(character) {
        tags.append("")
      } else {
        tags[tags.count - 1].append(character)
      }
    }
    return tags
  }
}
