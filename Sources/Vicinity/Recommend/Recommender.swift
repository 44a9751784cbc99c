/// Scores matches for one or several members, and selects the best.
///
/// For several members the lowest score is used ("least misery", Masthoff 2004,
/// doi:10.1023/B:USER.0000010138.79319.fd). All members have the same weights, and a taste is relative to the member's
/// own greatest one, so scores of different members are comparable. For one thread and one query.
struct Recommender {
  let profiles: [MemberProfile]
  let scorer: PartScorer
  let worker: SearchWorker
  let rows: StoredAffinities
  let settings = RecommendationSettings()
  private let showsKnown: Bool
  let columns: MemberScores
  /// The member whose scores are in the columns.
  private var shown: (member: Int, scorer: MemberScorer)?

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
    try columns.loadSupporters(from: worker)
    for profile in all {
      for interaction in profile.taste.interactions { columns.know(interaction.listing) }
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
      let scorer = try scorer(of: member)
      var tags = LeafTags(scorer.profile)
      for (index, entry) in entries.enumerated() {
        points[index] = min(points[index], own(entry, scorer, &tags).total)
      }
    }
    for (index, entry) in entries.enumerated() { points[index] += common(entry).total }
    return points
  }

  @inline(__always)
  private func own(_ entry: Entry, _ scorer: MemberScorer, _ tags: inout LeafTags) -> ScoreParts {
    scorer.parts(
      ofRow: Int(entry.fid),
      .init(
        coordinate: entry.coordinate, kind: entry.kind, price: entry.price, votes: entry.votes,
        tagShare: tags.share(of: entry)))
  }

  /// Start and rating.
  @inline(__always)
  private func common(_ entry: Entry) -> ScoreParts {
    let start = entry.kind == .event ? scorer.start(worker.scratch.times(of: entry), isOff: entry.isOff) : 0
    return ScoreParts(start: start, rating: scorer.rating(entry.rating, votes: entry.votes))
  }

  /// The scorer of a member, whose scores it puts into the columns.
  mutating func scorer(of member: Int) throws -> MemberScorer {
    if let shown, shown.member == member { return shown.scorer }
    shown = nil
    let scorer = try MemberScorer(
      profiles[member], scorer, rows, friendShare: settings.friendShare, in: columns)
    shown = (member, scorer)
    return scorer
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
      let scorer = try scorer(of: member)
      var tags = LeafTags(scorer.profile)
      for (index, entry) in entries.enumerated() {
        var parts = own(entry, scorer, &tags) + common(entry)
        if let distances { parts[.distance] = scorer.points.distance(distances[index]) }
        if member == 0 { least.append((parts, member)) }
        if parts.total < least[index].parts.total { least[index] = (parts, member) }
      }
    }
    return least
  }

  /// The contribution of each interaction to the scores of some rows, in units of the model.
  func contributions(to rows: [Int], member: Int) throws -> [TasteParts] {
    let taste = profiles[member].taste
    var parts = [TasteParts](repeating: TasteParts(), count: rows.count)
    let bound = columns.bound
    try columns.withSlots(of: rows) { slots in
      for interaction in taste.interactions {
        try self.rows.forEachTarget(of: interaction.listing) { target, affinity in
          guard target < bound, slots[target] > 0 else { return }
          parts[Int(slots[target]) - 1].interactions.append(
            .init(listing: interaction.listing, weight: interaction.weight * affinity))
        }
      }
      for interaction in taste.likedByFriends where interaction.listing < bound {
        let number = Int(slots[interaction.listing]) - 1
        guard number >= 0, parts[number].sum > 0 else { continue }
        parts[number].friends = parts[number].sum * Float(settings.friendShare) * interaction.weight
        parts[number].friendCount = Int(interaction.weight)
      }
    }
    return parts
  }
}

/// The summands of a score of the model.
struct TasteParts: Hashable, Sendable {
  /// The contribution of each liked listing.
  var interactions: [MemberTaste.Interaction] = []
  /// The contribution of friends.
  var friends: Float = 0
  /// How many of them like it.
  var friendCount = 0

  /// The score.
  var sum: Float { interactions.reduce(friends) { $0 + $1.weight } }
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
