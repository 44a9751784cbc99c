import Vicinity

/// The options for the places of a query's JSON form, and for the members of other requests.
///
/// The table of query parts names most; a command has rows of its own only where it gives a place another option. A place
/// without a row has the option of the same name: `--key` for `key`.
struct OptionNames {
  private let own: [String: String]

  private init(_ own: [String: String] = [:]) { self.own = own }

  /// The names for `near` and all commands with the same options.
  static let query = OptionNames()
  /// The names for `plan`.
  static let plan = OptionNames(["near": "--near", "radius": "--walk"])
  /// The names for `crawl`.
  static let crawl = OptionNames(["near": "--from", "radius": "--walk"])
  /// The names for `suggest`.
  static let suggesting = OptionNames(["text": "TEXT"])
  /// The names for `available`.
  static let available = OptionNames([
    "during.from": "--from", "during.to": "--to", "open": "--at", "open.at": "--at", "open.from": "--from",
    "open.to": "--to", "stay": "--from and --to", "stay.from": "--from", "stay.to": "--to",
  ])
  /// The names for `import`.
  static let importing = OptionNames(["near": "--near"])

  /// Those of parts that are options of single commands, and of other requests.
  private static let others = [
    "along": "FILE", "along.from": "--from", "along.width": "--width", "group": "--by", "group.max": "--cap",
    "latitude": "--lat", "longitude": "--lon", "timeZone": "--timezone",
  ]

  /// The option for a path, such as `--min-rating` for `rating.min`: the option of the enclosing part if the path
  /// itself has none. Anything else, such as an index in a list, stays unchanged.
  func option(forPath path: String) -> String {
    if let option = own[path] ?? Self.others[path] { return option }
    if let input = QueryPart.inputs.first(where: { $0.path == path }) { return Self.option(named: input.name) }
    let part = String(path.prefix { $0 != "." && $0 != "[" })
    if part == "weights" { return "--weights \(path.dropFirst("weights.".count))" }
    if let option = own[part] ?? Self.others[part] { return option }
    if let name = QueryPart.inputs.name(ofPath: path) { return Self.option(named: name) }
    return part.isName ? Self.sameName(part) : path
  }

  /// Runs `body`; its errors name options.
  func speaking<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as QueryError { throw error.renamingPaths(option(forPath:)) }
  }

  /// An input of the table as it is typed.
  static func option(named name: String) -> String { name == "near" ? "LAT,LON" : "--\(name)" }

  private static func sameName(_ name: String) -> String {
    "--" + name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

extension String {
  /// Whether it consists only of letters.
  fileprivate var isName: Bool { !isEmpty && allSatisfy(\.isLetter) }
}
