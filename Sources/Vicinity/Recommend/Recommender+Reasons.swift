extension Recommender {
  /// How many interactions are shown with a result.
  private static let interactionsShown = 3
  /// From this proximity on a home area is reported as a reason.
  private static let tellingPlaces = 0.2

  /// The reasons for each of some results, strongest first.
  ///
  /// - Parameter scored: the result of `parts(of:distances:)` for the same entries.
  mutating func reasons(
    for entries: [Entry], _ scored: [(parts: ScoreParts, member: Int)]
  ) throws -> [[MatchScore.Reason]] {
    var reasons = [[MatchScore.Reason]](repeating: [], count: entries.count)
    for member in profiles.indices {
      let mine = entries.indices.filter { scored[$0].member == member }
      guard !mine.isEmpty else { continue }
      let scorer = try scorer(of: member)
      let contributions = try contributions(to: mine.map { Int(entries[$0].fid) }, member: member)
      for (index, taste) in zip(mine, contributions) {
        reasons[index] = try self.reasons(for: entries[index], scored[index].parts, scorer, taste)
      }
    }
    return reasons
  }

  private func reasons(
    for entry: Entry, _ parts: ScoreParts, _ scorer: MemberScorer, _ taste: TasteParts
  ) throws -> [MatchScore.Reason] {
    let profile = scorer.profile
    if profile.isUnknown {
      let told = MatchScore.Reason(source: .nothingKnown(member: profile.member), points: 0)
      return [told] + (parts[.popularity] > 0 ? [.init(source: .popularity, points: parts[.popularity])] : [])
    }
    var reasons = try tasteReasons(parts[.taste], taste)
    if parts[.tags] > 0, let tag = try mostLikedTag(of: entry, profile) {
      reasons.append(.init(source: .tag(tag), points: parts[.tags]))
    }
    if parts[.places] >= Self.tellingPlaces * scorer.points.weights.places, parts[.places] > 0 {
      reasons.append(.init(source: .homeArea, points: parts[.places]))
    }
    if reasons.isEmpty, parts[.popularity] > 0 {
      reasons.append(.init(source: .popularity, points: parts[.popularity]))
    }
    return reasons.enumerated().sorted { ($1.element.points, $0.offset) < ($0.element.points, $1.offset) }.map(
      \.element)
  }

  /// The shares of the part in proportion to what each interaction adds to the score of the model.
  private func tasteReasons(_ points: Double, _ taste: TasteParts) throws -> [MatchScore.Reason] {
    guard points > 0, taste.sum > 0 else { return [] }
    let scale = points / Double(taste.sum)
    let strongest = taste.interactions.filter { $0.weight > 0 }.sorted {
      ($1.weight, $0.listing) < ($0.weight, $1.listing)
    }.prefix(Self.interactionsShown)
    var reasons = try strongest.compactMap { interaction -> MatchScore.Reason? in
      guard let id = try worker.id(ofRow: interaction.listing) else { return nil }
      let name = try worker.name(of: Int64(interaction.listing))
      return .init(source: .listing(id: id, name: name), points: scale * Double(interaction.weight))
    }
    if taste.friendCount > 0 {
      reasons.append(.init(source: .friends(count: taste.friendCount), points: scale * Double(taste.friends)))
    }
    return reasons
  }

  /// Among equally liked tags, the one with the lowest number.
  private func mostLikedTag(of entry: Entry, _ profile: MemberProfile) throws -> String? {
    let best = entry.tagNumbers.max { (profile.share(ofTag: $0), $1) < (profile.share(ofTag: $1), $0) }
    return try best.flatMap(worker.tagName)
  }
}

extension Entry {
  /// The numbers of its tags, ascending.
  var tagNumbers: [Int32] {
    let (numbers, masks) = (leaf.tagNumbers, leaf.tagMasks)
    return (0..<Int(leaf.shape.tags)).filter { masks[$0] >> UInt64(index) & 1 == 1 }.map { numbers[$0] }
  }
}
