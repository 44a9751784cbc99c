import Streams

/// Converts the simple HTML of descriptions to plain text.
enum HTMLText {
  /// The text without tags, with `<br>` and `<p>` as line ends and named characters resolved; nil when nothing is left.
  static func plain(_ html: String) -> String? {
    guard html.contains("<") || html.contains("&") else { return html.nonEmpty }
    return resolvingEntities(withoutTags(html)).nonEmpty
  }

  private static func withoutTags(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      text += rest[..<open]
      // A lone < is text: a tag begins with a letter or a slash.
      let next = rest[rest.index(after: open)...]
      guard let first = next.first, first.isLetter || first == "/", let close = next.firstIndex(of: ">") else {
        text += "<"
        rest = next
        continue
      }
      let name = next[..<close].drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
      if name == "br" || name == "p" || name == "li" { text += "\n" }
      rest = next[next.index(after: close)...]
    }
    return text + rest
  }

  private static func resolvingEntities(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      let after = rest[rest.index(after: ampersand)...]
      let name = after.prefix(10).prefix { $0 != ";" }
      if after.dropFirst(name.count).first == ";", let character = HTMLEntities.character(name) {
        // A line of text has ordinary spaces.
        result.append(character == "\u{A0}" ? " " : character)
        rest = after.dropFirst(name.count + 1)
      } else {
        result += "&"
        rest = after
      }
    }
    return result + rest
  }
}
