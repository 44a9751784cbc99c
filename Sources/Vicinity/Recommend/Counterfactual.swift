import Foundation

/// The single change that would rank a result first.
///
/// The reported change suffices, and one step less does not. The step is a meter, beyond a kilometer a hundred; a tenth
/// of an hour; a minor unit of money; a hundredth of a star.
struct Counterfactual {
  let scorer: PartScorer
  /// The best score, and the second best; nil if there is no other.
  let best: Double
  let second: Double?

  /// The values that are changed.
  struct Facts {
    /// Meters; nil without a distance.
    var distance: Double?
    /// Major units; NaN if unknown.
    var price: Double
    var currency: String?
    /// The member's usual price.
    var usualPrice: Double?
    /// Whether a price counts the same for all members of the query.
    var isPriceCommon: Bool
    /// NaN if unrated.
    var rating: Double
    var votes: Int
    /// Hours until the start; nil for listings without one.
    var hours: Double?
    /// Whether it is ranked first.
    var isFirst = false
    /// Whether it precedes the first result if their scores are equal.
    var winsTie = false
  }

  /// The change that would rank a result first; for the first one, its lead.
  func words(_ parts: ScoreParts, _ facts: Facts) -> CounterfactualWords {
    guard !facts.isFirst else { return lead(parts, facts) }
    let gap = best - parts.total + (facts.winsTie ? 0 : ScoreParts.step)
    if let meters = nearer(parts, facts, gap) { return .nearer(meters: meters) }
    let change = sooner(parts, facts, gap) ?? cheaper(parts, facts, gap) ?? better(parts, facts, gap)
    return .other(
      change.map { "first if \($0)" }
        ?? "\(MatchScore.roundedPoints(best - parts.total)) points short of the first")
  }

  private func lead(_ parts: ScoreParts, _ facts: Facts) -> CounterfactualWords {
    guard let second, second < parts.total else { return .other("first") }
    let least = parts[.distance] - (parts.total - second - ScoreParts.step)
    guard let distance = facts.distance, least > ScoreParts.step, let slack = slack(distance, least) else {
      return .other("first by \(MatchScore.roundedPoints(parts.total - second)) points")
    }
    return .firstAlsoFarther(meters: slack)
  }

  /// The extra distance at which the distance part is still at least a given score.
  private func slack(_ distance: Double, _ least: Double) -> Double? {
    // Solves weight / (1 + x / half) = least for x; but scores are rounded.
    let estimate = scorer.weights.halfDistanceMeters * (scorer.weights.distance / least - 1) - distance
    let over = Self.leastMeters(most: 2 * abs(estimate) + 1e6) { scorer.distance(distance + $0) < least }
    return over.flatMap { $0.shown > $0.step ? $0.shown - $0.step : nil }
  }

  /// The smallest number of steps that suffices, as an amount; nil if the maximum does not. `isEnough` is monotonic.
  private static func least(step: Double, most: Double, _ isEnough: (Double) -> Bool) -> Double? {
    var (low, high) = (0, Int((most / step + 1e-6).rounded(.down)))
    guard high > 0, isEnough(Double(high) * step) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isEnough(Double(middle) * step) { high = middle } else { low = middle }
    }
    return Double(high) * step
  }

  /// Meters in the steps that `Distance` prints: tenths of a kilometer beyond one, whole ones beyond a hundred.
  private static func leastMeters(most: Double, _ isEnough: (Double) -> Bool) -> (shown: Double, step: Double)? {
    for (step, bound) in [(1.0, 999.0), (100, 99_900)] {
      guard let shown = least(step: step, most: most, isEnough) else { return nil }
      if shown <= bound { return (shown, step) }
    }
    return least(step: 1000, most: most, isEnough).map { ($0, 1000) }
  }

  private func nearer(_ parts: ScoreParts, _ facts: Facts, _ gap: Double) -> Double? {
    guard let distance = facts.distance else { return nil }
    let needed = parts[.distance] + gap
    guard scorer.distance(0) >= needed else { return nil }
    return Self.leastMeters(most: distance) { scorer.distance(max(0, distance - $0)) >= needed }?.shown
  }

  private func sooner(_ parts: ScoreParts, _ facts: Facts, _ gap: Double) -> String? {
    let needed = parts[.start] + gap
    guard let hours = facts.hours, hours > 0, scorer.start(hours: 0) >= needed else { return nil }
    // An event that has begun is treated as beginning now.
    let sooner = Self.least(step: 0.1, most: hours + 0.1) {
      scorer.start(hours: max(0, hours - $0)) >= needed
    }
    return sooner.map { "\(Self.number($0, places: 1)) h sooner" }
  }

  private func cheaper(_ parts: ScoreParts, _ facts: Facts, _ gap: Double) -> String? {
    let (needed, usual) = (parts[.price] + gap, facts.usualPrice ?? 0)
    guard facts.isPriceCommon, !facts.price.isNaN, facts.price > usual,
      scorer.price(usual, usual: facts.usualPrice) >= needed
    else { return nil }
    let minorUnits = Price.minorUnitsPerMajor(of: facts.currency)
    let less = Self.least(step: 1 / minorUnits, most: facts.price - usual) {
      scorer.price(facts.price - $0, usual: facts.usualPrice) >= needed
    }
    return less.map { less in
      let amount = Self.number(less, places: minorUnits > 100 ? 3 : 2)
      return "\(facts.currency.map { "\(amount) \($0)" } ?? amount) cheaper"
    }
  }

  private func better(_ parts: ScoreParts, _ facts: Facts, _ gap: Double) -> String? {
    let needed = parts[.rating] + gap
    guard !facts.rating.isNaN else { return nil }
    let shown = Self.least(step: 0.01, most: 5) { scorer.rating($0, votes: facts.votes) >= needed }
    return shown.map { "rated \(Self.number($0, places: 2))" }
  }

  private static func number(_ value: Double, places: Int) -> String {
    FieldValue.decimal(value, places: places).plainText
  }
}
