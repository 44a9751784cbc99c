import CivilTime

/// One condition of a query that a listing passes or fails independently.
///
/// A listing matches a query when it passes all of them; a recurring event, when one occurrence does.
enum Condition: Hashable, Sendable {
  case kinds, radius, cap, width, box, area
  case tag(String), anyTag, noTag(String)
  case leastPrice, greatestPrice, currency, priceLevel, leastNightPrice, greatestNightPrice, nightCurrency
  case rating, votes, text
  case stay, guests, during, open
  /// An event is not over.
  case coming
  /// That the listing is in business.
  case inBusiness
  /// A conjunct of the filter expression, by its index.
  case filter(Int)
  /// A whole part of the table, by its position there.
  case part(Int)

  /// The key in the JSON form.
  var key: String {
    switch self {
    case .kinds: "kinds"
    case .radius: "radius"
    case .cap: "group.max"
    case .width: "along.width"
    case .box, .area: "within"
    case .tag: "tags.all"
    case .anyTag: "tags.any"
    case .noTag: "tags.none"
    case .leastPrice: "price.min"
    case .greatestPrice: "price.max"
    case .currency: "price.currency"
    case .priceLevel: "price.maxLevel"
    case .leastNightPrice: "nightPrice.min"
    case .greatestNightPrice: "nightPrice.max"
    case .nightCurrency: "nightPrice.currency"
    case .rating: "rating.min"
    case .votes: "rating.minCount"
    case .part(let position): QueryPart.table[position].key
    case .text: "text"
    case .stay: "stay"
    case .guests: "stay.guests"
    case .during, .coming: "during"
    case .open: "open"
    case .inBusiness: Field.operatingStatus.rawValue
    case .filter: "filter"
    }
  }

  /// The unit of its margin.
  var unit: MarginUnit? {
    switch self {
    case .radius, .cap, .width, .box: .meters
    case .leastPrice, .greatestPrice, .leastNightPrice, .greatestNightPrice: .amount
    case .priceLevel: .levels
    case .rating: .stars
    case .votes: .votes
    case .stay: .nights
    case .guests: .guests
    case .during, .open: .minutes
    case .kinds, .area, .tag, .anyTag, .noTag, .currency, .nightCurrency, .text, .coming, .inBusiness, .filter, .part:
      nil
    }
  }

  /// Its part of the table of query parts; nil unless it is a whole part.
  var whole: PartCondition? {
    if case .part(let position) = self { QueryPart.table[position].condition } else { nil }
  }
}

extension Condition {
  /// Whether it tests the price of a night of the stay.
  var isOfNightPrice: Bool { [.leastNightPrice, .greatestNightPrice, .nightCurrency].contains(self) }
}

extension Query {
  /// Its conditions, in the order of the JSON form.
  var conditions: [Condition] {
    var all: [Condition] = []
    func add(_ condition: Condition, if isGiven: Bool) { if isGiven { all.append(condition) } }
    add(.kinds, if: kinds != nil || kindsSpokenOf != nil)
    add(.radius, if: radiusMeters != nil)
    add(
      .cap, if: group.map { group in group.maxMeters != nil || group.origins.contains { $0.maxMeters != nil } } ?? false
    )
    add(.width, if: along != nil)
    add(.box, if: within != nil)
    add(.area, if: area != nil)
    all += wholeParts(in: .place)
    all += tags.all.map(Condition.tag)
    add(.anyTag, if: !tags.any.isEmpty)
    all += tags.none.map(Condition.noTag)
    if let price {
      add(.leastPrice, if: price.min != nil)
      add(.greatestPrice, if: price.max != nil)
      add(.currency, if: price.currency != nil)
      add(.priceLevel, if: price.maxLevel != nil)
    }
    if let nightPrice {
      add(.leastNightPrice, if: nightPrice.min != nil || nightPrice == NightPriceFilter())
      add(.greatestNightPrice, if: nightPrice.max != nil)
      add(.nightCurrency, if: nightPrice.currency != nil)
    }
    if let rating {
      add(.rating, if: rating.min != nil || rating.minCount == nil)
      add(.votes, if: rating.minCount != nil)
    }
    all += wholeParts(in: .conditions)
    add(.text, if: text != nil)
    add(.stay, if: stay != nil)
    add(.guests, if: (stay?.guests ?? 1) > 1)
    add(.during, if: during != nil && during != .named(.any))
    add(.coming, if: leavesOutPast)
    add(.open, if: open != nil)
    add(.inBusiness, if: leavesOutClosed)
    all += (filter?.conjuncts ?? []).indices.map(Condition.filter)
    return all
  }

  private func wholeParts(in section: QueryPart.Section) -> [Condition] {
    QueryPart.whole(in: section).filter { $0.condition.isGiven(self) }.map { .part($0.position) }
  }

  /// Whether a condition tests the times of an event's occurrence.
  func isTimed(_ condition: Condition) -> Bool {
    switch condition {
    case .during, .coming, .open: true
    case .filter(let index): filter?.conjuncts[index].isTimed ?? false
    default: false
    }
  }

  /// Only the conditions, without the arrangement of the answer: no results, and explicit kinds.
  var bare: Query {
    var bare = self
    bare.kinds = kinds ?? kindsSpokenOf
    (bare.id, bare.after, bare.fields, bare.cluster, bare.facets) = (nil, nil, nil, nil, [])
    (bare.sort, bare.paretoFront, bare.limit, bare.total, bare.relax) = ([], [], 0, false, false)
    return bare
  }

  /// A query with a single condition, for all kinds of listings.
  func alone(_ condition: Condition) -> Query {
    var alone = Query()
    (alone.metric, alone.now, alone.limit, alone.kinds) = (metric, now, 0, Set(Kind.allCases))
    alone.caller = caller
    // Each condition on its own, whether an event is over or not.
    if condition != .coming { alone.during = .named(.any) }
    if condition != .inBusiness { alone.includeClosed() }
    switch condition {
    case .coming, .inBusiness: break
    case .kinds: alone.kinds = kinds ?? kindsSpokenOf
    case .radius: alone.takePlace(of: self, radius: radiusMeters, withCap: false)
    case .cap: alone.takePlace(of: self, radius: nil, withCap: true)
    case .width: alone.takePlace(of: self, radius: nil, withCap: false)
    case .box: alone.within = within
    case .area: alone.area = area
    case .tag(let tag): alone.tags.all = [tag]
    case .anyTag: alone.tags.any = tags.any
    case .noTag(let tag): alone.tags.none = [tag]
    case .leastPrice: alone.price = PriceFilter(min: price?.min)
    case .greatestPrice: alone.price = PriceFilter(max: price?.max)
    case .currency: alone.price = PriceFilter(currency: price?.currency)
    case .priceLevel: alone.price = PriceFilter(maxLevel: price?.maxLevel)
    case .leastNightPrice:
      alone.takePricedStay(of: self)
      alone.nightPrice = NightPriceFilter(min: nightPrice?.min)
    case .greatestNightPrice:
      alone.takePricedStay(of: self)
      alone.nightPrice = NightPriceFilter(max: nightPrice?.max)
    case .nightCurrency:
      alone.takePricedStay(of: self)
      alone.nightPrice = NightPriceFilter(currency: nightPrice?.currency)
    case .rating: alone.rating = RatingFilter(min: rating?.min)
    case .votes: alone.rating = RatingFilter(minCount: rating?.minCount)
    case .part: condition.whole?.copy(&alone, self)
    case .text: (alone.text, alone.typos) = (text, typos)
    case .stay:
      (alone.stay, alone.near) = (stay, near)
      alone.stay?.guests = 1
    case .guests: (alone.stay, alone.near) = (stay, near)
    case .during: (alone.during, alone.occurrences) = (during, occurrences)
    case .open:
      alone.open = open
      if open?.arriving != nil { alone.takePlace(of: self, radius: nil, withCap: false) }
    case .filter(let index):
      alone.filter = filter?.conjuncts[index]
      if alone.filter?.asksForDistance == true { alone.takePlace(of: self, radius: nil, withCap: false) }
      if alone.filter?.asksForNightPrice == true { alone.takePricedStay(of: self) }
      // The place determines the day of a relative date for a stay.
      alone.near = near
    }
    return alone
  }

  private mutating func takePlace(of other: Query, radius: Double?, withCap: Bool) {
    (near, group, along, self.radiusMeters) = (other.near, other.group, other.along, radius)
    if !withCap { dropCap() }
  }

  /// Copies the nights for the price condition, but not that a couch is free then.
  private mutating func takePricedStay(of other: Query) {
    (stay, near) = (other.stay, other.near)
    stay?.guests = 1
    stay?.isOnlyPriced = true
  }

  /// Removes the stay, and conditions on its price.
  private mutating func dropStay() {
    (stay, nightPrice) = (nil, nil)
    filter = filter.flatMap { FilterExpression(all: $0.conjuncts.filter { !$0.asksForNightPrice }) }
    for property in [SortProperty.stayPrice, .nightPrice] {
      sort.removeAll { $0.property == property }
      paretoFront.removeAll { $0.property == property }
    }
    facets.removeAll { $0 == .nightPrice }
  }

  private mutating func dropCap() {
    group?.maxMeters = nil
    if let origins = group?.origins { group?.origins = origins.map { Group.Origin($0.coordinate) } }
  }

  /// The query without one of its conditions; nil if that is not possible.
  func dropping(_ condition: Condition) -> Query? {
    var query = self
    switch condition {
    case .kinds: query.kinds = Set(Kind.allCases)
    case .radius: query.radiusMeters = nil
    case .cap: query.dropCap()
    case .width: return nil
    case .box: query.within = nil
    case .area: query.area = nil
    case .tag(let tag): query.tags.all.removeAll { $0 == tag }
    case .anyTag: query.tags.any = []
    case .noTag(let tag): query.tags.none.removeAll { $0 == tag }
    case .leastPrice: query.price?.min = nil
    case .greatestPrice: query.price?.max = nil
    case .currency: query.price?.currency = nil
    case .priceLevel: query.price?.maxLevel = nil
    case .leastNightPrice: query.nightPrice?.min = nil
    case .greatestNightPrice: query.nightPrice?.max = nil
    case .nightCurrency: query.nightPrice?.currency = nil
    case .rating: query.rating?.min = nil
    case .votes: query.rating?.minCount = nil
    case .part: condition.whole?.copy(&query, Query())
    case .text: query.text = nil
    case .stay: query.dropStay()
    case .guests: query.stay?.guests = 1
    case .during: (query.during, query.occurrences) = (nil, .first)
    case .coming:
      query.includePast()
      query.occurrences = .first
    case .open: query.open = nil
    case .inBusiness: query.includeClosed()
    case .filter(let index):
      var conjuncts = filter?.conjuncts ?? []
      conjuncts.remove(at: index)
      query.filter = FilterExpression(all: conjuncts)
    }
    if query.price == PriceFilter() { query.price = nil }
    if query.nightPrice == NightPriceFilter() { query.nightPrice = nil }
    if query.rating == RatingFilter() { query.rating = nil }
    return query
  }

  /// The query with one condition widened as far as its margin may extend; nil for conditions without a margin.
  ///
  /// Listings without the value that the condition tests still fail.
  func widened(_ condition: Condition) -> Query? {
    var query = self
    switch condition {
    case .kinds, .area, .tag, .anyTag, .noTag, .currency, .nightCurrency, .text, .coming, .inBusiness, .filter, .part:
      return nil
    case .radius, .cap, .box: return dropping(condition)
    case .width: query.along?.widthMeters = Swift.max(1000, 10 * (along?.widthMeters ?? 0))
    case .leastPrice: query.price?.min = 0
    case .greatestPrice:
      // A price must still be known.
      query.price?.min = price?.min ?? 0
      query.price?.max = nil
    case .leastNightPrice: query.nightPrice?.min = 0
    case .greatestNightPrice:
      query.nightPrice?.min = nightPrice?.min ?? 0
      query.nightPrice?.max = nil
    case .priceLevel: query.price?.maxLevel = 4
    case .rating: query.rating?.min = 0
    case .votes: query.rating?.minCount = 0
    case .stay: query.dropStay()
    case .guests: query.stay?.guests = 1
    case .during:
      guard case .between(let from, let to) = during, let later = to.later(bySeconds: Self.horizon, now: now) else {
        return nil
      }
      query.during = .between(from: from, to: later)
    case .open:
      guard let open, open.until == nil, open.sometime == nil, open.unknown != .only else { return nil }
      query.open?.waitMinutes = Opening.longestTime
    }
    return query
  }

  /// The longest delay of an event that is reported, in seconds: 31 days.
  private static let horizon: Int64 = 31 * 86_400
}

extension Query.Moment {
  /// The moment a number of seconds later, in the same reference; nil for weekly times.
  func later(bySeconds seconds: Int64, now: Instant?) -> Query.Moment? {
    switch self {
    case .now: now.map { .instant($0 + seconds) }
    case .instant(let instant): .instant(instant + seconds)
    case .local(let time): .local(Zone.utc.localDateTime(at: Zone.utc.instant(of: time) + seconds))
    case .weekly, .daily: nil
    }
  }
}
