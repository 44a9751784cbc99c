import CivilTime
import Geography
import Vicinity

/// A generated query under construction.
struct QueryDraft {
  var query: Query
  let start: LocalDate

  /// Adds a place, filters, an order and fields.
  mutating func fill(_ random: inout SplitMix64) {
    askWhere(&random)
    askWhat(&random)
    askOrder(&random)
    query.limit = random.pick([1, 5, 10, 10, 20, 20, 50])
    query.total = random.oneIn(8)
    if query.radiusMeters == nil, query.within == nil { askForNearest() }
    if random.oneIn(4) { query.fields = [.id, .distance] }
    if random.oneIn(25) { query.metric = .sphere }
  }

  private mutating func askWhere(_ random: inout SplitMix64) {
    let coordinate = GeneratedWorld.europe.spot(&random).coordinate
    switch random.below(10) {
    case 0: query.within = box(around: coordinate, &random)
    case 1:
      query.within = box(around: coordinate, &random)
      query.near = coordinate
    case 2...3: query.near = coordinate
    default:
      query.near = coordinate
      query.radiusMeters = random.pick([200, 500, 1000, 1000, 2000, 2000, 5000, 20_000])
    }
  }

  /// Queries without a limit in space ask for the nearest; sorting a continent by name is unrealistic.
  private mutating func askForNearest() {
    query.sort = []
    query.total = false
  }

  private func box(around center: Coordinate, _ random: inout SplitMix64) -> BoundingBox {
    let height = 0.002 + 0.1 * random.unit()
    let width = 0.003 + 0.15 * random.unit()
    let low = Coordinate(latitude: center.latitude - height, longitude: center.longitude - width).rounded
    let high = Coordinate(latitude: center.latitude + height, longitude: center.longitude + width).rounded
    return BoundingBox(south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
  }

  private mutating func askWhat(_ random: inout SplitMix64) {
    switch random.below(10) {
    case 0...4: askForBars(&random)
    case 5...6: askForEvents(&random)
    case 7...8: askForCouches(&random)
    default: if random.oneIn(2) { query.kinds = [random.pick(Kind.allCases), random.pick(Kind.allCases)] }
    }
    if random.oneIn(6) {
      query.rating = Query.RatingFilter(min: Double(35 + random.below(12)) / 10, minCount: random.below(40))
    }
    if random.oneIn(12) {
      query.text = random.pick([
        "fox", "gold", "jazz", "park", "bergstr", "quiet", "night", "cellar", "mond", "arany", "soup",
      ])
    }
  }

  private mutating func askForBars(_ random: inout SplitMix64) {
    query.kinds = [.bar]
    if random.below(3) > 0 { query.open = opening(&random) }
    askTags(of: .bar, &random)
    if random.oneIn(5) {
      query.price = Query.PriceFilter(max: Double(random.within(3...7)), currency: random.oneIn(2) ? "EUR" : nil)
    }
    if random.oneIn(12) { query.price = Query.PriceFilter(maxLevel: random.within(1...3)) }
  }

  private mutating func askForEvents(_ random: inout SplitMix64) {
    query.kinds = [.event]
    let from = start + random.below(40)
    let length = random.pick([1, 1, 2, 3, 7])
    if random.below(4) > 0 { query.during = window(from: from, days: length, isLocal: random.oneIn(3)) }
    askTags(of: .event, &random)
    if random.oneIn(5) { query.price = Query.PriceFilter(max: Double(random.pick([0, 10, 20, 50]))) }
  }

  private mutating func askForCouches(_ random: inout SplitMix64) {
    query.kinds = [.couch]
    let arrival = start + random.below(90)
    let departure = arrival + random.within(1...7)
    if let nights = Nights(from: arrival, to: departure), random.below(5) > 0 {
      query.stay = Query.Stay(nights: nights, guests: 1 + random.below(3))
    }
    askTags(of: .couch, &random)
    if random.oneIn(5) { query.price = Query.PriceFilter(max: Double(5 * random.below(6)), currency: "EUR") }
  }

  private mutating func askTags(of kind: Kind, _ random: inout SplitMix64) {
    let pool = TagPool.of(kind)
    if random.oneIn(4) { query.tags.any = pool.tags(1 + random.below(3), &random) }
    if random.oneIn(6) { query.tags.all = pool.tags(1 + random.below(2), &random) }
    if random.oneIn(8) { query.tags.none = [pool.tag(&random)] }
  }

  private func opening(_ random: inout SplitMix64) -> Query.Opening {
    let policy: Query.UnknownPolicy = random.oneIn(5) ? random.pick(Query.UnknownPolicy.allCases) : .drop
    switch random.below(8) {
    case 0:
      let day = start + random.below(7)
      return Query.Opening(at: .local(LocalDateTime(date: day, secondOfDay: 1800 * random.below(48))), unknown: policy)
    case 1:
      let weekday = random.pick(Weekday.allCases)
      return Query.Opening(at: .weekly(weekday, minuteOfDay: 15 * random.below(96)), unknown: policy)
    case 2: return Query.Opening(at: .now, until: .instant(now + Int64(1800 * random.within(1...6))), unknown: policy)
    case 3: return Query.Opening(at: .instant(now + Int64(900 * random.below(200))), unknown: policy)
    default: return Query.Opening(at: .now, unknown: policy)
    }
  }

  private var now: Instant { query.now ?? Instant(secondsSince1970: Int64(start.dayNumber) * 86_400) }

  private func window(from: LocalDate, days: Int, isLocal: Bool) -> Query.Window {
    if isLocal {
      return Query.Window(
        from: .local(LocalDateTime(date: from, secondOfDay: 64_800)),
        to: .local(LocalDateTime(date: from + days, secondOfDay: 14_400)))
    }
    let first = Instant(secondsSince1970: Int64(from.dayNumber) * 86_400 + 61_200)
    return Query.Window(from: .instant(first), to: .instant(first + Int64(days * 86_400 - 50_400)))
  }

  private mutating func askOrder(_ random: inout SplitMix64) {
    guard random.oneIn(3) else { return }
    var keys: [Query.SortKey] = [.price, .rating.descending, .start, .open, .name]
    if query.near != nil { keys += [.distance, .distance] }
    if query.text != nil { keys.append(.relevance) }
    let first = random.pick(keys)
    let second = random.pick(keys)
    query.sort = first == second || random.oneIn(2) ? [first] : [first, second]
  }
}
