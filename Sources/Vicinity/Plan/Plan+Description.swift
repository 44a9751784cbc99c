import Geography
import Streams

extension Plan: CustomStringConvertible {
  /// The plan as text, one step per line.
  public var description: String {
    var lines = placeLines
    lines.append("kinds    \(Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ", "))")
    lines += testLines.map { "test     \($0)" }
    lines.append("order    \((order.map(\.rawValue) + ["id"]).joined(separator: ", "))")
    if let weights = query.bestMatch?.json { lines.append("weights  \(weights.text), else the usual ones") }
    lines.append(
      "keep     \(query.limit)\(cursor == nil ? "" : " after the cursor")\(query.total ? ", count all" : "")")
    if let zoom = query.cluster {
      lines.append("cluster  by the tiles of level \(zoom + Query.clusterLevelsBelowZoom)")
    }
    if !query.facets.isEmpty { lines.append("facets   \(query.facets.map(\.rawValue).joined(separator: ", "))") }
    lines.append("now      \(now)")
    if let caller = query.caller { lines.append("caller   \(caller)") }
    return lines.joined(separator: "\n")
  }

  private var placeLines: [String] {
    var lines: [String] = []
    if let near = query.near {
      let limit = query.radiusMeters.map { "within \($0) m" } ?? "at any distance"
      lines.append("near     \(near.latitude), \(near.longitude), \(limit), on \(query.metric.rawValue)")
    }
    lines += distanceSourceLines
    for window in query.within?.windows ?? [] {
      lines.append("window   \(window.south)...\(window.north) north, \(window.west)...\(window.east) east")
    }
    if let area = query.area {
      lines.append("area     in \(area); whole subtrees by its envelope and cells, then exactly")
    }
    if let outside = query.outside { lines.append("area     outside \(outside)") }
    return lines
  }

  private var testLines: [String] {
    var lines: [String] = []
    if let price = query.price { lines.append("price    \(price)") }
    if let price = query.nightPrice { lines.append("a night  \(price)") }
    if let rating = query.rating { lines.append("rating   \(rating)") }
    for definition in Query.wordFields {
      if let words = query.words[definition.field] { lines.append("word     \(definition.wantedText(words))") }
    }
    if !query.tags.any.isEmpty { lines.append("tags     any of \(query.tags.any.joined(separator: ", "))") }
    if !query.tags.all.isEmpty { lines.append("tags     all of \(query.tags.all.joined(separator: ", "))") }
    if !query.tags.none.isEmpty { lines.append("tags     none of \(query.tags.none.joined(separator: ", "))") }
    if let filter = query.filter { lines.append("filter   \(filter)") }
    if let words { lines.append("text     \(words)") }
    if let stay = query.stay { lines.append("couches  \(stay)") }
    if leavesOutPast { lines.append("events   not over") }
    if let during = query.during, during != .named(.any) {
      lines.append("events   \(during)\(query.occurrences == .all ? ", each occurrence" : "")")
    }
    if let open = query.open {
      let time =
        open.sometime.map { "some time \($0)" } ?? open.until.map { "from \(open.at) to \($0)" } ?? "at \(open.at)"
      lines.append("open     \(time)\(open.visitText), unknown: \(open.unknown.rawValue)")
    }
    return lines
  }
}

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
  fileprivate var visitText: String {
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
