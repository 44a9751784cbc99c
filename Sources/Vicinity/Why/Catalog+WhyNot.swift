extension Catalog {
  /// Why a listing is, or is not, in the answer to a query: each condition with what the listing has, and by how much it fails.
  ///
  /// Each condition is put to the listing by the tests of the search itself, so the two cannot disagree. Cursor, fields and views of the
  /// query do not matter.
  /// - Parameters:
  ///   - now: what `now` means in the query, unless it names an instant itself.
  ///   - budget: what all of it may cost.
  /// - Throws: `CatalogError.unknownListing`, and as `answer(_:at:within:)`.
  /// - Complexity: one look at one leaf for each condition; where all are passed, the order up to the listing's place in it.
  public func whyNot(
    _ id: String, _ query: Query, at now: Instant, within budget: WorkBudget = .unlimited
  ) throws -> Verdict {
    let query = try located(query)
    let plan = try Plan(query, at: now)
    let verdict = try searching(within: budget) { searches in
      try searches.entry(of: id).flatMap { entry in
        try Inquest(searches, entry: entry, query: query, now: plan.now).verdict()
      }
    }
    guard let verdict else { throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id)) }
    return verdict
  }
}

/// Looks into one listing's place in the answer to one query.
struct Inquest {
  let searches: Searches
  let entry: Entry
  let query: Query
  let now: Instant

  init(_ searches: Searches, entry: Entry, query: Query, now: Instant) {
    var query = query
    query.now = now
    (self.searches, self.entry, self.query, self.now) = (searches, entry, query, now)
  }

  func verdict() throws -> Verdict? {
    guard let listing = try searches.worker.record(Int(entry.fid)) else { return nil }
    let facts = try ListingFacts(listing, entry: entry, searches: searches, query: query, now: now)
    var verdict = Verdict(listing: listing, findings: try query.conditions.map { try finding($0, facts) })
    guard verdict.isInAnswer else { return verdict }
    guard try admits(query.bare) else {
      // Only occurrences can pass each condition and not all of them.
      verdict.findings.append(
        Finding(
          filter: "during", passed: false, wanted: "one occurrence that passes all",
          found: "each condition is passed by another occurrence"))
      return verdict
    }
    verdict.rank = try rank()
    let unranked = query.recommendedFor.isEmpty ? .beaten : Finding.known(to: query.recommendedFor)
    verdict.findings.append(verdict.rank.map { Finding(rank: $0, limit: query.limit) } ?? unranked)
    return verdict
  }

  private func admits(_ query: Query) throws -> Bool {
    var search = try searches.search(query, at: now)
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
      filter: condition.key, passed: passed, wanted: facts.wanted(condition), found: try facts.found(condition))
    guard let shortfall = try shortfall(condition), shortfall.misses(condition) != passed else { return finding }
    let margin = condition == .stay ? shortfall.by : abs(shortfall.by)
    // Where there is no measure of the room, none is told.
    guard !passed || (margin > 0 && condition != .stay) else { return finding }
    (finding.margin, finding.unit) = (margin, condition.unit)
    if condition.unit == .amount {
      finding.currency = try shortfall.currency.flatMap(searches.worker.currencyCode) ?? query.price?.currency
    }
    return finding
  }

  private func shortfall(_ condition: Condition) throws -> Shortfall? {
    guard var search = try searches.weighing(condition, of: query.alone(condition), at: now) else { return nil }
    _ = try search.admits(entry)
    return search.weighing?.least
  }

  /// The listing's place in the order of all matches, from 1.
  private func rank() throws -> Int? {
    var ordered = query
    (ordered.after, ordered.cluster, ordered.facets, ordered.fields) = (nil, nil, [], [.id])
    (ordered.total, ordered.relax) = (false, false)
    ordered.limit = max(100, query.limit == .max ? 0 : query.limit)
    let id = entry.id
    while true {
      let answer = try searches.answer(ordered, at: now)
      if let place = answer.matches.firstIndex(where: { $0.id == id }) { return place + 1 }
      // A front is shorter than its limit, and what is not on it is beaten.
      if answer.matches.count < ordered.limit || ordered.limit == .max { return nil }
      ordered.limit = ordered.limit > .max / 16 ? .max : 16 * ordered.limit
    }
  }
}

extension Finding {
  fileprivate static let beaten = Finding(
    filter: "front", passed: false, wanted: "what no other result beats", found: "another result beats it")

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
