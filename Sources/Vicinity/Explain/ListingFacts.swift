import CivilTime
import Geography
import Hours
import Streams

/// The wanted and the actual value of each condition, as text.
struct ListingFacts {
  private let listing: Listing
  private let entry: Entry
  private let searches: VersionedSearch
  private let query: Query
  private let now: Instant
  private let units: DistanceUnits
  private let clock: LocalTimeText

  /// - Parameter units: of the distances in the texts.
  init(
    _ listing: Listing, entry: Entry, searches: VersionedSearch, query: Query, now: Instant, units: DistanceUnits
  ) throws {
    (self.listing, self.entry, self.searches, self.query) = (listing, entry, searches, query)
    (self.now, self.units) = (now, units)
    clock = LocalTimeText(zone: listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc, now: now)
  }

  // MARK: Wanted

  func wanted(_ condition: Condition) throws -> String {
    switch condition {
    case .kinds:
      let kinds = query.kinds ?? query.kindsSpokenOf ?? []
      return Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
    case .radius: return "within \(distance(query.radiusMeters ?? 0))"
    case .cap:
      return query.group?.maxMeters.map { "within \(distance($0)) of every member" }
        ?? "within reach of every member"
    case .width: return "at most \(distance(query.along?.widthMeters ?? 0)) off the route, and ahead"
    case .box: return "inside the box"
    case .area: return "inside the area"
    case .tag(let tag): return "tag \(tag)"
    case .anyTag: return "tag \(query.tags.any.joined(separator: " or "))"
    case .noTag(let tag): return "no tag \(tag)"
    case .leastPrice: return "at least \(money(query.price?.min ?? 0))"
    case .greatestPrice: return "at most \(money(query.price?.max ?? 0))"
    case .currency: return "a price in \(query.price?.currency ?? ""), or free"
    case .leastNightPrice:
      return query.nightPrice?.min.map { "at least \(nightMoney($0)) a night" } ?? "a known price of the nights"
    case .greatestNightPrice: return "at most \(nightMoney(query.nightPrice?.max ?? 0)) a night"
    case .nightCurrency: return "nights priced in \(query.nightPrice?.currency ?? ""), or free"
    case .priceLevel: return "price level at most \(query.price?.maxLevel ?? 4)"
    case .rating: return query.rating?.min.map { "rated at least \($0.plainText)" } ?? "rated"
    case .votes: return "rated by at least \(query.rating?.minCount ?? 0)"
    case .part: return condition.whole?.wanted(query) ?? ""
    case .text: return try wordsText()
    case .stay: return query.stay.map(stayText) ?? ""
    case .guests: return "\(query.stay?.guests ?? 1) guests"
    case .during: return "\(query.during.map { "\($0)" } ?? "")"
    case .coming: return "not over"
    case .inBusiness: return "in business"
    case .open: return query.open.map(\.words) ?? ""
    case .filter(let index): return "\(conjunct(index))"
    }
  }

  private func money(_ amount: Double) -> String {
    Price.text(of: amount, query.price?.currency)
  }

  private func nightMoney(_ amount: Double) -> String {
    Price.text(of: amount, query.nightPrice?.currency)
  }

  private func stayText(_ stay: Query.Stay) -> String {
    let (from, to) = (stay.nights.from, stay.nights.to)
    if let length = stay.nightCount {
      let weekend = stay.weekend ? " over a weekend" : ""
      return "free for \(length.counted("night"))\(weekend) between \(from) and \(to)"
    }
    return "free \(stay.partly ? "on a night " : "")from \(from) to \(to)"
  }

  // MARK: Found

  func found(_ condition: Condition) throws -> String {
    switch condition {
    case .kinds: listing.kind.rawValue
    case .radius, .width: try routeText()
    case .cap: try farthestText()
    case .box, .area: "\(listing.coordinate.latitude), \(listing.coordinate.longitude)"
    case .tag, .anyTag: listing.tags.isEmpty ? "no tags" : "tags \(listing.tags.joined(separator: ", "))"
    case .noTag(let tag): listing.tags.contains(tag) ? "has tag \(tag)" : "without it"
    case .leastPrice, .greatestPrice, .currency: listing.price?.text ?? "no price known"
    case .leastNightPrice, .greatestNightPrice, .nightCurrency: try nightPriceText()
    case .priceLevel: listing.priceLevel.map { "price level \($0)" } ?? "no price level known"
    case .rating, .votes: listing.rating == nil ? "no rating" : "rated \(listing.ratingText)"
    case .part: try condition.whole?.found(ConditionFacts(listing: listing, time: historyText)) ?? ""
    case .text: try foundWordsText()
    case .stay: try nightsText()
    case .guests: listing.kind == .couch ? "hosts \(max(listing.guests ?? 1, 1))" : "no couch"
    case .during, .coming: try timesText()
    case .inBusiness: listing.operatingStatus?.rawValue ?? "in business"
    case .open: try openText()
    case .filter(let index): try filterText(conjunct(index))
    }
  }

  /// The time when the listing was added or changed.
  private func historyText(_ field: Field) throws -> String? {
    let source: LeafColumn.Source = field == .changed ? .changed : .added
    let number = try searches.worker.column(source, of: entry.leaf, in: searches.snapshot).numbers[entry.index]
    return Int64(exactly: number).map {
      clock.zone.localDateTime(at: Instant(secondsSince1970: $0)).description
    }
  }

  private func nightPriceText() throws -> String {
    guard listing.kind == .couch else { return "no couch" }
    return try nightPrice().map { "\($0.text) a night" } ?? "no price of the nights known"
  }

  /// That of the query's stay, whether the couch is free or not.
  private func nightPrice() throws -> Price? {
    var priced = Query()
    (priced.now, priced.near, priced.stay) = (now, query.near, query.stay)
    let price = try searches.search(priced).stayPrices?.shown(of: entry)
    return price.map { $0.price.divided(by: $0.nights.count) }
  }

  private func conjunct(_ index: Int) -> FilterExpression { query.filter?.conjuncts[index] ?? .constant(true) }

  /// The values of the fields in an expression.
  private func filterText(_ expression: FilterExpression) throws -> String {
    let values = try expression.properties.map { "\($0.name) \(try text(of: $0) ?? "unknown")" }
    let conditions = try expression.conditionQueries.flatMap { part in
      var query = query
      query.copyConditions(of: part)
      let facts = try ListingFacts(listing, entry: entry, searches: searches, query: query, now: now, units: units)
      return try part.conditions.filter { $0 != .kinds || part.kinds != nil }.map { try facts.found($0) }
    }
    return (values + conditions).joined(separator: ", ")
  }

  private func text(of property: FilterProperty) throws -> String? {
    switch property {
    case .field(let field): try text(of: field)
    case .own(let name): listing.own[name]?.fieldValue.plainText
    }
  }

  private func text(of field: Field) throws -> String? {
    switch field {
    case .price: return listing.price?.text
    case .nightPrice: return try nightPrice()?.text
    case .lat: return "\(listing.coordinate.latitude)"
    case .lon: return "\(listing.coordinate.longitude)"
    case .distance: return try routeText()
    case .weightedRating: return listing.rating.map { "from \($0.plainText)" }
    case .tags: return listing.tags.isEmpty ? "none" : listing.tags.joined(separator: ", ")
    case .source: return try searches.worker.sourceName(ofRow: Int64(entry.fid))
    case .starts: return try occurrence().start.map { clock.zone.localDateTime(at: $0).description }
    case .ends: return try occurrence().end.map { clock.zone.localDateTime(at: $0).description }
    default: break
    }
    switch field.definition?.value {
    case .whole(let access, _, _): return access.get(listing).map(String.init)
    case .number(let access, _, _, _): return access.get(listing).map(\.plainText)
    default: return field.filterText(of: listing)
    }
  }

  private func routeText() throws -> String {
    let search = try searches.search(query.alone(.width))
    if let place = search.source?.measured(entry.coordinate, withDistances: false)?.place {
      return "\(distance(place.offsetMeters)) off the route, at \(distance(place.positionMeters))"
    }
    if query.along != nil { return "too far off the route, or behind" }
    let meters = search.extent.origin?.meters(to: entry.coordinate) ?? search.source?.meters(to: entry.coordinate)
    return meters.map { "\(distance($0)) away" } ?? ""
  }

  private func distance(_ meters: Double) -> String { Distance.meters(meters).text(in: units) }

  private func farthestText() throws -> String {
    let search = try searches.search(query.alone(.radius))
    let distances = search.source?.measured(entry.coordinate, withDistances: true)?.distances ?? []
    return "the longest distance is \(distance(distances.max() ?? 0))"
  }

  /// The words, and as what mistyped ones are read.
  private func wordsText() throws -> String {
    let corrections = try searches.search(query.alone(.text)).words?.corrections ?? []
    return (["the words \"\(query.text ?? "")\""] + corrections.map(\.description)).joined(separator: "; ")
  }

  private func foundWordsText() throws -> String {
    var search = try searches.search(query.alone(.text))
    guard try search.admits(entry) else { return "a word is missing" }
    let matched = try search.words.flatMap(MatchedWords.init)?.words(ofRow: Int(entry.fid), by: searches.worker) ?? []
    return matched.isEmpty ? "has them" : "has \(matched.joined(separator: ", "))"
  }

  private func nightsText() throws -> String {
    guard listing.kind == .couch, let stay = query.stay else { return "no couch" }
    let calendar = try searches.worker.calendar(of: listing.id, in: searches.snapshot)
    let first = calendar.firstArrival(at: now)
    if let length = stay.nightCount { return windowsText(calendar, stay, length, after: first) }
    let obstacles = calendar.obstacles(to: stay.nights, guests: 1, at: now)
      .filter { !stay.partly || $0.isAboutNights }
    let nights = Nights(from: max(first, stay.nights.from), to: stay.nights.to)
    let isPartlyFree = nights.map { !calendar.freeNights(in: $0).isEmpty } ?? false
    if obstacles.isEmpty || (stay.partly && isPartlyFree) { return "free" }
    return obstacles.map { $0.description(in: clock.zone) }.joined(separator: "; ")
  }

  /// Why none of many stays is free: the first reason that applies to all of them.
  private func windowsText(
    _ calendar: AvailabilityCalendar, _ stay: Query.Stay, _ length: Int, after first: LocalDate
  ) -> String {
    let arrivals = (0...max(0, stay.nights.count - length)).map { stay.nights.from + $0 }
    let inTime = arrivals.filter { $0 >= first }
    if inTime.isEmpty, let last = arrivals.last, let stay = Nights(from: last, to: last + length) {
      let tooSoon = calendar.obstacles(to: stay, at: now).filter(\.isTooSoon)
      return tooSoon.map { $0.description(in: clock.zone) }.joined(separator: "; ")
    }
    let limits = inTime.map { lengthLimits(calendar, $0) }
    if !limits.contains(where: { $0.contains(length) }), let limits = limits.first {
      let most = limits.upperBound == .max ? "any number of" : "\(limits.upperBound)"
      return "hosts stays of \(limits.lowerBound) to \(most) nights"
    }
    let range = Nights(from: max(first, stay.nights.from), to: stay.nights.to)
    let free = range.map { calendar.freeNights(in: $0).map(\.count).max() ?? 0 } ?? 0
    let found = "at most \(free.counted("free night")) in a row"
    return free >= length && !calendar.rates.isEmpty ? "\(found), where a stay of \(length) may not arrive" : found
  }

  private func lengthLimits(_ calendar: AvailabilityCalendar, _ arrival: LocalDate) -> ClosedRange<Int> {
    let rate = calendar.rates.rate(on: arrival)
    let least = rate?.minNights ?? calendar.minNights ?? 1
    return least...max(least, rate?.maxNights ?? calendar.maxNights ?? .max)
  }

  /// The occurrence that a query without times would report.
  private func occurrence() throws -> OccurrenceTimes {
    var query = Query()
    (query.now, query.limit) = (now, 0)
    (query.kinds, query.during) = ([.event], .named(.any))
    let search = try searches.search(query)
    let shown = entry.recurs ? try search.occurrence(of: entry, distance: 0) : nil
    return searches.worker.scratch.times(of: shown ?? entry)
  }

  private func timesText() throws -> String {
    guard listing.kind == .event else { return "no event" }
    if entry.isOff { return "does not take place" }
    let times = try occurrence()
    guard let start = times.start else { return "start unknown" }
    return clock.span(from: start, to: times.end ?? start)
  }

  private func openText() throws -> String {
    switch listing.kind {
    case .couch: return "a couch is never closed"
    case .event: return try timesText()
    case .bar:
      let search = try searches.search(query.alone(.open))
      let place = entry.coordinate
      let meters = search.extent.origin?.meters(to: place) ?? search.source?.meters(to: place) ?? 0
      let distance = search.arrivals?.travelDistance(to: place, distance: meters) ?? meters
      guard distance < .infinity,
        let status = try search.clock?.status(
          of: entry, at: query.open.flatMap { try search.clock?.shownMoment(of: entry, for: $0) } ?? .now,
          distance: distance, withRule: false)
      else { return "not on the route" }
      if status.state == .unknown, listing.openingHours == nil { return "no opening hours known" }
      return status.sentence(kind: .bar, clock: clock)
    }
  }
}

extension Obstacle {
  /// Whether it also prevents single nights.
  fileprivate var isAboutNights: Bool { if case .nightsTaken = self { true } else { isTooSoon } }

  /// Whether a later arrival would help.
  fileprivate var isTooSoon: Bool { isPast || isNotice }
}

extension Query.Opening {
  /// The condition as text.
  var words: String {
    var words = until.map { "open from \(at) to \($0)" } ?? (at == .now ? "open now" : "open at \(at)")
    if let sometime { words = "open some time \(sometime)" }
    if let arriving { words += ", on arrival (\(arriving))" }
    if let waitMinutes { words += ", or at latest \(waitMinutes) min later" }
    if let stayMinutes { words += ", for \(stayMinutes) min" }
    switch unknown {
    case .drop: return words
    case .keep: return words + ", or unknown"
    case .only: return words + ", unknown only"
    }
  }
}
