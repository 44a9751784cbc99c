import Streams

/// Converts the simple HTML of descriptions to plain text.
enum HTMLText {
  /// The text without tags, with `<br>` and `<p>` as line ends and named characters resolved; nil when nothing is left.
  static func plain(_ html: String) -> String? {
    guard html.contains("<") || html.contains("&") else { return html.nonEmpty }
    return decoded(withoutTags(html)).nonEmpty
  }

  /// The text without tags if it has those of HTML; `<https://example.org>` and `<ada@example.org>` stay.
  static func plainIfMarkedUp(_ text: String) -> String? {
    let tag = /<\/?(?:br|p|a|b|i|u|ul|ol|li|em|strong|span|div|html-blob)\b[^>@]*>/.ignoresCase()
    return text.contains(tag) ? plain(text) : decoded(text)
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

  /// The text with `&eacute;` and `&#39;` as characters; other signs, such as `&` without a semicolon, stay.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      let after = rest[rest.index(after: ampersand)...]
      let name = after.prefix(longestName).prefix { $0 != ";" }
      if after.dropFirst(name.count).first == ";", let character = HTMLEntities.text(name) {
        // A line of text has ordinary spaces.
        result += character == "\u{A0}" ? " " : character
        rest = after.dropFirst(name.count + 1)
      } else {
        result += "&"
        rest = after
      }
    }
    return result + rest
  }

  /// Of `CounterClockwiseContourIntegral`.
  private static let longestName = 31
}
