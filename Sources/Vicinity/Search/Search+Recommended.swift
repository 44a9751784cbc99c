import CivilTime

extension Search {
  /// Recommendations before their fields are loaded.
  struct Recommended {
    fileprivate var recommender: Recommender
    /// The matches in order.
    let shown: [Ranked]
    /// The two best matches by score.
    fileprivate let leaders: ArraySlice<Ranked>
  }

  /// Finds the matches, scores them for the members, and sorts the best.
  ///
  /// - Parameter answer: receives everything but the matches.
  mutating func findRecommended(into answer: inout Answer, from forced: Route? = nil) throws -> Recommended {
    if let shard = try worker.shard() { try check([], hasMore: false, within: shard) }
    var recommender = try Recommender(plan, ranking.voteAware, in: worker)
    let scratch = worker.scratch
    var top = TopMatches()
    swap(&top, &scratch.top)
    defer { swap(&top, &scratch.top) }
    let wishes = plan.query.recommending ?? Query.Recommending()
    let limit = plan.query.limit
    let first = plan.cursor?.recommended?.position ?? 0
    let end = first.addingReportingOverflow(limit).overflow ? .max : first + limit
    let pool =
      wishes.diversity > 0 ? plan.cursor?.recommended?.pool ?? max(limit, Diversity.pool(limit: limit)) : 0
    // One more than requested shows whether there is a next page; two are compared with the others.
    let wanted = max(end == .max ? .max : end + 1, pool, 2)
    var shortlist = Shortlist(
      limit: wanted, scorer: recommender.scorer, origin: extent.origin, source: source)
    let route = try start(forced)
    if route == .walk, tally == nil {
      try visitPromising(&shortlist, &recommender, &top)
    } else {
      top.begin(limit: .max, slack: 1)
      try find(.max, from: route, &top)
      try add(top, to: &shortlist, &recommender)
    }
    let ranked = shortlist.ranked()
    let reordered = ranked.prefix(pool)
    let order = Diversity(diversity: wishes.diversity).order(
      reordered.map { -$0.first }, reordered.map(\.entry.features), limit: min(end, pool))
    let shown = (order.map { ranked[$0] } + ranked.dropFirst(pool)).prefix(end).dropFirst(first)
    try describe(&answer, first: shown.first?.entry)
    if ranked.count > end { answer.rest = shown.last.map { rest(after: $0, .init(position: end, pool: pool)) } }
    return Recommended(recommender: recommender, shown: Array(shown), leaders: ranked.prefix(2))
  }

  private func rest(after last: Ranked, _ place: Cursor.Recommended) -> Answer.Rest {
    Answer.Rest(
      cursor: Cursor(
        place, last: last.entry.id, now: plan.now, meanRating: ranking.voteAware.prior,
        corrections: words?.corrections ?? []), of: placed)
  }

  /// Scores the matches found.
  func add(_ top: TopMatches, to shortlist: inout Shortlist, _ recommender: inout Recommender) throws {
    let entries = candidates(top, recommender)
    shortlist.add(entries, try recommender.score(entries))
  }

  /// The matches to consider: for adjacent occurrences of one event, only the next one.
  private func candidates(_ top: TopMatches, _ recommender: Recommender) -> [Entry] {
    var entries: [Entry] = []
    let (scratch, scorer) = (worker.scratch, recommender.scorer)
    top.forEachSurvivor { match in
      guard !recommender.isSkipped(match.entry) else { return }
      guard match.entry.occurrence > 0, let last = entries.last, last.occurrence > 0, last.fid == match.entry.fid else {
        return entries.append(match.entry)
      }
      let (kept, other) = (scratch.times(of: last), scratch.times(of: match.entry))
      if scorer.start(other, isOff: false) > scorer.start(kept, isOff: false) {
        entries[entries.count - 1] = match.entry
      }
    }
    return entries
  }

  // MARK: Results

  /// The number of matches explained in one batch.
  private static let explainedTogether = 256

  /// Loads the matches one by one with their reasons. Call once: the worker is then free for another search.
  mutating func forEachMatch(of recommended: Recommended, _ body: (Match) throws -> Void) throws {
    var recommender = recommended.recommender
    defer { recommender.clear() }
    for start in stride(from: 0, to: recommended.shown.count, by: Self.explainedTogether) {
      let some = recommended.shown[start...].prefix(Self.explainedTogether)
      for match in try matches(some, recommended.leaders, &recommender) { try body(match) }
    }
  }

  private mutating func matches(
    _ ranked: ArraySlice<Ranked>, _ leaders: ArraySlice<Ranked>, _ recommender: inout Recommender
  ) throws -> [Match] {
    let entries = ranked.map(\.entry)
    let scored = try recommender.parts(of: entries, distances: plan.query.hasDistance ? ranked.map(\.distance) : nil)
    let reasons = plan.fields.contains(.because) ? try recommender.reasons(for: entries, scored) : nil
    let counterfactual = Counterfactual(
      scorer: recommender.scorer, best: leaders.first.map { -$0.first } ?? 0,
      second: leaders.dropFirst().first.map { -$0.first })
    let explains = plan.query.recommending?.explain ?? false
    let isOfGroup = plan.query.recommendedFor.count > 1
    var matches: [Match] = []
    for (index, ranked) in ranked.enumerated() {
      var match = Match(id: ranked.entry.id, kind: ranked.entry.kind, coordinate: ranked.entry.coordinate)
      try complete(&match, ranked)
      let profile = recommender.profiles[scored[index].member]
      var change: CounterfactualWords?
      if explains {
        var facts = try facts(ranked, profile, recommender.profiles.count)
        if let first = leaders.first?.entry {
          facts.isFirst = ranked.entry.idBytes.elementsEqual(first.idBytes)
          facts.winsTie = ranked.entry.idBytes.lexicographicallyPrecedes(first.idBytes)
        }
        change = counterfactual.words(scored[index].parts, facts)
      }
      match.score = MatchScore(
        scored[index].parts, reasons?[index] ?? [], member: profile.member, isOfGroup: isOfGroup,
        counterfactual: change)
      matches.append(match)
    }
    return matches
  }

  private func facts(_ ranked: Ranked, _ profile: MemberProfile, _ members: Int) throws -> Counterfactual.Facts {
    let entry = ranked.entry
    let times = worker.scratch.times(of: entry)
    let waits = entry.kind == .event && times.starts != .max && !entry.isOff
    return Counterfactual.Facts(
      distance: plan.query.hasDistance ? ranked.distance : nil, price: entry.price,
      currency: try worker.currencyCode(Int32(entry.leaf.currencies[entry.index])),
      usualPrice: profile.usualPrice(of: entry.kind), isPriceCommon: members == 1, rating: entry.rating,
      votes: entry.votes, hours: waits ? Double(times.starts - plan.now.secondsSince1970) / 3600 : nil)
  }
}
