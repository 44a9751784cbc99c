extension Recommender {
  /// The maximum number of liked listings reported with a result.
  private static let likingsTold = 3
  /// From this proximity on a home area is reported as a reason.
  private static let tellingPlaces = 0.2

  /// The reasons for each of some results, strongest first.
  ///
  /// - Parameter scored: the result of `parts(of:distances:)` for the same entries.
  func reasons(
    for entries: [Entry], _ scored: [(parts: ScoreParts, member: Int)]
  ) throws -> [[MatchScore.Reason]] {
    var reasons = [[MatchScore.Reason]](repeating: [], count: entries.count)
    for member in profiles.indices {
      let mine = entries.indices.filter { scored[$0].member == member }
      let contributions = try contributions(to: mine.map { Int(entries[$0].fid) }, member: member)
      for (index, taste) in zip(mine, contributions) {
        reasons[index] = try self.reasons(for: entries[index], scored[index].parts, profiles[member], taste)
      }
    }
    return reasons
  }

  private func reasons(
    for entry: Entry, _ parts: ScoreParts, _ profile: MemberProfile, _ taste: TasteParts
  ) throws -> [MatchScore.Reason] {
    if profile.isUnknown {
      let told = MatchScore.Reason(source: .nothingKnown(member: profile.member), points: 0)
      return [told] + (parts[.popularity] > 0 ? [.init(source: .popularity, points: parts[.popularity])] : [])
    }
    var reasons = try tasteReasons(parts[.taste], taste)
    if parts[.tags] > 0, let tag = try mostLikedTag(of: entry, profile) {
      reasons.append(.init(source: .tag(tag), points: parts[.tags]))
    }
    if parts[.places] >= Self.tellingPlaces * scorer.weights.places, parts[.places] > 0 {
      reasons.append(.init(source: .haunt, points: parts[.places]))
    }
    if reasons.isEmpty, parts[.popularity] > 0 {
      reasons.append(.init(source: .popularity, points: parts[.popularity]))
    }
    return reasons.enumerated().sorted { ($1.element.points, $0.offset) < ($0.element.points, $1.offset) }.map(
      \.element)
  }

  /// Splits the part among the liked listings in proportion to their contributions to the model's score.
  private func tasteReasons(_ points: Double, _ taste: TasteParts) throws -> [MatchScore.Reason] {
    guard points > 0, taste.sum > 0 else { return [] }
    let scale = points / Double(taste.sum)
    let strongest = taste.likings.filter { $0.weight > 0 }.sorted {
      ($1.weight, $0.listing) < ($0.weight, $1.listing)
    }.prefix(Self.likingsTold)
    var reasons = try strongest.compactMap { liking -> MatchScore.Reason? in
      guard let id = try worker.id(ofRow: liking.listing) else { return nil }
      let name = try worker.name(of: Int64(liking.listing))
      return .init(source: .listing(id: id, name: name), points: scale * Double(liking.weight))
    }
    if taste.friendCount > 0 {
      reasons.append(.init(source: .friends(count: taste.friendCount), points: scale * Double(taste.friends)))
    }
    return reasons
  }

  /// Of equally liked tags the one with the lowest number.
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
