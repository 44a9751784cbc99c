import ArgumentParser
import CodedErrors

/// An option that a command does not have.
struct UnknownOption: CustomStringConvertible {
  /// As it was typed, with its dashes.
  private let option: String
  private let advice: String?

  init(_ option: String, of path: CommandPath, root: any ParsableCommand.Type) {
    self.option = option
    advice = Self.advice(on: option, path, Self.inputs(of: path.command, root: root))
  }

  var description: String { "unknown option \(option.shortened)" + (advice.map { "; \($0)" } ?? "") }

  private static func advice(on option: String, _ path: CommandPath, _ inputs: [String]) -> String? {
    let word = option.drop { $0 == "-" }.lowercased()
    for meaning in meanings where meaning.words.contains(word) && meaning.needs.allSatisfy({ inputs.contains($0) }) {
      return meaning.advice.replacing("COMMAND", with: path.names == ["search"] ? "\(path.text) WORDS" : path.text)
    }
    guard option.hasPrefix("--") else { return nil }
    // Three letters are near to nearly every short option.
    let options = inputs.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    guard word.count > 3, let nearest = Suggestion.nearest(to: word, among: options) else { return nil }
    return "did you mean --\(nearest)?"
  }

  /// The options and arguments of a command, such as `--radius` and `<lat,lon>`, from its full help.
  private static func inputs(of command: any ParsableCommand.Type, root: any ParsableCommand.Type) -> [String] {
    names(in: root.helpMessage(for: command, includeHidden: true, columns: 500))
  }

  private static func names(in help: String) -> [String] {
    help.split(separator: "\n").flatMap { line -> [String] in
      guard line.hasPrefix("  "), let first = line.dropFirst(2).first, first == "-" || first == "<" else { return [] }
      // `-f, --format <format>` and `--tag <tag>`
      let label = line.split(separator: " ").prefix(3).map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
      return label.filter { $0.hasPrefix("-") || $0.hasPrefix("<") }.map(String.init)
    }
  }

  /// What other programs call an option, the options or arguments that a command must have for the advice, and the
  /// advice.
  private static let meanings: [(words: [String], needs: [String], advice: String)] = [
    (
      [
        "name", "price", "currency", "tags", "rating", "hours", "opening-hours", "starts", "ends", "url", "phone",
        "address", "description", "capacity", "guests", "status", "host", "lat", "lon",
      ],
      ["<key=value>"], "values are written without dashes: COMMAND ID price=5.80 tags=cocktails,quiet"
    ),
    (
      [
        "lat", "lon", "lng", "latitude", "longitude", "location", "position", "point", "coordinate", "coordinates",
        "coords", "place", "center", "origin", "near", "at", "city", "around",
      ],
      ["<lat,lon>"], "the place is an argument without an option: COMMAND LAT,LON"
    ),
    (
      ["desc", "descending", "reverse", "asc", "ascending", "order", "order-by", "orderby", "sort-by"], ["--sort"],
      "--sort price puts the lowest first, --sort -price the highest"
    ),
    (["where", "condition", "cql", "having", "expression"], ["--filter"], "conditions: --filter \"price < 5\""),
    (["query", "search", "keyword", "keywords", "words", "match", "term"], ["--text"], "words to find: --text WORDS"),
    (["name"], ["--text"], "names are found by --text WORDS"),
    (["offset", "page", "skip", "cursor", "next"], ["--after"], "the next page: --after CURSOR, as the last one says"),
    (["group-by", "groupby", "aggregate", "count-by"], ["--facets"], "counts of all matches: --facets kind,tag"),
    (["categories", "amenity"], ["--category"], "did you mean --category?"),
    (["type", "types", "kinds"], ["--kind"], "did you mean --kind?"),
    (["json", "jsonl", "ndjson"], ["--format"], "JSON: --format jsonl, one object per line"),
    (["csv"], ["--format"], "did you mean --format csv?"),
    (["geojson"], ["--format"], "did you mean --format geojson?"),
    (["table", "pretty"], ["--format"], "did you mean --format table?"),
    (["out", "o", "save"], ["--output"], "did you mean --output?"),
    (["output", "out", "o", "save"], [], "write to a file with > FILE"),
    (["db", "database", "input", "in", "file", "gpkg", "catalogue"], ["--catalog"], "did you mean --catalog?"),
    (["open-now", "opened", "hours", "opening-hours"], ["--open"], "did you mean --open?"),
    (["count", "top", "max", "size", "num", "number", "first", "max-results"], ["--limit"], "did you mean --limit?"),
    (["distance", "dist", "range", "max-distance", "buffer", "r"], ["--radius"], "did you mean --radius?"),
    (["area", "polygon", "region", "district", "inside"], ["--within"], "did you mean --within?"),
    (["box", "bounds", "bounding-box", "extent"], ["--bbox"], "did you mean --bbox?"),
    (
      ["date", "day", "when", "time", "on"], ["--open", "--during"],
      "--open WHEN is for bars, --during WHEN for events, --stay FROM..TO for couches"
    ),
    (
      ["from", "to", "since", "until", "check-in", "check-out", "checkin", "checkout", "dates"],
      ["--stay", "--during"],
      "couches: --stay FROM..TO, events: --during FROM..TO"
    ),
    (["price", "cost", "budget"], ["--max-price"], "did you mean --max-price?"),
    (["rating", "stars", "score"], ["--min-rating"], "did you mean --min-rating?"),
    (["people", "persons", "adults", "beds"], ["--guests"], "did you mean --guests?"),
    (["user", "guest", "me"], ["--member"], "did you mean --member?"),
    (["columns", "preview", "n", "check", "inspect"], ["--dry-run"], "did you mean --dry-run?"),
    (["source", "sources"], ["--filter"], "listings of a source: --filter \"source = 'NAME'\""),
    (["source", "sources"], [], "`vicinity sources` lists and removes sources"),
    (["columns", "select", "cols", "properties"], ["--fields"], "did you mean --fields?"),
    (["lang", "locale"], ["--language"], "did you mean --language?"),
    (["silent", "s"], ["--quiet"], "did you mean --quiet?"),
    (["v"], [], "`vicinity version` shows the version"),
    (["verbose"], [], "errors and reports are written without it; --quiet leaves the reports out"),
  ]
}
