import Foundation
import Geography

/// The single change that would make a result the best of all.
struct Counterfactual {
  let scorer: PartScorer
  /// The best score of all, and the one after it; nil where there is no other.
  let best: Double
  let second: Double?

  /// What is changed.
  struct Facts {
    /// Meters; nil where nothing is measured.
    var distance: Double?
    /// Major units; not a number when not known.
    var price: Double
    /// The price that the member is used to.
    var usualPrice: Double?
    /// Whether a price counts the same for all who are asked about.
    var isPriceCommon: Bool
    /// Not a number when there is none.
    var rating: Double
    var votes: Int
    /// Hours until it begins; nil for what does not begin.
    var hours: Double?
  }

  /// In words, such as "first if 200 m nearer".
  func text(_ parts: ScoreParts, _ facts: Facts) -> String {
    guard parts.total < best else { return lead(parts, facts) }
    let gap = best - parts.total + ScoreParts.step
    let change =
      nearer(parts, facts, gap) ?? sooner(parts, facts, gap) ?? cheaper(parts, facts, gap)
      ?? better(parts, facts, gap)
    return change.map { "first if \($0)" } ?? "\(MatchScore.rounded(best - parts.total)) points short of the first"
  }

  private func lead(_ parts: ScoreParts, _ facts: Facts) -> String {
    guard let second, second < parts.total else { return "first" }
    let lead = parts.total - second - ScoreParts.step
    guard let distance = facts.distance, parts[.distance] - lead > ScoreParts.step else {
      return "first by \(MatchScore.rounded(parts.total - second)) points"
    }
    let farthest = Self.solve(scorer.weights.distance, parts[.distance] - lead, scorer.weights.halfDistance)
    let slack = Self.told(farthest - distance, .down)
    guard slack > 0 else { return "first by \(MatchScore.rounded(parts.total - second)) points" }
    return "first, up to \(Distance.meters(slack)) farther too"
  }

  /// Meters as they are told: beyond a kilometer in tenths of it.
  private static func told(_ meters: Double, _ rule: FloatingPointRoundingRule) -> Double {
    meters.magnitude < 1000 ? meters.rounded(rule) : (meters / 100).rounded(rule) * 100
  }

  /// Where weight / (1 + x / half) falls to some points.
  private static func solve(_ weight: Double, _ points: Double, _ half: Double) -> Double {
    half * (weight / points - 1)
  }

  private func nearer(_ parts: ScoreParts, _ facts: Facts, _ gap: Double) -> String? {
    guard let distance = facts.distance, scorer.distance(0) >= parts[.distance] + gap else { return nil }
    let needed = parts[.distance] + gap
    let least = distance - Self.solve(scorer.weights.distance, needed, scorer.weights.halfDistance)
    // Points are rounded, so the next meter may decide.
    let meters = [Self.told(least, .up), Self.told(least + 1, .up)].first {
      $0 > 0 && $0 <= distance && scorer.distance(distance - $0) >= needed
    }
    return meters.map { "\(Distance.meters($0)) nearer" }
  }

  private func sooner(_ parts: ScoreParts, _ facts: Facts, _ gap: Double) -> String? {
    let needed = parts[.start] + gap
    guard let hours = facts.hours, hours > 0, scorer.start(hours: 0) >= needed else { return nil }
    let at = Self.solve(scorer.weights.start, needed, scorer.weights.halfWait)
    return "\(Self.number((hours - max(0, at)), places: 1, .up)) h sooner"
  }

  private func cheaper(_ parts: ScoreParts, _ facts: Facts, _ gap: Double) -> String? {
    let needed = parts[.price] + gap
    guard facts.isPriceCommon, !facts.price.isNaN, facts.price > facts.usualPrice ?? 0,
      scorer.price(facts.usualPrice ?? 0, usual: facts.usualPrice) >= needed
    else { return nil }
    let price =
      facts.usualPrice.map { (1 + $0) * scorer.weights.price / needed - 1 }
      ?? Self.solve(scorer.weights.price, needed, scorer.weights.halfPrice)
    return "\(Self.number(facts.price - max(price, facts.usualPrice ?? 0), places: 2, .up)) cheaper"
  }

  private func better(_ parts: ScoreParts, _ facts: Facts, _ gap: Double) -> String? {
    let needed = parts[.rating] + gap
    guard !facts.rating.isNaN, scorer.rating(5, votes: facts.votes) >= needed else { return nil }
    let votes = Double(max(facts.votes, 1))
    let mean = 5 * needed / scorer.weights.rating
    let rating = ((votes + VoteAwareMean.weight) * mean - VoteAwareMean.weight * scorer.voteAware.prior) / votes
    return "rated \(Self.number(min(5, rating), places: 2, .up))"
  }

  private static func number(_ value: Double, places: Int, _ rule: FloatingPointRoundingRule) -> String {
    let scale = places == 1 ? 10.0 : 100
    return FieldValue.decimal((value * scale).rounded(rule) / scale, places: places).plainText
  }
}
