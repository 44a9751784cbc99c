import Streams

/// The credit line of a map: text with links, as tile providers write it, and no other HTML.
struct Attribution: Hashable, Sendable {
  /// Text, entities, and `<a href="https://…">`.
  let html: String

  /// - Parameter text: plain text or HTML; other elements than links lose their tags, and links to other schemes too.
  init(_ text: String) {
    var html = ""
    var isLink = false
    var rest = text[...]
    while let match = rest.firstMatch(of: /<(\/?)([A-Za-z]+)([^<>]*)>/) {
      html += Self.escaped(rest[..<match.range.lowerBound])
      rest = rest[match.range.upperBound...]
      guard match.output.2.lowercased() == "a" else { continue }
      if isLink { html += "</a>" }
      isLink = false
      let address = match.output.3.firstMatch(of: /href\s*=\s*["']?(https?:\/\/[^"'\s]+)/)
      guard match.output.1.isEmpty, let address else { continue }
      html += "<a href=\"\(Self.escaped(address.output.1))\">"
      isLink = true
    }
    self.html = html + Self.escaped(rest) + (isLink ? "</a>" : "")
  }

  /// Entities such as `&copy;` stay unchanged.
  private static func escaped(_ text: Substring) -> String {
    String(text).replacing(/&(?!#?[A-Za-z0-9]+;)/, with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
