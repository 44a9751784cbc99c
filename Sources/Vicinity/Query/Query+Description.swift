import Streams

extension Query.Window: CustomStringConvertible {
  /// The window as text.
  public var description: String {
    switch self {
    case .between(let from, let to): "between \(from) and \(to)"
    case .from(let from): "from \(from) on"
    case .weekdays(let first, let last):
      first == last ? "on \(first.abbreviation)" : "from \(first.abbreviation) to \(last.abbreviation)"
    case .named(let name): name.rawValue
    }
  }
}

extension Query.Opening {
  /// The arrival, the wait and the stay as text; empty without.
  var visitText: String {
    let parts = [
      arriving.map { "arriving after about \($0.detourFactor) times the straight way from near, \($0)" },
      waitMinutes.map { "opening at latest \($0) min later" },
      stayMinutes.map { "then for \($0) min" },
    ]
    return parts.compactMap { $0 }.map { ", \($0)" }.joined()
  }
}

extension Query.Stay: CustomStringConvertible {
  /// The stay as text.
  public var description: String {
    let what =
      nightCount.map { "for \($0) nights\(weekend ? " over a weekend" : "") between " } ?? (partly ? "partly " : "")
    return "free \(what)\(nights.from) \(nightCount == nil ? "to" : "and") \(nights.to) for \(guests)"
  }
}

extension Query.PriceFilter: CustomStringConvertible {
  /// The bounds as text.
  public var description: String {
    var parts: [String] = []
    if let min { parts.append("at least \(min)") }
    if let max { parts.append("at most \(max)") }
    if let currency { parts.append("in \(currency) or free") }
    if let maxLevel { parts.append("level at most \(maxLevel)") }
    return parts.isEmpty ? "any" : parts.joined(separator: ", ")
  }
}

extension Query.NightPriceFilter: CustomStringConvertible {
  /// The bounds as text.
  public var description: String {
    var parts: [String] = []
    if let min { parts.append("at least \(min)") }
    if let max { parts.append("at most \(max)") }
    if let currency { parts.append("in \(currency) or free") }
    return parts.isEmpty ? "known" : parts.joined(separator: ", ")
  }
}

extension Query.RatingFilter: CustomStringConvertible {
  /// The bounds as text.
  public var description: String {
    var parts: [String] = []
    if let min { parts.append("at least \(min)") }
    if let minCount { parts.append("from at least \(minCount.counted("vote"))") }
    return parts.isEmpty ? "any" : parts.joined(separator: ", ")
  }
}
