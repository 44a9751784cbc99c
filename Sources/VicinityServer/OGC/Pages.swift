import Hummingbird
import Streams
import Vicinity
import VicinityFormats

/// Pages for people: plain HTML that works without scripts.
enum Pages {
  static func landing(_ title: String, _ links: [Link], _ exchange: Exchange) -> Reply {
    let items = links.filter { $0.rel != "self" && $0.rel != "alternate" }
    return page(title, "<p>What is near, open and free: bars, events and couches.</p>\n" + list(items), exchange)
  }

  static func list(_ title: String, _ words: [String], _ exchange: Exchange) -> Reply {
    page(title, "<ul>\n" + words.map { "<li>\(escaped($0))</li>\n" }.joined() + "</ul>", exchange)
  }

  static func collections(_ collections: [CollectionDescription], _ exchange: Exchange) -> Reply {
    let rows = collections.map { description in
      let path = "/collections/\(description.collection.rawValue)"
      return "<li><a href=\"\(escaped(exchange.url(path + "/items", "f=html")))\">\(description.collection.title)</a> "
        + "(\(description.count)) &middot; <a href=\"\(escaped(exchange.url(path + "/queryables")))\">what filters may name</a></li>\n"
    }
    return page(
      collections.count == 1 ? collections[0].collection.title : "Collections", "<ul>\n\(rows.joined())</ul>", exchange)
  }

  /// The routes, section by section.
  static func interface(_ exchange: Exchange) -> Reply {
    var text = "<p>As <a href=\"\(escaped(exchange.url("/api", "f=json")))\">OpenAPI 3.0</a> for programs.</p>\n"
    for group in Route.Group.allCases {
      text += "<h2>\(escaped(group.rawValue))</h2>\n"
      for route in exchange.services.routes where route.group == group {
        text +=
          "<details><summary><code>\(route.method.rawValue) \(escaped(route.path))</code> \(escaped(route.summary))</summary>\n"
        if let scope = route.scope { text += "<p>Scope: \(scope.rawValue)</p>\n" }
        if let body = route.body { text += "<p>Body: \(code(body.description))</p>\n" }
        text +=
          "<dl>\n"
          + route.parameters.map { "<dt><code>\(escaped($0.name))</code></dt><dd>\(code($0.description))</dd>\n" }
          .joined() + "</dl></details>\n"
      }
    }
    return page("Interface", text, exchange)
  }

  static func features(_ collection: FeatureCollection, _ answer: Answer, _ links: [Link], _ exchange: Exchange)
    -> Reply
  {
    let path = "/collections/\(collection.rawValue)/items"
    var text = form(collection, path, exchange)
    text += "<p>\(answer.total ?? answer.matches.count) found.</p>\n<table>\n<tr><th>Name</th>"
    let columns: [Field] =
      collection == .events
      ? [.starts, .ends, .price, .currency, .rating] : [.openingHours, .price, .currency, .rating]
    text += columns.map { "<th>\(escaped($0.rawValue))</th>" }.joined() + "</tr>\n"
    for match in answer.matches {
      let name = match.fieldValue(of: .name)?.plainText ?? match.id
      text +=
        "<tr><td><a href=\"\(escaped(exchange.url(path + "/\(ParameterValues.encoded(match.id))", "f=html")))\">\(escaped(name))</a></td>"
      text += columns.map { "<td>\(escaped(match.fieldValue(of: $0)?.plainText ?? ""))</td>" }.joined() + "</tr>\n"
    }
    text += "</table>\n"
    for link in links where link.rel == "next" {
      text += "<p><a rel=\"next\" href=\"\(escaped(link.href))\">Next page</a></p>\n"
    }
    text +=
      "<p><a href=\"\(escaped(exchange.url(setting: [("f", "geojson")])))\">GeoJSON</a> &middot; <a href=\"\(escaped(exchange.url(setting: [("f", "csv")])))\">CSV</a></p>\n"
    return page(collection.title, text, exchange)
  }

  static func feature(_ answer: Answer, _ collection: FeatureCollection, _ exchange: Exchange) -> Reply {
    guard let match = answer.matches.first else { return page(collection.title, "", exchange) }
    let rows = FeatureQuery.fields.compactMap { field in
      match.fieldValue(of: field).map {
        "<tr><th>\(escaped(field.rawValue))</th><td>\(escaped($0.plainText))</td></tr>\n"
      }
    }
    let name = match.fieldValue(of: .name)?.plainText ?? match.id
    return page(
      name,
      "<table>\n\(rows.joined())</table>\n<p><a href=\"\(escaped(exchange.url(exchange.path, "f=geojson")))\">GeoJSON</a></p>",
      exchange)
  }

  /// The filters that most people want, filled with those of the request.
  private static func form(_ collection: FeatureCollection, _ path: String, _ exchange: Exchange) -> String {
    var fields = [("text", "Words"), ("tag", "Tags"), ("max-price", "Highest price"), ("min-rating", "Least rating")]
    switch collection {
    case .bars: fields.append(("open", "Open at, such as now or 22:30"))
    case .events: fields.append(("during", "During, such as weekend or 2026-11-28"))
    case .couches: fields.append(("stay", "Free, such as 2026-12-01..2026-12-05"))
    }
    fields.append(("bbox", "Box: west,south,east,north"))
    let rows = fields.map { name, label in
      "<label>\(escaped(label)) <input name=\"\(name)\" value=\"\(escaped(exchange.parameters[name] ?? ""))\"></label>\n"
    }
    return
      "<form action=\"\(escaped(exchange.url(path)))\" method=\"get\">\n<input type=\"hidden\" name=\"f\" value=\"html\">\n\(rows.joined())<button>Show</button>\n</form>\n"
  }

  private static func list(_ links: [Link]) -> String {
    "<ul>\n" + links.map { "<li><a href=\"\(escaped($0.href))\">\(escaped($0.title))</a></li>\n" }.joined() + "</ul>"
  }

  private static func page(_ title: String, _ body: String, _ exchange: Exchange) -> Reply {
    let home = exchange.services.settings.title
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
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
      form { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .6rem; }
      label { display: grid; } input, button { font: inherit; padding: .3rem; }
      summary { padding: .2rem 0; } dt { margin-top: .4rem; }
      </style>
      </head>
      <body>
      <nav><a href="\(escaped(exchange.url("/", "f=html")))">\(escaped(home))</a> &middot; <a href="\(escaped(exchange.url("/collections", "f=html")))">Collections</a> &middot; <a href="\(escaped(exchange.url("/api.html")))">Interface</a></nav>
      <main>
      <h1>\(escaped(title))</h1>
      \(body)
      </main>
      </body>
      </html>

      """)
    reply.headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    return reply
  }

  /// Text with what stands between backquotes as code.
  private static func code(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 1 ? "<code>\(escaped(String($0.element)))</code>" : escaped(String($0.element)) }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}
