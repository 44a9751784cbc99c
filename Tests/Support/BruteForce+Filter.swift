import CivilTime
import Foundation
import Geography
import Vicinity

/// Filter expressions, straight from the truth tables of CQL2: every part is evaluated for every listing.
extension BruteForce {
  /// The truth of an expression for a listing, or an occurrence with its own times; nil where it is unknown.
  func truth(of expression: FilterExpression, _ listing: Listing, _ asked: Asked) -> Bool? {
    switch expression {
    case .and(let parts):
      let truths = parts.map { truth(of: $0, listing, asked) }
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .or(let parts):
      let truths = parts.map { truth(of: $0, listing, asked) }
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    case .not(let part): return truth(of: part, listing, asked).map { !$0 }
    case .constant(let flag): return flag
    case .compare(let operand, let comparison, let value):
      return compare(operand, value, listing, asked).map { order in
        switch comparison {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        }
      }
    case .isIn(let operand, let values):
      let orders = values.map { compare(operand, $0, listing, asked) }
      return orders.contains(0)
        ? true : orders.contains(nil) || hasNoValue(operand.property, listing, asked) ? nil : false
    case .like(let operand, let pattern):
      return text(of: operand, listing).map { Self.matches(Array($0), Array(pattern)) }
    case .isNull(let property): return hasNoValue(property, listing, asked)
    case .list(let name, let relation, let values): return relates(name, relation, values, listing)
    case .tags(let relation, let tags):
      let (own, others) = (Set(listing.tags), Set(tags))
      switch relation {
      case .contains: return own.isSuperset(of: others)
      case .containedBy: return own.isSubset(of: others)
      case .equals: return own == others
      case .overlaps: return !own.isDisjoint(with: others)
      }
    case .within(let area): return isIn(area, listing)
    case .at(let point):
      return Self.isIn(
        BoundingBox(south: point.latitude, west: point.longitude, north: point.latitude, east: point.longitude),
        listing.coordinate)
    case .intersects(let time, let interval): return intersects(time, interval, listing)
    case .conditions(let query): return conditions(query, listing, asked)
    }
  }

  /// Whether a part tests the times of events.
  static func isTimed(_ expression: FilterExpression) -> Bool {
    switch expression {
    case .and(let parts), .or(let parts): parts.contains(where: isTimed)
    case .not(let part): isTimed(part)
    case .compare(let operand, _, _), .isIn(let operand, _): operand.field == .starts || operand.field == .ends
    case .intersects: true
    case .conditions(let query): query.open != nil || query.during != nil
    case .isNull(let property): property == .field(.starts) || property == .field(.ends)
    case .constant, .like, .tags, .list, .within, .at: false
    }
  }

  // MARK: Values

  private func hasNoValue(_ property: FilterProperty, _ listing: Listing, _ asked: Asked) -> Bool {
    switch property {
    case .field(let field): hasNoValue(field, listing, asked)
    case .own(let name): !hasOwn(name, listing)
    }
  }

  private func hasNoValue(_ field: Field, _ listing: Listing, _ asked: Asked) -> Bool {
    switch field {
    case .tags: return false
    case .starts: return listing.kind != .event || listing.starts == nil
    case .ends: return listing.kind != .event || listing.ends == nil
    case .operatingStatus: return listing.operatingStatus == nil
    default: return number(field, listing, asked) == nil && text(of: FilterOperand(field), listing) == nil
    }
  }

  private func number(_ field: Field, _ listing: Listing, _ asked: Asked) -> Double? {
    switch field {
    case .price: listing.price?.amount
    case .priceLevel: listing.priceLevel.map(Double.init)
    case .rating: listing.rating
    case .ratingCount: listing.ratingCount.map(Double.init)
    case .weightedRating: voteAware(listing)
    case .capacity: listing.capacity.map(Double.init)
    case .guests: listing.guests.map(Double.init)
    case .minNights: listing.minNights.map(Double.init)
    case .maxNights: listing.maxNights.map(Double.init)
    case .advanceNotice: listing.advanceNoticeDays.map(Double.init)
    case .cancellationNotice: listing.cancellationNoticeDays.map(Double.init)
    case .lat: listing.coordinate.latitude
    case .lon: listing.coordinate.longitude
    case .distance: asked.distance.meters(to: listing.coordinate)
    case .nightPrice: nightPrice(of: listing, asked.query.stay, asked.now).map { $0.sum.amount / Double($0.nights) }
    default: nil
    }
  }

  private func text(of operand: FilterOperand, _ listing: Listing) -> String? {
    let text: String? =
      switch operand.field {
      case .id: listing.id
      case .kind: listing.kind.rawValue
      case .name: listing.name
      case .currency: listing.price?.currency
      case .timezone: listing.timeZone
      case .host: listing.host
      case .status: listing.status?.rawValue
      case .url: listing.url
      case .address: listing.address
      case .description: listing.description
      case .openingHours: listing.openingHours
      case .recurrence: listing.recurrence
      case .accessible: listing.accessible?.rawValue
      case .category: listing.category?.rawValue
      // That of all catalogs of tests.
      case .source: "test"
      case .operatingStatus: (listing.operatingStatus ?? .open).rawValue
      case .allDay: listing.kind == .event ? String(listing.allDay) : nil
      case nil: ownText(operand.property.name, listing)
      default: nil
      }
    return text.map { text in
      var options: String.CompareOptions = []
      if operand.ignoresCase { options.insert(.caseInsensitive) }
      if operand.ignoresAccents { options.insert(.diacriticInsensitive) }
      guard !options.isEmpty else { return text }
      let folded = text.folding(options: options, locale: nil)
      // Foundation leaves strokes.
      return operand.ignoresAccents
        ? folded.replacingOccurrences(of: "ł", with: "l").replacingOccurrences(of: "Ł", with: "L") : folded
    }
  }

  /// -1, 0 or 1; nil if one of them is unknown.
  private func compare(
    _ operand: FilterOperand, _ value: FilterValue, _ listing: Listing, _ asked: Asked
  ) -> Int? {
    func order<Value: Comparable>(_ one: Value, _ other: Value) -> Int { one < other ? -1 : one == other ? 0 : 1 }
    guard let field = operand.field else {
      switch value {
      case .number(let bound): return ownNumber(operand.property.name, listing).map { order($0, bound) }
      case .flag(let flag): return ownNumber(operand.property.name, listing).map { order($0, flag ? 1 : 0) }
      case .date(let date): return ownNumber(operand.property.name, listing).map { order($0, Double(date.dayNumber)) }
      case .text(let bound): return text(of: operand, listing).map { order($0, bound) }
      case .instant: return nil
      }
    }
    switch value {
    case .number(let bound) where field == .nightPrice:
      return nightPrice(of: listing, asked.query.stay, asked.now)?.order(to: bound)
    case .number(let bound): return number(field, listing, asked).map { order($0, bound) }
    case .text(let bound): return text(of: operand, listing).map { order($0, bound) }
    case .flag(let flag): return text(of: operand, listing).map { order($0, String(flag)) }
    case .instant(let instant): return time(field, listing).map { order($0, instant) }
    case .date(let date):
      guard let zone = listing.timeZone.flatMap(Zone.init(identifier:)), let time = time(field, listing) else {
        return nil
      }
      return order(zone.localDateTime(at: time).date, date)
    }
  }

  private func time(_ field: Field, _ listing: Listing) -> Instant? {
    guard listing.kind == .event else { return nil }
    return field == .starts ? listing.starts : listing.ends
  }

  /// The definition of `LIKE`, by recursion.
  private static func matches(_ text: [Character], _ pattern: [Character]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    switch first {
    case "%": return (0...text.count).contains { matches(Array(text[$0...]), rest) }
    case "_": return !text.isEmpty && matches(Array(text.dropFirst()), rest)
    case "\\" where !rest.isEmpty:
      return text.first == rest[0] && matches(Array(text.dropFirst()), Array(rest.dropFirst()))
    default: return text.first == first && matches(Array(text.dropFirst()), rest)
    }
  }

  // MARK: Times

  private func intersects(_ time: FilterTime, _ interval: FilterInterval, _ listing: Listing) -> Bool? {
    guard listing.kind == .event else { return nil }
    let zone = listing.timeZone.flatMap(Zone.init(identifier:))
    let usesDates = [interval.from, interval.to].contains { if case .date = $0 { true } else { false } }
    if usesDates, zone == nil { return nil }
    func isAfterStart(_ instant: Instant) -> Bool {
      switch interval.from {
      case .date(let date): (zone ?? .utc).localDateTime(at: instant).date >= date
      case .instant(let start): instant >= start
      default: true
      }
    }
    func isBeforeEnd(_ instant: Instant) -> Bool {
      switch interval.to {
      case .date(let date): (zone ?? .utc).localDateTime(at: instant).date <= date
      case .instant(let end): instant <= end
      default: true
      }
    }
    switch time {
    case .starts: return listing.starts.map { isAfterStart($0) && isBeforeEnd($0) }
    case .ends: return listing.ends.map { isAfterStart($0) && isBeforeEnd($0) }
    case .whole:
      guard let starts = listing.starts else { return nil }
      let ends = listing.ends ?? starts
      if case .date = interval.from {
        // Its last second.
        return isAfterStart(max(ends - 1, starts)) && isBeforeEnd(starts)
      }
      return isAfterStart(ends) && isBeforeEnd(starts)
    }
  }

  // MARK: Conditions of a query

  private func conditions(_ query: Query, _ listing: Listing, _ asked: Asked) -> Bool? {
    var truths: [Bool?] = []
    var query = query
    query.stay = query.stay.map { Self.dated($0, near: asked.query.near, query.now ?? asked.now) }
    let own = Asked(query: query, now: query.now ?? asked.now, distance: asked.distance)
    if let kinds = query.kinds { truths.append(kinds.contains(listing.kind)) }
    if let box = query.within { truths.append(Self.isIn(box, listing.coordinate)) }
    if let area = query.area { truths.append(isIn(area, listing)) }
    if let area = query.outside { truths.append(!isIn(area, listing)) }
    if let radius = query.radiusMeters {
      truths.append(asked.distance.meters(to: listing.coordinate).map { $0 <= radius })
    }
    if !query.tags.isEmpty { truths.append(hasTags(listing, query.tags)) }
    if let price = query.price {
      if let level = price.maxLevel { truths.append(listing.priceLevel.map { $0 <= level }) }
      if price.min != nil || price.max != nil || price.currency != nil {
        truths.append(truth(ofPrice: price, listing))
      }
    }
    if let rating = query.rating { truths.append(listing.rating == nil ? nil : isRated(listing, rating)) }
    if let wanted = query.accessible { truths.append(listing.accessible.map(wanted.contains)) }
    if let wanted = query.category { truths.append(listing.category.map(wanted.contains)) }
    if let wanted = query.operatingStatus { truths.append(wanted.contains(listing.operatingStatus ?? .open)) }
    if let words = query.text { truths.append(text.scores(of: words, typos: 0)[listing.id] != nil) }
    if query.stay != nil { truths.append(listing.kind == .couch ? isFree(listing, own) : nil) }
    if let during = query.during { truths.append(isDuring(during, listing, own)) }
    if let open = query.open { truths.append(isOpen(open, listing, own)) }
    return truths.contains(false) ? false : truths.contains(nil) ? nil : true
  }

  /// The currency of a price without one is unknown, except that nothing is more expensive than free.
  private func truth(ofPrice filter: Query.PriceFilter, _ listing: Listing) -> Bool? {
    guard let price = listing.price else { return nil }
    let isInRange = price.amount >= filter.min ?? 0 && price.amount <= filter.max ?? .infinity
    guard let currency = filter.currency else { return isInRange }
    let isInCurrency: Bool? = price.minorUnits == 0 ? true : price.currency.map { $0 == currency }
    return isInRange ? isInCurrency : false
  }

  private func isDuring(_ window: Query.Window, _ listing: Listing, _ asked: Asked) -> Bool? {
    guard listing.kind == .event else { return nil }
    if listing.status != nil { return false }
    guard listing.starts != nil else { return nil }
    switch window {
    case .between(let from, let to):
      guard let start = instant(from, listing, asked.now), let end = instant(to, listing, start + 1), start < end else {
        return nil
      }
    case .named(.running), .named(.upcoming), .named(.past), .named(.any): break
    case .from(let from): if instant(from, listing, asked.now) == nil { return nil }
    case .weekdays, .named: if listing.timeZone.flatMap(Zone.init(identifier:)) == nil { return nil }
    }
    return overlaps(listing, asked)
  }

  private func isOpen(_ opening: Query.Opening, _ listing: Listing, _ asked: Asked) -> Bool? {
    guard listing.kind != .couch else { return nil }
    if isOpen(listing, asked) { return true }
    let (state, isOpenEnd) = state(of: listing, opening, asked)
    return state == .unknown && !isOpenEnd ? nil : false
  }
}
