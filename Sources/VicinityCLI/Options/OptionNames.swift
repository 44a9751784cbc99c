import Vicinity

/// The option names for the paths of a query's JSON form, and for the members of other requests.
///
/// One table for all commands; a command has rows of its own only where it uses another option for a path. A path
/// without a row has the option of the same name: `--facet-limit` for `facetLimit`.
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
    "during.from": "--from", "during.to": "--to", "open": "--at", "open.from": "--from", "open.to": "--to",
    "stay": "--from and --to", "stay.from": "--from", "stay.to": "--to",
  ])
  /// The names for `import`.
  static let importing = OptionNames(["near": "--near"])

  private static let common = [
    "along": "FILE", "along.from": "--from", "along.width": "--width", "caller": "--as", "explain": "--why",
    "group": "--by", "group.max": "--cap", "kinds": "--kind", "latitude": "--lat", "longitude": "--lon",
    "members": "--member", "near": "LAT,LON", "nightPrice": "--max-night-price",
    "nightPrice.currency": "--currency", "nightPrice.min": "--min-night-price", "open.arriving": "--arriving",
    "open.at": "--open", "stay.on": "--stay",
    "open.stayFor": "--stay-for",
    "open.unknown": "--unknown", "open.waitUpTo": "--wait-up-to", "price": "--max-price",
    "price.currency": "--currency", "price.maxLevel": "--max-level", "price.min": "--min-price",
    "rating": "--min-rating", "rating.minCount": "--min-votes", "stay.between": "--between",
    "stay.between[0]": "--between", "stay.between[1]": "--between", "stay.guests": "--guests",
    "stay.nights": "--nights", "stay.partly": "--partly", "stay.weekend": "--weekend", "tags": "--tag",
    "tags.any": "--any-tag", "tags.none": "--no-tag", "timeZone": "--timezone", "within.bbox": "--bbox",
  ]

  /// The option for a path, such as `--min-rating` for `rating.min`: the option of the enclosing part if the path
  /// itself has none. Anything else, such as an index in a list, stays unchanged.
  func option(forPath path: String) -> String {
    if let option = own[path] ?? Self.common[path] { return option }
    let part = String(path.prefix { $0 != "." && $0 != "[" })
    if part == "weights", path != part { return "--weights \(path.dropFirst("weights.".count))" }
    return own[part] ?? Self.common[part] ?? (part.isName ? Self.sameName(part) : path)
  }

  /// Runs `body`; its errors name options.
  func speaking<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as QueryError { throw error.renamingPaths(option(forPath:)) }
  }

  private static func sameName(_ name: String) -> String {
    "--" + name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

extension String {
  /// Whether it consists only of letters.
  fileprivate var isName: Bool { !isEmpty && allSatisfy(\.isLetter) }
}
