import CivilTime

/// Explains the rank of a result: its values under the sort keys, and what would rank it first.
public struct Reason: Sendable {
  /// The result.
  public var match: Match
  /// Its rank, from 1.
  public var rank: Int
  /// Its values, in the order of the sort keys.
  public var values: [Value]
  /// The smallest change of the first sort key that differs from that of the first result; nil for the first result,
  /// for names and the relevance of words, and if its value, or that of the first result, is unknown.
  public var counterfactual: Counterfactual?

  /// The value of a result under one key of the order.
  public struct Value: Hashable, Sendable {
    /// The key.
    public var key: Query.SortKey
    /// Meters for `distance`, `route` and `spread`; major units for `price`, `stayPrice` and `nightPrice`; the vote-aware mean for
    /// `rating`; the number of ratings for `votes`; Unix seconds for `start` and `end`; minutes from the instant of the
    /// query for `open`; the score of the text index, smaller is
    /// better, for `relevance`. Nil if it is unknown, and for `name`.
    public var number: Double?
  }

  /// A change of one value that, with everything else unchanged, would rank the result first.
  ///
  /// With this change the result is first, and with one step less it is not. There is none if no change suffices:
  /// nothing is cheaper than free, sooner open than now, or rated above five stars.
  public struct Counterfactual: Hashable, Sendable {
    /// The key whose value changes.
    public var key: Query.SortKey
    /// The necessary improvement in `unit`; one step less does not suffice. The step is a millimeter, a minor unit of
    /// money, a ten-thousandth of a star of the listing's own rating, or a minute.
    public var by: Double
    /// The unit of the change.
    public var unit: MarginUnit
    /// The currency of the result's price; nil for other keys, and if it is unknown.
    public var currency: String?
  }
}

extension Search {
  mutating func reasons() throws -> [Reason] {
    let shown = try best().prefix(plan.query.limit)
    guard let first = shown.first else { return [] }
    let leader = try ranking.key(of: first.entry, distance: first.distance)
    var reasons: [Reason] = []
    for ranked in shown {
      let key = try ranking.key(of: ranked.entry, distance: ranked.distance)
      var match = Match(id: ranked.entry.id, kind: ranked.entry.kind, coordinate: ranked.entry.coordinate)
      try complete(&match, ranked)
      var reason = Reason(match: match, rank: reasons.count + 1, values: [])
      reason.values = plan.order.enumerated().map { position, sortKey in
        let nights = sortKey.property == .nightPrice ? stayPrices?.nightCount ?? 1 : 1
        return Reason.Value(key: sortKey, number: sortKey.number(key[position]).map { $0 / Double(nights) })
      }
      if reason.rank > 1 {
        reason.counterfactual = try counterfactual(of: ranked.entry, key, behind: leader, first.entry)
      }
      reasons.append(reason)
    }
    return reasons
  }

  private func counterfactual(
    of entry: Entry, _ own: RankKey, behind leader: RankKey, _ first: Entry
  ) throws -> Reason.Counterfactual? {
    // A Pareto front has no single order and so no first rank.
    guard plan.query.paretoFront.isEmpty,
      let position = plan.order.indices.first(where: { own.differs(from: leader, at: $0) })
    else { return nil }
    let key = plan.order[position]
    guard let step = key.property.step, let unit = key.property.unit, own[position].isFinite, leader[position].isFinite
    else {
      return nil
    }
    var equal = own
    equal[position] = leader[position]
    let order = equal.compared(to: leader)
    let winsTie = order < 0 || (order == 0 && entry.idBytes.lexicographicallyPrecedes(first.idBytes))
    if key.property == .rating {
      let mean = key.isDescending ? -leader[position] : leader[position]
      guard
        let by = ranking.voteAware.change(of: entry, past: mean, upwards: key.isDescending, winsTie: winsTie)
      else { return nil }
      return Reason.Counterfactual(key: key, by: by, unit: unit, currency: nil)
    }
    // No value is below the minimum.
    guard winsTie || key.isDescending || key.property == .start || leader[position] > 0 else { return nil }
    let currency = try key.property == .price ? worker.currencyCode(Int32(entry.leaf.currencies[entry.index])) : nil
    let stepSize = key.property == .price ? 1 / Price.minorUnitsPerMajor(of: currency) : step
    let steps = (own[position] - leader[position]) / stepSize
    // A number of steps that is integral up to rounding is treated as integral.
    let whole = abs(steps - steps.rounded()) < 1e-6 ? steps.rounded() : steps.rounded(.up)
    let needed = whole > steps + 1e-6 || winsTie ? max(whole, winsTie ? 0 : 1) : whole + 1
    let by = needed * (key.property.isTime ? 1 : stepSize)
    return Reason.Counterfactual(key: key, by: by, unit: unit, currency: currency)
  }
}

extension VoteAwareMean {
  /// The step in which rating changes are reported, in stars.
  fileprivate static var step: Double { 0.0001 }
  private static var mostStars: Double { 5 }

  /// The change in stars of a listing's own rating for its mean to pass another: to exceed it, or to fall below it;
  /// nil where the best or the worst rating does not suffice.
  fileprivate func change(of entry: Entry, past other: Double, upwards: Bool, winsTie: Bool) -> Double? {
    let sign = upwards ? 1.0 : -1
    func isEnough(_ steps: Double) -> Bool {
      let lead = sign * (mean(rating: entry.rating + sign * steps * Self.step, votes: entry.votes) - other)
      return winsTie ? lead >= 0 : lead > 0
    }
    let votes = Double(max(entry.votes, 1))
    let lag = sign * (other - mean(rating: entry.rating, votes: entry.votes))
    let needed = lag * (votes + Self.weight) / votes / Self.step
    // Sums are rounded, so the adjacent steps are tried as well.
    let steps = [needed.rounded(.up) - 1, needed.rounded(.up), needed.rounded(.up) + 1].first(where: isEnough)
    guard let steps else { return nil }
    let changed = entry.rating + sign * steps * Self.step
    return (-1e-9...Self.mostStars + 1e-9).contains(changed) ? steps * Self.step : nil
  }
}

extension RankKey {
  fileprivate func differs(from other: RankKey, at position: Int) -> Bool {
    position == Int(namePosition) ? name != other.name : self[position] != other[position]
  }
}

extension Query.SortProperty {
  /// Whether the key is in seconds, reported in minutes.
  fileprivate var isTime: Bool { self == .start || self == .open }

  /// The step in which a change is reported, in the unit of the rank key; nil where a change makes no sense.
  fileprivate var step: Double? {
    switch self {
    case .distance, .route, .spread: 0.001
    case .price: 0.01
    case .rating: VoteAwareMean.step
    case .start, .open: 60
    default: nil
    }
  }

  fileprivate var unit: MarginUnit? {
    switch self {
    case .distance, .route, .spread: .meters
    case .price: .amount
    case .rating: .stars
    case .start, .open: .minutes
    default: nil
    }
  }

}

extension Query.SortKey {
  /// The reported value of a rank key, where smaller is better; nil if it is unknown.
  fileprivate func number(_ key: Double) -> Double? {
    guard key.isFinite, property != .name else { return nil }
    let value = isDescending ? -key : key
    switch property {
    case .open: return value / 60
    // The score, where greater is better.
    case .best: return -value
    default: return value
    }
  }
}
