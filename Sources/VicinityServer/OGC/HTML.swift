import Hummingbird
import Streams
import VicinityHTTP

/// Parts of pages.
enum HTML {
  /// Text as the content of an element or attribute.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  /// Text with parts between backquotes as code.
  static func marked(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 1 ? "<code>\(escaped(String($0.element)))</code>" : escaped(String($0.element)) }.joined()
  }

  /// - Parameter relation: the relation of the other page to this one, such as `next`.
  static func link(_ text: String, _ address: String, relation: String? = nil) -> String {
    let relation = relation.map { " rel=\"\($0)\"" } ?? ""
    return "<a href=\"\(escaped(address))\"\(relation)>\(escaped(text))</a>"
  }

  /// A list of what is HTML already.
  static func list(_ items: [String]) -> String { "<ul>\n" + items.map { "<li>\($0)</li>\n" }.joined() + "</ul>" }

  /// A whole page, in the colors that the browser prefers.
  static func page(_ title: String, heading: String, _ navigation: [String], _ body: String) -> Reply {
    var reply = Reply(
      MediaFormat.html.mediaType,
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(title))</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <nav>\(navigation.joined(separator: " &middot; "))</nav>
      <main>
      <h1>\(escaped(heading))</h1>
      \(body)
      </main>
      </body>
      </html>

      """)
    reply.headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    return reply
  }

  private static let style = """
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 1rem; }
    main { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884; }
    td { overflow-wrap: break-word; }
    .short { white-space: nowrap; }
    .first { font-size: 1.5rem; }
    form { display: grid; gap: .6rem; align-items: end; }
    form { grid-template-columns: repeat(auto-fill, minmax(min(13rem, 45%), 1fr)); }
    label { display: grid; }
    input, button { font: inherit; padding: .3rem; min-width: 0; }
    button { justify-self: start; padding: .3rem 1.2rem; }
    summary { padding: .2rem 0; }
    dt { margin-top: .4rem; }
    """
}
