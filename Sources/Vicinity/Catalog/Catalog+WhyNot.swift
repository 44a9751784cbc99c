import CivilTime
import Geography

extension Catalog {
  /// Why a listing is, or is not, in the answer to a query: each condition with the listing's value and the margin by
  /// which it fails.
  ///
  /// Each condition is evaluated by the filters of the search itself. If the listing passes them all and the search
  /// still does not find it, the catalog file or Vicinity has a defect: the last finding is then
  /// `Finding.disagreement`. Cursor, fields and views of the query do not matter.
  /// - Parameters:
  ///   - id: the listing.
  ///   - query: the query that may or may not find it.
  ///   - now: the instant that `now` refers to in the query, unless it names one itself.
  ///   - units: of the distances in the texts of the findings.
  ///   - travelTimes: provides travel times; nil for the straight line.
  ///   - budget: for the whole call.
  /// - Throws: `CatalogError.unknownListing`, and as `answer(_:at:travelTimes:within:)`.
  /// - Complexity: one leaf visit for each condition; if all pass, the search up to the listing's rank.
  public func whyNot(
    _ id: String, _ query: Query, at now: Instant, units: DistanceUnits = .metric,
    travelTimes: (any TravelTimes)? = nil, within budget: WorkBudget = .unlimited
  ) throws -> Verdict {
    let query = try settled(query, at: now)
    let plan = try Plan(query, at: now, travelTimes: travelTimes)
    let verdict = try searching(at: now, travelTimes: travelTimes, within: budget) { searches -> Verdict? in
      guard let row = try searches.worker.number(of: id), let listing = try searches.worker.record(row) else {
        return nil
      }
      let exact = try searches.exactPlaces(for: query)
      let known = exact?.entry(ofRow: UInt32(clamping: row))
      guard let entry = try known ?? searches.entry(ofRow: row) else {
        return Verdict(listing: listing, findings: [.disagreement])
      }
      let point = try known.flatMap { _ in try ExactPoint.read(row, with: searches.worker.statement(ExactPoint.sql)) }
      // `exact` owns the memory of a private couch's entry.
      return try withExtendedLifetime(exact) {
        try Inquest(searches, entry: entry, query: query, now: plan.now)
          .verdict(on: listing.placed(at: point), in: units)
      }
    }
    guard let verdict else { throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id)) }
    return verdict
  }
}

/// Determines the rank of one listing in the answer to one query, or why it has none.
struct Inquest {
  let searches: VersionedSearch
  let entry: Entry
  let query: Query
  let now: Instant

  init(_ searches: VersionedSearch, entry: Entry, query: Query, now: Instant) {
    var query = query
    query.now = now
    (self.searches, self.entry, self.query, self.now) = (searches, entry, query, now)
  }

  func verdict(on listing: Listing, in units: DistanceUnits) throws -> Verdict {
    let facts = try ListingFacts(
      listing, entry: entry, searches: searches, query: query, now: now, units: units)
    let findings = try query.conditions.map { (condition: $0, finding: try finding($0, facts)) }
    // That events are not over, and places in business, are not conditions of the query.
    let told = findings.filter { ![.coming, .inBusiness].contains($0.condition) || !$0.finding.passed }
    var verdict = Verdict(listing: listing, findings: told.map(\.finding))
    guard verdict.isInAnswer else { return verdict }
    guard try admits(query.bare) else {
      verdict.findings.append(try isScattered ? .scattered : .disagreement)
      return verdict
    }
    verdict.rank = try rank(in: query)
    verdict.findings.append(try verdict.rank.map { Finding(rank: $0, limit: query.limit) } ?? unranked())
    return verdict
  }

  /// Why a listing that passes every filter has no rank: a Pareto front omits dominated listings, and recommendations
  /// omit known ones.
  private func unranked() throws -> Finding {
    let isRecommended = query.sort.contains(.recommended)
    guard isRecommended || !query.paretoFront.isEmpty else { return .disagreement }
    var plain = query
    (plain.sort, plain.paretoFront, plain.recommending) = ([], [], nil)
    guard try rank(in: plain) != nil else { return .disagreement }
    return isRecommended ? .known(to: query.recommendedFor) : .beaten
  }

  /// Whether it passes each condition on the times of occurrences, but none of its occurrences passes all of them.
  var isScattered: Bool {
    get throws {
      let timed = query.conditions.filter(query.isTimed)
      guard entry.recurs, timed.count > 1 else { return false }
      // The last parts of a filter first, since the others keep their index.
      var untimed = timed.reversed().reduce(query.bare) { $0.dropping($1) ?? $0 }
      untimed.during = .named(.any)
      return try admits(untimed)
    }
  }

  private func admits(_ query: Query) throws -> Bool {
    var search = try searches.search(query)
    return try search.admits(entry)
  }

  private func passes(_ condition: Condition) throws -> Bool {
    if condition == .guests, let stay = query.stay {
      return entry.kind != .couch || max(entry.guests ?? 1, 1) >= stay.guests
    }
    return try admits(query.alone(condition))
  }

  private func finding(_ condition: Condition, _ facts: ListingFacts) throws -> Finding {
    let passed = try passes(condition)
    var finding = Finding(
      filter: condition.key, passed: passed, wanted: try facts.wanted(condition), found: try facts.found(condition))
    guard let shortfall = try shortfall(condition), shortfall.misses(condition) != passed else { return finding }
    let margin = condition == .stay ? shortfall.by : abs(shortfall.by)
    // Without a measure of the margin, none is reported.
    guard !passed || (margin > 0 && condition != .stay) else { return finding }
    (finding.margin, finding.unit) = (margin, condition.unit)
    if condition.unit == .amount {
      let asked = condition.isOfNightPrice ? query.nightPrice?.currency : query.price?.currency
      finding.currency = try shortfall.currency.flatMap(searches.worker.currencyCode) ?? asked
    }
    return finding
  }

  private func shortfall(_ condition: Condition) throws -> Shortfall? {
    guard var search = try searches.weighing(condition, of: query.alone(condition)) else { return nil }
    _ = try search.admits(entry)
    return search.weighing?.least
  }

  /// The listing's rank among all matches, from 1.
  private func rank(in query: Query) throws -> Int? {
    var ordered = query
    (ordered.after, ordered.cluster, ordered.facets, ordered.fields) = (nil, nil, [], [.id])
    (ordered.total, ordered.relax) = (false, false)
    ordered.limit = max(100, query.limit == .max ? 0 : query.limit)
    let id = entry.id
    while true {
      let answer = try searches.answer(ordered)
      if let place = answer.matches.firstIndex(where: { $0.id == id }) { return place + 1 }
      // A Pareto front is shorter than its limit, and listings outside it are dominated.
      if answer.matches.count < ordered.limit || ordered.limit == .max { return nil }
      ordered.limit = ordered.limit > .max / 16 ? .max : 16 * ordered.limit
    }
  }
}

extension Finding {
  /// The listing passes every condition, or is in the catalog, but the search does not find it: a defect of the catalog
  /// file or of Vicinity.
  ///
  /// Its `filter` is `disagreement`.
  public static let disagreement = Finding(
    filter: "disagreement", passed: false, wanted: "found by the search",
    found: "it passes every condition, but the search does not find it")

  /// Only an event with several occurrences can pass each condition but not all of them together.
  fileprivate static let scattered = Finding(
    filter: "during", passed: false, wanted: "one occurrence that passes all",
    found: "each condition is passed by a different occurrence")

  fileprivate static let beaten = Finding(
    filter: "front", passed: false, wanted: "a result that no other one beats", found: "another result beats it")

  fileprivate static func known(to members: [String]) -> Finding {
    Finding(
      filter: "seen", passed: false, wanted: "new to \(members.joined(separator: ", "))",
      found: "known already, or rejected")
  }

  fileprivate init(rank: Int, limit: Int) {
    self.init(
      filter: "limit", passed: rank <= limit, wanted: limit == 1 ? "the first" : "the first \(limit)",
      found: "rank \(rank)", margin: rank == limit ? nil : Double(abs(rank - limit)),
      unit: rank == limit ? nil : .places)
  }
}
