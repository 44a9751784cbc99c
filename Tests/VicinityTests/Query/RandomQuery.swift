import CivilTime
import Geography
import TestSupport
import VicinityLab

@testable import Vicinity

/// Queries in which every key occurs, in every form that the type supports.
enum RandomQuery {
  static func make(_ random: inout SplitMix64) -> Query {
    var query = Query()
    if flip(&random) { query.id = "q\(random.next())" }
    place(&query, &random)
    times(&query, &random)
    filters(&query, &random)
    order(&query, &random)
    return query
  }

  private static func flip(_ random: inout SplitMix64) -> Bool { random.next() & 1 == 0 }

  private static func number(_ bounds: ClosedRange<Double>, _ random: inout SplitMix64) -> Double {
    Double.random(in: bounds, using: &random)
  }

  private static func place(_ query: inout Query, _ random: inout SplitMix64) {
    if flip(&random) {
      query.near = Coordinate(latitude: number(-90...90, &random), longitude: number(-180...180, &random))
    }
    if flip(&random) { query.radiusMeters = number(0...1e7, &random) }
    if flip(&random) {
      let south = number(-90...89, &random)
      query.within = BoundingBox(
        south: south, west: number(-180...180, &random), north: number(south...90, &random),
        east: number(-180...180, &random))
    }
  }

  private static func times(_ query: inout Query, _ random: inout SplitMix64) {
    if flip(&random) {
      query.open = Query.Opening(
        at: moment(&random), until: flip(&random) ? moment(&random) : nil,
        unknown: Query.UnknownPolicy.allCases.randomElement(using: &random) ?? .drop)
      if query.open?.until == nil { visit(&query, &random) }
    }
    if flip(&random) { query.during = Query.Window(from: moment(&random), to: moment(&random)) }
    let arrival = LocalDate(dayNumber: Int(random.next() % 30_000))
    if flip(&random), let nights = Nights(from: arrival, to: arrival + 1 + Int(random.next() % 9)) {
      query.stay = Query.Stay(nights: nights, guests: 1 + Int(random.next() % 5))
      if flip(&random) { query.stay?.partly = true } else if flip(&random) { fewer(&query, nights, &random) }
    }
    if flip(&random) { query.now = Instant(secondsSince1970: Int64(random.next() % 4_000_000_000)) }
  }

  private static func fewer(_ query: inout Query, _ nights: Nights, _ random: inout SplitMix64) {
    query.stay?.nightCount = 1 + Int(random.next() % UInt64(nights.count))
    query.stay?.weekend = flip(&random)
  }

  private static func visit(_ query: inout Query, _ random: inout SplitMix64) {
    if flip(&random) {
      query.open?.arriving = flip(&random) ? .walking : .speed(metersPerSecond: number(0.1...1000, &random))
    }
    if flip(&random) { query.open?.stayMinutes = Int(random.next() % 10_081) }
    if flip(&random) { query.open?.waitMinutes = Int(random.next() % 10_081) }
  }

  private static func moment(_ random: inout SplitMix64) -> Query.Moment {
    switch random.next() % 4 {
    case 0: .now
    case 1: .instant(Instant(secondsSince1970: Int64(random.next() % 4_000_000_000)))
    case 2:
      .local(
        LocalDateTime(date: LocalDate(dayNumber: Int(random.next() % 30_000)), secondOfDay: Int(random.next() % 86_400))
      )
    default:
      .weekly(Weekday.allCases.randomElement(using: &random) ?? .monday, minuteOfDay: Int(random.next() % 1440))
    }
  }

  private static func filters(_ query: inout Query, _ random: inout SplitMix64) {
    if flip(&random) {
      // An empty list of kinds is rejected.
      let kinds = Set(Kind.allCases.filter { _ in flip(&random) })
      query.kinds = kinds.isEmpty ? nil : kinds
    }
    if flip(&random) { query.tags = Query.TagFilter(any: words(&random), all: words(&random), none: words(&random)) }
    if flip(&random) {
      let least = flip(&random) ? number(0...10, &random) : nil
      query.price = Query.PriceFilter(
        min: least, max: flip(&random) ? number((least ?? 0)...100, &random) : nil,
        currency: flip(&random) ? "EUR" : nil, maxLevel: flip(&random) ? 1 + Int(random.next() % 4) : nil)
    }
    if flip(&random) {
      let least = flip(&random) ? number(0...10, &random) : nil
      query.nightPrice = Query.NightPriceFilter(
        min: least, max: flip(&random) ? number((least ?? 0)...100, &random) : nil,
        currency: flip(&random) ? "EUR" : nil)
    }
    if flip(&random) {
      query.rating = Query.RatingFilter(
        min: flip(&random) ? number(0...5, &random) : nil, minCount: flip(&random) ? Int(random.next() % 100) : nil)
    }
    if flip(&random) { query.text = words(&random).joined(separator: " ") }
  }

  private static func words(_ random: inout SplitMix64) -> [String] {
    let known = ["pub", "cuisine:thai", "Łódź \"x\"", "a\\b", "emoji 🍺", "tab\there", "\u{1}"]
    return known.filter { _ in random.next() % 3 == 0 }
  }

  private static func order(_ query: inout Query, _ random: inout SplitMix64) {
    if flip(&random) { query.sort = Query.SortKey.allCases.filter { _ in flip(&random) }.shuffled(using: &random) }
    if flip(&random) { query.limit = Int(random.next() % 1000) }
    if flip(&random) { query.after = "cursor+/=" }
    if flip(&random) { query.metric = .sphere }
    query.total = flip(&random)
    if flip(&random) { query.cluster = Int(random.next() % 23) }
    if flip(&random) { query.facets = Query.Facet.allCases.filter { _ in flip(&random) }.shuffled(using: &random) }
    if flip(&random) { query.facetLimit = Int(random.next() % 100) }
    if flip(&random) { query.fields = Field.ofAnswer.filter { _ in flip(&random) }.shuffled(using: &random) }
  }
}
