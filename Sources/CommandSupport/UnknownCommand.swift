import ArgumentParser
import CodedErrors
import Streams
import Vicinity

/// A word where a command was expected: the first one, the one after a command that has commands of its own, or an
/// argument of `help`.
struct UnknownCommand: CustomStringConvertible {
  private let path: CommandPath
  private let word: String
  private let advice: String

  /// - Returns: nil when all commands are known.
  init?(_ path: CommandPath, of root: any ParsableCommand.Type) {
    guard let word = path.unknown else { return nil }
    (self.path, self.word) = (path, word)
    let known = path.command.configuration.subcommands.compactMap { $0.configuration.commandName }
    advice =
      Self.meant(by: word, after: path, of: root).map { "Did you mean `\($0)`?" }
      ?? (path.names.isEmpty
        ? "`vicinity --help` lists the commands." : "Possible are \(known.joined(separator: ", ")).")
  }

  var description: String {
    let before = path.names.map { "\($0) " }.joined()
    return "there is no command \"\(before)\(word.shortened)\". \(advice)"
  }

  /// The command line that was probably meant: one for another word of the same meaning, a name with a typing error, or
  /// a command of a group (`favourites` for `list favourites`).
  private static func meant(by word: String, after path: CommandPath, of root: any ParsableCommand.Type) -> String? {
    let lowercased = word.lowercased()
    if path.names.isEmpty, let synonym = synonyms.first(where: { $0.words.contains(lowercased) }) {
      return "vicinity \(synonym.call)"
    }
    let known = path.command.configuration.subcommands
    if let name = Suggestion.nearest(to: word, among: known.flatMap(names)) { return "\(path.text) \(name)" }
    guard path.names.isEmpty else { return nil }
    for group in known {
      let members = group.configuration.subcommands.flatMap(names)
      if members.contains(lowercased) { return "vicinity \(names(group).first ?? "") \(lowercased)" }
    }
    return nil
  }

  private static func names(_ command: any ParsableCommand.Type) -> [String] {
    [command.configuration.commandName].compactMap { $0 } + command.configuration.aliases
  }

  /// What other programs call their commands, and what to type here.
  private static let synonyms: [(words: [String], call: String)] = [
    (["find", "query", "lookup", "grep"], "search WORDS"),
    (["nearby", "nearest", "around", "closest", "where"], "near LAT,LON"),
    (["open", "open-now"], "near LAT,LON --open"),
    (["bars", "bar"], "near LAT,LON --kind bar"),
    (["events", "event"], "near LAT,LON --kind event"),
    (["couches", "couch"], "near LAT,LON --kind couch"),
    (["tags", "categories", "facets"], "near --facets tag --limit 0"),
    (["ls", "all", "listings", "dump", "select"], "export --format jsonl"),
    (["get", "view", "cat", "describe", "details", "listing"], "show ID"),
    (["inspect", "head", "preview", "validate", "lint"], "import FILE --dry-run"),
    (["info", "summary", "status", "count", "schema"], "stats"),
    (["add", "create", "insert", "load", "ingest", "init", "new", "read"], "import FILE"),
    (["rm", "del", "drop"], "remove ID"),
    (["update", "set", "modify", "change", "patch"], "edit ID KEY=VALUE"),
    (["upgrade"], "migrate"),
    (["server", "start", "run", "web", "http", "api", "listen"], "serve"),
    (["reserve", "rent", "reservation"], "book ID --from DATE --to DATE --member NAME"),
    (["booking", "bookings", "reservations"], "mine --member NAME"),
    (["favorites", "favourites"], "list favorites --member NAME"),
    (["like", "bookmark", "star"], "favorite ID --member NAME"),
    (["review"], "rate ID STARS --member NAME"),
    (["attend", "rsvp"], "join ID --member NAME"),
    (["route", "path", "corridor", "track"], "along FILE --width DISTANCE"),
    (["outing", "itinerary", "trip"], "plan --near LAT,LON --stay FROM..TO"),
    (["user", "users", "member", "members", "login", "signup"], "account list"),
    (["autocomplete", "complete"], "suggest TEXT"),
    (["cities", "places", "city", "place"], "geocode NAME"),
    (["fields", "columns"], "field list"),
    (["timezone", "tz"], "zone LAT,LON"),
    (["config", "configure", "setting"], "settings"),
    (["completions", "autocompletion"], "completion bash"),
    (["man", "manual", "usage"], "help COMMAND"),
  ]
}
