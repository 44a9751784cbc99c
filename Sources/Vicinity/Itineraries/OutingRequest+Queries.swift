import CivilTime
import Geography

extension OutingRequest {
  /// The couches that are free, nearest first.
  var couches: Query {
    var query = around(near, [.couch], couchTags, limit: bounds.couches)
    query.stay = Query.Stay(nights: nights, guests: guests)
    query.fields?.append(.stayPrice)
    return query
  }

  /// The events near a couch that may end on one evening, nearest first, one match per occurrence.
  func events(near couch: Coordinate, on evening: Evening) -> Query {
    var query = around(couch, [.event], eventTags, limit: bounds.eventsPerEvening)
    query.during = evening.window
    query.occurrences = .all
    query.fields?.append(contentsOf: [.starts, .ends])
    return query
  }

  /// The bars that are open long enough when leaving an event at its end, nearest first.
  func bars(near event: Coordinate, after over: Instant) -> Query {
    var query = around(event, [.bar], barTags, limit: bounds.bars)
    query.open = Query.Opening(at: .instant(over), arriving: .walking, stayMinutes: Self.stayAtBarMinutes)
    query.fields?.append(contentsOf: [.open, .opensOrCloses])
    return query
  }

  private func around(_ place: Coordinate, _ kinds: Set<Kind>, _ tags: Query.TagFilter, limit: Int) -> Query {
    var query = Query()
    (query.near, query.radiusMeters, query.kinds, query.tags, query.limit) = (place, walkMeters, kinds, tags, limit)
    // No part may cost more than the whole.
    if maxPrice != nil || currency != nil { query.price = Query.PriceFilter(max: maxPrice, currency: currency) }
    query.fields = [.id, .name, .distance, .price, .currency, .rating, .ratingCount]
    return query
  }

  /// Validates the request.
  /// - Throws: `QueryError` whose path is the name of the property.
  func check(at now: Instant) throws(QueryError) {
    guard nights.count <= QueryLimits.longestStay else {
      throw .outOfRange(
        path: "stay", found: "\(nights.count) nights", allowed: "at most \(QueryLimits.longestStay) nights")
    }
    guard (0...QueryLimits.mostOutings).contains(limit) else {
      throw .outOfRange(path: "limit", found: "\(limit)", allowed: "0 to \(QueryLimits.mostOutings)")
    }
    if let maxPrice, !(maxPrice >= 0) {
      throw .outOfRange(path: "price.max", found: "\(maxPrice)", allowed: "0 or more")
    }
    for (name, count) in [("couches", bounds.couches), ("events", bounds.eventsPerEvening), ("bars", bounds.bars)] {
      guard count >= 1 else { throw .outOfRange(path: "bounds.\(name)", found: "\(count)", allowed: "1 or more") }
    }
    try weights.check()
    do { _ = try Plan(couches, at: now) } catch { throw error.renamingPaths { $0 == "radius" ? "walk" : $0 } }
  }
}
