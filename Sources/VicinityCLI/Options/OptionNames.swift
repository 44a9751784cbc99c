import Vicinity

/// What the places of a query's JSON form, and the members of other requests, are called as options.
///
/// One table for all commands; a command has rows of its own only where it gives a place another option. What is in no
/// row is the option of the same name: `--facet-limit` for `facetLimit`.
struct OptionNames {
  private let own: [String: String]

  private init(_ own: [String: String] = [:]) { self.own = own }

  /// Those of `near` and all commands that ask the same.
  static let query = OptionNames()
  /// Those of `plan`.
  static let plan = OptionNames(["near": "--near", "radius": "--walk"])
  /// Those of `crawl`.
  static let crawl = OptionNames(["near": "--from", "radius": "--walk"])
  /// Those of `suggest`.
  static let suggesting = OptionNames(["text": "TEXT"])
  /// Those of `available`.
  static let available = OptionNames([
    "during.from": "--from", "during.to": "--to", "open": "--at", "open.from": "--from", "open.to": "--to",
    "stay": "--from and --to", "stay.from": "--from", "stay.to": "--to",
  ])
  /// Those of `import`.
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

  /// The option of a place, such as `--min-rating` for `rating.min`: that of the part where the place itself has none.
  /// What is no place, such as a word of a list, stays.
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
  /// Whether it is made of letters alone.
  fileprivate var isName: Bool { !isEmpty && allSatisfy(\.isLetter) }
}
