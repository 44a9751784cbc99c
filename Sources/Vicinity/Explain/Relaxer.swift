import CivilTime
import Geography

/// Finds the smallest single changes of a query that give more results.
///
/// How far a condition must be relaxed is determined match by match in one search without it, which the index narrows
/// by all other conditions; distances come nearest first and end with the first one beyond the limit.
struct Relaxer {
  let searches: VersionedSearch
  /// With `now` set.
  let query: Query
  /// The number of matches of the unchanged query.
  let before: Int

  init(_ searches: VersionedSearch, _ query: Query, at now: Instant) throws {
    var query = query
    query.now = now
    (self.searches, self.query) = (searches, query)
    before = try searches.count(query.bare)
  }

  func relaxations() throws -> [Relaxation] {
    // Kinds that are only implied by a condition on times are not a condition of the user, and what is closed for good
    // is no better than nothing.
    let conditions = query.conditions.filter { ($0 != .kinds || query.kinds != nil) && $0 != .inBusiness }
    return try conditions.flatMap { condition in
      let loosened = try changed(condition) ?? dropped(condition)
      // Without any match, a word may be misspelled.
      return try [before == 0 ? corrected(condition) : nil, loosened].compactMap { $0 }
    }
  }

  /// The nearest words or tags in place of those that no listing has.
  private func corrected(_ condition: Condition) throws -> Relaxation? {
    let suggestions = WordSuggestions(worker: searches.worker)
    var changed = query.bare
    let corrections: [WordSuggestions.Correction]
    switch condition {
    case .tag(let tag):
      corrections = try suggestions.tags(insteadOf: [tag], in: searches.snapshot)
      changed.tags.all.correct(corrections)
    case .anyTag:
      corrections = try suggestions.tags(insteadOf: query.tags.any, in: searches.snapshot)
      changed.tags.any.correct(corrections)
    case .text:
      guard var text = try Plan.words(of: query) else { return nil }
      corrections = try suggestions.words(insteadOf: text, in: searches.snapshot)
      for correction in corrections { text.replace(correction.unknown, by: correction.nearest) }
      changed.text = text.text
    default: return nil
    }
    guard !corrections.isEmpty, var relaxation = try relaxation(condition, changed) else { return nil }
    (relaxation.unknown, relaxation.nearest) = (corrections.map(\.unknown), corrections.map(\.nearest))
    return relaxation
  }

  private func changed(_ condition: Condition) throws -> Relaxation? {
    guard let shortfall = try shortfall(condition), let loosened = query.loosened(condition, to: shortfall),
      var relaxation = try relaxation(condition, loosened)
    else { return nil }
    (relaxation.change, relaxation.unit) = (shortfall.by, condition.unit)
    if condition.unit == .amount {
      let asked = condition.isOfNightPrice ? query.nightPrice?.currency : query.price?.currency
      relaxation.currency = try asked ?? shortfall.currency.flatMap(searches.worker.currencyCode)
    }
    return relaxation
  }

  private func dropped(_ condition: Condition) throws -> Relaxation? {
    guard let without = query.bare.dropping(condition) else { return nil }
    guard var relaxation = try relaxation(condition, without) else { return nil }
    switch condition {
    case .tag(let tag), .noTag(let tag): relaxation.tag = tag
    case .filter(let index): relaxation.expression = query.filter?.conjuncts[index].description
    default: break
    }
    return relaxation
  }

  private func relaxation(_ condition: Condition, _ relaxed: Query) throws -> Relaxation? {
    let results = try searches.count(relaxed.bare)
    guard results > before else { return nil }
    var asked = query
    asked.relax = false
    // Not only the condition: an order by the price of a stay needs one.
    if relaxed.stay == nil, let without = asked.dropping(.stay) { asked = without }
    asked.copyConditions(of: relaxed)
    return Relaxation(filter: condition.key, query: asked, results: results)
  }

  private func shortfall(_ condition: Condition) throws -> Shortfall? {
    switch condition {
    case .radius: try nextFarther()
    case .box: try nextOutside()
    case .stay: try nearestStay()
    default: try weighed(condition, query.bare)?.leastMissing
    }
  }

  private func weighed(_ condition: Condition, _ query: Query) throws -> Weighing? {
    guard var search = try searches.weighing(condition, of: query) else { return nil }
    _ = try search.answer()
    return search.weighing
  }

  /// The nearest match beyond the radius, found by the nearest-first walk.
  private func nextFarther() throws -> Shortfall? {
    guard let radius = query.radiusMeters, var farther = query.bare.dropping(.radius) else { return nil }
    (farther.sort, farther.limit, farther.fields) = ([.distance], before + 1, [.id, .distance])
    let next = try searches.answer(farther).matches.dropFirst(before).first?.distanceMeters
    return next.map { Shortfall(by: $0 - radius, .number($0.roundedUpToMillimeters)) }
  }

  /// The match nearest to the box, searched in growing boxes.
  private func nextOutside() throws -> Shortfall? {
    guard let box = query.within else { return nil }
    var margin = 500.0
    while margin < 25_000_000 {
      margin *= 8
      var wider = query.bare
      wider.within = box.expanded(byMeters: margin, metric: query.metric)
      guard var search = try searches.weighing(.box, of: query.bare, in: wider) else { return nil }
      _ = try search.answer()
      if let found = search.weighing?.leastMissing, found.by <= margin { return found }
    }
    return nil
  }

  /// The nearest dates with more free couches than the requested ones.
  private func nearestStay() throws -> Shortfall? {
    guard let free = try weighed(.stay, query.bare)?.free else { return nil }
    let asksForPrice = query.nightPrice != nil || query.filter?.asksForNightPrice == true
    let shift = try Query.Stay.shifts.first { shift in
      guard free[shift, default: 0] > before else { return false }
      // The stay at other dates has another price.
      guard asksForPrice, let stay = query.stay?.shifted(byDays: shift) else { return true }
      var shifted = query.bare
      shifted.stay = stay
      return try searches.count(shifted) > before
    }
    return shift.map { Shortfall(by: Double($0), .number(Double($0))) }
  }
}

extension [String] {
  fileprivate mutating func correct(_ corrections: [WordSuggestions.Correction]) {
    self = map { tag in corrections.first { $0.unknown == tag }?.nearest ?? tag }
  }
}
