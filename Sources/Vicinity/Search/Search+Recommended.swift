extension Search {
  /// Finds all matches, scores them for the members, and tells the best with what speaks for each.
  mutating func recommendedAnswer(from forced: Route?) throws -> Answer {
    var recommender = try Recommender(plan, ranking.voteAware, in: worker)
    defer { recommender.clear() }
    let scratch = worker.scratch
    var top = TopMatches()
    swap(&top, &scratch.top)
    defer { swap(&top, &scratch.top) }
    top.begin(limit: .max, slack: 1)
    try find(.max, from: try forced ?? choice()?.route ?? .walk, &top)
    let entries = candidates(top, recommender)
    let ranked = best(entries, try recommender.score(entries), recommender.scorer)
    let wishes = plan.query.recommending ?? Query.Recommending()
    let order = Diversity(diversity: wishes.diversity).order(
      ranked.map { -$0.first }, wishes.diversity > 0 ? ranked.map(\.entry.features) : [], limit: plan.query.limit)
    var answer = Answer(
      id: plan.query.id, matches: try matches(order.map { ranked[$0] }, leaders: ranked.prefix(2).map { -$0.first }, &recommender),
      total: plan.query.total ? stats.matches : nil, fields: plan.fields, now: plan.now, stats: stats, plan: plan)
    answer.facets = try tally?.facets?.counts(tagName: worker.tagName)
    return answer
  }

  /// What may be told; of an event's occurrences, which come one after the other, the one that begins next.
  private func candidates(_ top: TopMatches, _ recommender: Recommender) -> [Entry] {
    var entries: [Entry] = []
    top.forEachSurvivor { match in
      guard !recommender.isSkipped(match.entry) else { return }
      guard match.entry.occurrence > 0, let last = entries.last, last.occurrence > 0, last.fid == match.entry.fid else {
        return entries.append(match.entry)
      }
      let (kept, other) = (worker.scratch.times(of: last), worker.scratch.times(of: match.entry))
      let scorer = recommender.scorer
      if scorer.start(other, isOff: false) > scorer.start(kept, isOff: false) { entries[entries.count - 1] = match.entry }
    }
    return entries
  }

  /// The best by score, then by id; with diversity some more, of which it may choose.
  private mutating func best(_ entries: [Entry], _ points: [Double], _ scorer: PartScorer) -> [Ranked] {
    let wanted = (plan.query.recommending?.diversity ?? 0) > 0 ? max(Diversity.pool(limit: plan.query.limit), plan.query.limit) : max(plan.query.limit, 2)
    var best = TopMatches()
    best.begin(limit: wanted, slack: 1)
    guard plan.query.hasDistance else {
      for (entry, points) in zip(entries, points) { best.offer(entry, key: -points) }
      return ordered(best, wanted) { _ in 0 }
    }
    // Ways are dear: those that could not be among the best at no distance at all are not measured.
    let nearest = scorer.distance(0)
    let least = leastOfBest(entries, points, wanted, scorer)
    for (entry, points) in zip(entries, points) where points + nearest >= max(least, -best.threshold) {
      best.offer(entry, key: -(points + scorer.distance(meters(to: entry))))
    }
    return ordered(best, wanted, meters)
  }

  /// A score that at least `wanted` entries have; minus infinity where that is not worth finding out.
  private mutating func leastOfBest(
    _ entries: [Entry], _ points: [Double], _ wanted: Int, _ scorer: PartScorer
  ) -> Double {
    guard entries.count / 4 > wanted else { return -.infinity }
    var promising = TopMatches()
    promising.begin(limit: wanted, slack: 1)
    for (entry, points) in zip(entries, points) { promising.offer(entry, key: -points) }
    var scores: [Double] = []
    promising.forEachSurvivor { match in scores.append(-match.key + scorer.distance(meters(to: match.entry))) }
    return scores.sorted(by: >)[wanted - 1]
  }

  private func ordered(_ top: TopMatches, _ limit: Int, _ meters: (Entry) -> Double) -> [Ranked] {
    var found: [Ranked] = []
    top.forEachSurvivor {
      found.append(Ranked(first: $0.key, entry: $0.entry, distance: meters($0.entry), keys: 0))
    }
    return Array(found.sorted { $0.precedes($1, []) }.prefix(limit))
  }

  private func meters(to entry: Entry) -> Double {
    region.origin?.meters(to: entry.coordinate) ?? measure?.meters(to: entry.coordinate) ?? 0
  }

  // MARK: Results

  private mutating func matches(
    _ ranked: [Ranked], leaders: [Double], _ recommender: inout Recommender
  ) throws -> [Match] {
    let entries = ranked.map(\.entry)
    let scored = try recommender.parts(of: entries, distances: plan.query.hasDistance ? ranked.map(\.distance) : nil)
    let reasons = try recommender.reasons(for: entries, scored)
    let counterfactual = leaders.first.map {
      Counterfactual(scorer: recommender.scorer, best: $0, second: leaders.dropFirst().first)
    }
    var matches: [Match] = []
    for (index, ranked) in ranked.enumerated() {
      var match = Match(id: ranked.entry.id, kind: ranked.entry.kind, coordinate: ranked.entry.coordinate)
      try complete(&match, ranked)
      let profile = recommender.profiles[scored[index].member]
      let explains = plan.query.recommending?.explain ?? false
      let change = counterfactual.flatMap { counterfactual in
        explains ? counterfactual.text(scored[index].parts, facts(ranked, profile, recommender.profiles.count)) : nil
      }
      match.score = MatchScore(scored[index].parts, reasons[index], member: profile.member, counterfactual: change)
      matches.append(match)
    }
    return matches
  }

  private func facts(_ ranked: Ranked, _ profile: MemberProfile, _ members: Int) -> Counterfactual.Facts {
    let entry = ranked.entry
    let times = worker.scratch.times(of: entry)
    let waits = entry.kind == .event && times.starts != .max && !entry.isOff
    return Counterfactual.Facts(
      distance: plan.query.hasDistance ? ranked.distance : nil, price: entry.price,
      usualPrice: profile.usualPrice(of: entry.kind), isPriceCommon: members == 1, rating: entry.rating,
      votes: entry.votes, hours: waits ? Double(times.starts - plan.now.secondsSince1970) / 3600 : nil)
  }
}
