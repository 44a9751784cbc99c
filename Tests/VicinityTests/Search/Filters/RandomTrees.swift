import CivilTime
import Geography
import TestSupport
import VicinityLab

@testable import Vicinity

/// Random filter expressions over all fields and conditions.
struct RandomTrees {
  let center: Coordinate
  let spreadDegrees: Double
  /// Whether the query has an origin, so that distances can be tested.
  let hasOrigin: Bool
  /// Whether the query has a stay, so that the price of a night can be tested.
  var hasStay = false

  /// A tree of at most this depth.
  func tree(depth: Int, _ random: inout SplitMix64) -> FilterExpression {
    guard depth > 1, !SeededWorld.oneIn(4, &random) else { return condition(&random) }
    let parts = { (random: inout SplitMix64) in
      (0..<(2 + SeededWorld.pick(3, &random))).map { _ in tree(depth: depth - 1, &random) }
    }
    switch SeededWorld.pick(5, &random) {
    case 0, 1: return .and(parts(&random))
    case 2, 3: return .or(parts(&random))
    default: return .not(tree(depth: depth - 1, &random))
    }
  }

  private func condition(_ random: inout SplitMix64) -> FilterExpression {
    switch SeededWorld.pick(12, &random) {
    case 0, 1: return numbers(&random)
    case 2, 3: return texts(&random)
    case 4: return tags(&random)
    case 5: return .isNull(.field(one(of: Field.filterable.filter(isPossible), &random)))
    case 6: return place(&random)
    case 7, 8: return times(&random)
    case 9: return SeededWorld.oneIn(4, &random) ? .constant(SeededWorld.oneIn(2, &random)) : tags(&random)
    default: return .conditions(conditions(&random))
    }
  }

  private func one<Element>(of all: [Element], _ random: inout SplitMix64) -> Element {
    all[SeededWorld.pick(all.count, &random)]
  }

  private func isPossible(_ field: Field) -> Bool {
    (hasOrigin || field != .distance) && (hasStay || field != .nightPrice)
  }

  private func comparison(_ random: inout SplitMix64) -> FilterComparison {
    one(of: FilterComparison.allCases, &random)
  }

  private func numbers(_ random: inout SplitMix64) -> FilterExpression {
    let bounds: [(Field, [Double])] = [
      (.price, [0, 2.5, 5, 7.5, 10, 250]), (.priceLevel, [1, 2, 3, 4]), (.rating, [1.5, 3, 3.5, 4.5]),
      (.ratingCount, [0, 1, 5, 50]), (.weightedRating, [2.5, 3, 3.2]), (.guests, [1, 2, 3]), (.minNights, [1, 2, 3]),
      (.maxNights, [4, 6, 8]), (.advanceNotice, [0, 3]), (.lat, [center.latitude]), (.lon, [center.longitude]),
      (.distance, [0, 500, 5_000, 50_000, 500_000]), (.nightPrice, [-1, 0, 2.5, 5, 7.5, 8.33, 10, 250]),
    ]
    let (field, values) = one(of: bounds.filter { isPossible($0.0) }, &random)
    if SeededWorld.oneIn(4, &random) {
      return .isIn(FilterOperand(field), values.prefix(2).map { .number($0) })
    }
    return .compare(FilterOperand(field), comparison(&random), .number(one(of: values, &random)))
  }

  private func texts(_ random: inout SplitMix64) -> FilterExpression {
    let words: [(Field, [String])] = [
      (.id, ["l1", "l22", "l7"]), (.kind, ["bar", "event", "couch"]),
      (.name, ["Hirsch", "jazz", "café", "Zum goldenen"]),
      (.currency, ["EUR", "JPY"]), (.timezone, ["Europe/Berlin", "UTC"]), (.address, ["jazz bar", "Łódź"]),
      (.description, ["jam"]), (.openingHours, ["24/7", "18:00+"]), (.accessible, ["yes", "limited"]),
      (.category, ["pub", "concert", "room"]),
    ]
    let (field, values) = one(of: words, &random)
    let operand = FilterOperand(
      field, ignoresCase: SeededWorld.oneIn(4, &random), ignoresAccents: SeededWorld.oneIn(4, &random))
    func folded(_ text: String) -> String { operand.folded(text) }
    switch SeededWorld.pick(4, &random) {
    case 0: return .isIn(operand, values.map { .text(folded($0)) })
    case 1:
      let patterns = ["%\(folded(values[0]))%", "%a%", "_a%", "%é", "l_", "%", "z_m %"]
      return .like(operand, one(of: patterns, &random))
    default: return .compare(operand, comparison(&random), .text(folded(one(of: values, &random))))
    }
  }

  private func tags(_ random: inout SplitMix64) -> FilterExpression {
    let tags = (0..<SeededWorld.pick(4, &random)).map { _ in one(of: SeededWorld.tags + ["no-such-tag"], &random) }
    return .tags(one(of: FilterSetRelation.allCases, &random), tags)
  }

  private func place(_ random: inout SplitMix64) -> FilterExpression {
    if SeededWorld.oneIn(4, &random) { return .at(center) }
    var query = Query()
    RandomFilters.all.first { $0.name == "box" }?.apply(&query, center, spreadDegrees, &random)
    return .within(.box(query.within ?? BoundingBox(center)))
  }

  private func times(_ random: inout SplitMix64) -> FilterExpression {
    func time(_ random: inout SplitMix64) -> FilterValue {
      let hours = Int64(SeededWorld.pick(240, &random)) - 90
      let instant = SeededWorld.now + 1800 * hours
      return SeededWorld.oneIn(2, &random) ? .instant(instant) : .date(Zone.utc.localDateTime(at: instant).date)
    }
    if SeededWorld.oneIn(5, &random) {
      return .compare(FilterOperand(.allDay), .equal, .flag(SeededWorld.oneIn(2, &random)))
    }
    if SeededWorld.oneIn(2, &random) {
      return .compare(FilterOperand(one(of: [.starts, .ends], &random)), comparison(&random), time(&random))
    }
    var (from, to): (FilterValue?, FilterValue?) = (time(&random), time(&random))
    // Two of the same form, in order.
    switch (from, to) {
    case (.instant(let one)?, .instant(let other)?): (from, to) = (.instant(min(one, other)), .instant(max(one, other)))
    case (.date(let one)?, .date(let other)?): (from, to) = (.date(min(one, other)), .date(max(one, other)))
    default: to = from
    }
    if SeededWorld.oneIn(4, &random) { from = nil }
    if SeededWorld.oneIn(4, &random) { to = nil }
    return .intersects(one(of: [.starts, .ends, .whole], &random), FilterInterval(from: from, to: to))
  }

  /// One or two conditions of a query.
  private func conditions(_ random: inout SplitMix64) -> Query {
    let names = [
      "box", "kinds", "any tag", "all tags", "no tag", "price", "price level", "rating", "text", "open",
      "open throughout", "open for a while, or soon", "during", "during, by the clock on the wall",
      "during a time with a name", "stay", "some nights between two dates", "some of the nights", "nights by a word",
      "during days of the week", "from a time on", "open some time",
    ]
    var query = Query()
    for _ in 0...SeededWorld.pick(2, &random) {
      let name = one(of: names, &random)
      RandomFilters.all.first { $0.name == name }?.apply(&query, center, spreadDegrees, &random)
    }
    // An empty list of kinds has no form in JSON.
    if query.kinds == [] { query.kinds = nil }
    if hasOrigin, SeededWorld.oneIn(5, &random) { query.radiusMeters = 5000 }
    return query
  }
}
