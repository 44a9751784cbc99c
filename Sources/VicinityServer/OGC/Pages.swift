import Hummingbird
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// Pages for people: plain HTML that works without scripts.
enum Pages {
  static func landing(_ title: String, _ links: [Link], _ exchange: Exchange) -> Reply {
    let collections = FeatureCollection.allCases.map {
      HTML.link($0.title, exchange.url("/collections/\($0.rawValue)/items", "f=html"))
    }
    let others = links.filter { $0.rel != "self" && $0.rel != "alternate" }.map { HTML.link($0.title, $0.href) }
    return page(
      title,
      """
      <p>What is near, open and free.</p>
      <p class="first">\(HTML.link("Map", exchange.url("/map")))</p>
      \(HTML.list(collections))
      <h2>For programs</h2>
      \(HTML.list(others))
      """, exchange)
  }

  static func list(_ title: String, _ words: [String], _ exchange: Exchange) -> Reply {
    page(title, HTML.list(words.map(HTML.escaped)), exchange)
  }

  static func collections(_ collections: [CollectionDescription], _ exchange: Exchange) -> Reply {
    let items = collections.map { description in
      let (path, title) = ("/collections/\(description.collection.rawValue)", description.collection.title)
      return HTML.link(title, exchange.url(path + "/items", "f=html")) + " (\(description.count)) &middot; "
        + HTML.link("properties for filters", exchange.url(path + "/queryables"))
    }
    return page(collections.count == 1 ? collections[0].collection.title : "Collections", HTML.list(items), exchange)
  }

  /// The routes, section by section.
  static func interface(_ exchange: Exchange) -> Reply {
    let sections = Route.Group.allCases.map { group in
      let routes = exchange.services.routes.filter { $0.group == group }
      return "<h2>\(HTML.escaped(group.rawValue))</h2>\n" + routes.map(details).joined()
    }
    let start = "<p>As \(HTML.link("OpenAPI 3.0", exchange.url("/api", "f=json"))) for programs.</p>\n"
    return page("Interface", start + sections.joined(), exchange)
  }

  private static func details(of route: Route) -> String {
    let parameters = route.parameters.map {
      "<dt><code>\(HTML.escaped($0.name))</code></dt><dd>\(HTML.marked($0.description))</dd>\n"
    }
    let address = "\(route.method.rawValue) \(HTML.escaped(route.path))"
    return """
      <details>
      <summary><code>\(address)</code> \(HTML.escaped(route.summary))</summary>
      \(route.scope.map { "<p>Scope: \($0.rawValue)</p>" } ?? "")
      \(route.body.map { "<p>Body: \(HTML.marked($0.description))</p>" } ?? "")
      <dl>
      \(parameters.joined())</dl>
      </details>

      """
  }

  static func features(_ asked: FeatureQuery, _ answer: Answer, _ links: [Link], _ exchange: Exchange) -> Reply {
    let collection = asked.collection
    let path = "/collections/\(collection.rawValue)/items"
    let columns = (exchange.parameters["near"] == nil ? [] : [TableColumn.distance]) + collection.columns
    let rows = answer.matches.map { match in
      let name = HTML.link(title(of: match), exchange.url(path + "/\(ParameterValues.encoded(match.id))", "f=html"))
      let cells = columns.map { column in
        let text = HTML.escaped(column.text(of: match, now: answer.now, units: .metric))
        return column == .price || column == .rating ? "<td class=\"short\">\(text)</td>" : "<td>\(text)</td>"
      }
      return "<tr><td>\(name)</td>\(cells.joined())</tr>\n"
    }
    let headings = (["Name"] + columns.map { $0.heading.capitalized }).map { "<th>\(HTML.escaped($0))</th>" }
    let next = links.filter { $0.rel == "next" }
      .map { "<p>\(HTML.link("Next page", $0.href, relation: $0.rel))</p>\n" }
    let formats = [("GeoJSON", MediaFormat.geojson), ("CSV", .csv)].map {
      HTML.link($0.0, asked.url(exchange, as: $0.1))
    }
    let table = answer.matches.isEmpty ? "" : "<table>\n<tr>\(headings.joined())</tr>\n\(rows.joined())</table>\n"
    return page(
      collection.title,
      """
      \(form(collection, exchange))
      <p>\((answer.total ?? answer.matches.count).grouped) found.</p>
      \(table)\(next.joined())<p>This page as \(formats.joined(separator: " &middot; "))</p>
      """, exchange)
  }

  static func feature(_ answer: Answer, _ collection: FeatureCollection, _ exchange: Exchange) -> Reply {
    guard let match = answer.matches.first else { return page(collection.title, "", exchange) }
    let rows = TableColumn.columns(for: FeatureQuery.fields).compactMap { column -> String? in
      let text = column.text(of: match, now: answer.now, units: .metric)
      guard !text.isEmpty else { return nil }
      return "<tr><th>\(HTML.escaped(column.heading.capitalized))</th><td>\(HTML.escaped(text))</td></tr>\n"
    }
    let list = HTML.link(collection.title, exchange.url("/collections/\(collection.rawValue)/items", "f=html"))
    let calendar = "/v1/listings/\(ParameterValues.encoded(match.id))/calendar.ics"
    let others =
      [("GeoJSON", exchange.url(exchange.path, "f=geojson"))]
      + (collection == .bars ? [] : [("iCalendar", exchange.url(calendar))])
    return page(
      title(of: match),
      """
      <table>
      \(rows.joined())</table>
      <p>\(HTML.link("On the map", exchange.url("/map", "id=\(ParameterValues.encoded(match.id))")))</p>
      <p>This page as \(others.map { HTML.link($0.0, $0.1) }.joined(separator: " &middot; "))</p>
      <p>All \(list)</p>
      """, exchange)
  }

  /// The error, for people.
  ///
  /// - Parameter page: the path of the page with the form, if there is one: the way back.
  static func problem(_ problem: Problem, at page: String?, home: String) -> Reply {
    let title = problem.status.reasonPhrase.isEmpty ? "\(problem.status.code)" : problem.status.reasonPhrase
    let back = page.map { "\n<p>\(HTML.link("Without filters", $0 + "?f=html"))</p>" } ?? ""
    return HTML.page(
      "\(title) – \(home)", heading: title, [HTML.link(home, "/?f=html")],
      "<p>\(HTML.escaped(problem.detail))</p>\(back)")
  }

  private static func title(of match: Match) -> String { match.fieldValue(of: .name)?.plainText ?? match.id }

  /// The filters that most people need, filled with those of the request.
  private static func form(_ collection: FeatureCollection, _ exchange: Exchange) -> String {
    var fields = [
      ("near", "Near", "48.7758,9.1829"), ("radius", "Within", "2km"), ("text", "Words", "jazz cellar"),
      ("tag", "Tags", "wine,quiet"), ("max-price", "Price up to", "20"), ("min-rating", "Rating from", "4.5"),
    ]
    switch collection {
    case .bars: fields.append(("open", "Open at", "now, or Sa 22:30"))
    case .events: fields.append(("during", "During", "weekend, or 2026-11-28"))
    case .couches: fields += [("stay", "Nights", "2026-12-01..2026-12-05"), ("guests", "Guests", "2")]
    }
    let rows = fields.map { name, label, example in
      let value = HTML.escaped(exchange.parameters[name] ?? "")
      return """
        <label>\(label) <input name="\(name)" value="\(value)" placeholder="\(example)"></label>

        """
    }
    return """
      <form method="get">
      <input type="hidden" name="f" value="html">
      \(rows.joined())<button>Show</button>
      </form>
      """
  }

  private static func page(_ title: String, _ body: String, _ exchange: Exchange) -> Reply {
    let home = exchange.services.settings.title
    let navigation = [
      (home, exchange.url("/", "f=html")), ("Collections", exchange.url("/collections", "f=html")),
      ("Interface", exchange.url("/api.html")),
    ].map { HTML.link($0.0, $0.1) }
    return HTML.page(title == home ? title : "\(title) – \(home)", heading: title, navigation, body)
  }
}

extension FeatureCollection {
  /// The columns of a list apart from the name.
  fileprivate var columns: [TableColumn] {
    switch self {
    case .bars: [.opening, .field(.openingHours), .price, .rating]
    case .events: [.when, .price, .rating, .field(.tags)]
    case .couches: [.field(.guests), .price, .rating, .field(.tags)]
    }
  }
}
