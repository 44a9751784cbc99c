/// Scores matches for one or several members, and selects the best.
///
/// Of several members the lowest score counts ("least misery", Masthoff 2004, doi:10.1023/B:USER.0000010138.79319.fd).
/// All members have the same weights, and a taste is relative to the member's own greatest one, so scores of different
/// members are comparable. For one thread and one query.
struct Recommender {
  let profiles: [MemberProfile]
  let scorer: PartScorer
  let worker: SearchWorker
  let rows: StoredAffinities
  let settings = RecommendationSettings()
  private let showsKnown: Bool
  let columns: MemberScores
  /// The member whose scores are in the columns, with the greatest score among listings unknown to that member.
  private var shown: (member: Int, greatest: Float)?

  /// A candidate with its score so far.
  typealias Scored = (entry: Entry, points: Double)

  init(_ plan: Plan, _ voteAware: VoteAwareMean, in worker: SearchWorker) throws {
    let all = try plan.query.recommendedFor.map { try MemberProfile(of: $0, in: worker) }
    // Members without interactions are ignored, unless that applies to all.
    let known = all.filter { !$0.isUnknown }
    profiles = known.isEmpty ? all : known
    scorer = PartScorer(plan, voteAware)
    self.worker = worker
    rows = try StoredAffinities(in: worker)
    showsKnown = plan.query.recommending?.seen ?? false
    columns = worker.scratch.columns
    try columns.reserve(rows.listingBound)
    // Marks left by an interrupted search.
    columns.clearMarks()
    try columns.loadAdmirers(from: worker)
    for profile in all {
      for liking in profile.taste.likings { columns.know(liking.listing) }
      for row in profile.taste.rejected { columns.reject(row) }
    }
  }

  /// Whether a listing is left out: one member rejects it, or all members know it.
  func isSkipped(_ entry: Entry) -> Bool { isSkipped(Int(entry.fid)) }

  /// Whether the listing of a row is left out.
  @inline(__always)
  func isSkipped(_ row: Int) -> Bool { columns.isSkipped(row, members: profiles.count, showsKnown: showsKnown) }

  // MARK: Scores

  /// The scores of candidates without the distance.
  mutating func score(_ entries: [Entry]) throws -> [Double] {
    var points = [Double](repeating: .infinity, count: entries.count)
    for member in profiles.indices {
      let greatest = try show(member)
      let profile = profiles[member]
      var tags = LeafTags(profile)
      for (index, entry) in entries.enumerated() {
        points[index] = min(points[index], own(entry, profile, greatest, &tags).sum())
      }
    }
    for (index, entry) in entries.enumerated() { points[index] += common(entry).sum() }
    return points
  }

  /// All parts of one member's score, without the distance.
  private func parts(
    of entry: Entry, _ profile: MemberProfile, greatest: Float, _ tags: inout LeafTags
  ) -> ScoreParts {
    let (own, common) = (own(entry, profile, greatest, &tags), common(entry))
    var parts = ScoreParts()
    (parts[.taste], parts[.tags], parts[.places], parts[.price]) = (own[0], own[1], own[2], own[3])
    (parts[.popularity], parts[.rating], parts[.start]) = (common[0], common[1], common[2])
    return parts
  }

  /// Taste, tags, places and price.
  @inline(__always)
  private func own(
    _ entry: Entry, _ profile: MemberProfile, _ greatest: Float, _ tags: inout LeafTags
  ) -> SIMD4<Double> {
    SIMD4(
      scorer.taste(columns.score(ofRow: Int(entry.fid)), greatest: greatest), scorer.tags(share: tags.share(of: entry)),
      scorer.places(profile.haunts.worth(entry.coordinate, reach: scorer.weights.hauntReach)),
      scorer.price(entry.price, usual: profile.usualPrice(of: entry.kind)))
  }

  /// Popularity, rating and start.
  @inline(__always)
  private func common(_ entry: Entry) -> SIMD4<Double> {
    let votes = entry.votes
    let start = entry.kind == .event ? scorer.start(worker.scratch.times(of: entry), isOff: entry.isOff) : 0
    return SIMD4(
      scorer.popularity(admirers: columns.admirers(ofRow: Int(entry.fid)), votes: votes),
      scorer.rating(entry.rating, votes: votes), start, 0)
  }

  /// Loads the model's scores for a member into the columns.
  mutating func show(_ member: Int) throws -> Float {
    if let shown, shown.member == member { return shown.greatest }
    columns.clearScores()
    let (taste, columns) = (profiles[member].taste, columns)
    for liking in taste.likings {
      try rows.withTargets(of: liking.listing) { columns.add($0, weight: liking.weight) }
    }
    for liking in taste.likedByFriends {
      columns.multiply(liking.listing, by: 1 + Float(settings.friendShare) * liking.weight)
    }
    let greatest = columns.greatestScore(except: profiles[member].known)
    shown = (member, greatest)
    return greatest
  }

  /// Clears everything for the next query.
  mutating func clear() {
    columns.clearScores()
    columns.clearMarks()
    shown = nil
  }

  // MARK: Reasons

  /// Parts and member of each result: the lowest score, of equal ones the first member.
  mutating func parts(of entries: [Entry], distances: [Double]?) throws -> [(parts: ScoreParts, member: Int)] {
    var least: [(parts: ScoreParts, member: Int)] = []
    for member in profiles.indices {
      let greatest = try show(member)
      var tags = LeafTags(profiles[member])
      for (index, entry) in entries.enumerated() {
        var parts = parts(of: entry, profiles[member], greatest: greatest, &tags)
        if let distances { parts[.distance] = scorer.distance(distances[index]) }
        if member == 0 { least.append((parts, member)) }
        if parts.total < least[index].parts.total { least[index] = (parts, member) }
      }
    }
    return least
  }

  /// The contribution of each liked listing to the scores of some rows, in units of the model.
  func contributions(to rows: [Int], member: Int) throws -> [TasteParts] {
    let taste = profiles[member].taste
    var parts = [TasteParts](repeating: TasteParts(), count: rows.count)
    let bound = columns.bound
    try columns.withSlots(of: rows) { slots in
      for liking in taste.likings {
        try self.rows.forEachTarget(of: liking.listing) { target, affinity in
          guard target < bound, slots[target] > 0 else { return }
          parts[Int(slots[target]) - 1].likings.append(
            .init(listing: liking.listing, weight: liking.weight * affinity))
        }
      }
      for liking in taste.likedByFriends where liking.listing < bound {
        let number = Int(slots[liking.listing]) - 1
        guard number >= 0, parts[number].sum > 0 else { continue }
        parts[number].friends = parts[number].sum * Float(settings.friendShare) * liking.weight
        parts[number].friendCount = Int(liking.weight)
      }
    }
    return parts
  }
}

/// The member's taste for the tags of one leaf, computed for all its listings at once.
struct LeafTags {
  private let profile: MemberProfile
  private var leaf: UnsafeRawPointer?
  private var shares = [Double](repeating: 0, count: Leaf.capacity)

  init(_ profile: MemberProfile) { self.profile = profile }

  /// The greatest share of an entry's tags among the liked listings.
  @inline(__always)
  mutating func share(of entry: Entry) -> Double {
    if leaf != entry.leaf.base { open(entry.leaf) }
    return shares[entry.index]
  }

  private mutating func open(_ leaf: Leaf) {
    self.leaf = leaf.base
    for index in shares.indices { shares[index] = 0 }
    let (numbers, masks) = (leaf.tagNumbers, leaf.tagMasks)
    for tag in 0..<Int(leaf.shape.tags) {
      let share = profile.share(ofTag: numbers[tag])
      guard share > 0 else { continue }
      for index in EntrySet(bits: masks[tag]) where shares[index] < share { shares[index] = share }
    }
  }
}
