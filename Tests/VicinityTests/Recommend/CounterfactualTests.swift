import Foundation
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The reported change makes a result the first; one step less does not.
@Suite("Changes that would rank a recommendation first")
struct CounterfactualTests {
  private static func scorer(_ random: inout SplitMix64) throws -> PartScorer {
    var query = Query()
    (query.sort, query.members, query.near) = ([.recommended], ["m"], RecommendedWorld.center)
    var wishes = Query.Recommending()
    for (_, path) in RecommendationWeights.names {
      wishes.weights[keyPath: path] = Double(SeededWorld.pick(5, &random)) / 10
    }
    query.recommending = wishes
    return PartScorer(try Plan(query, at: SeededWorld.now), VoteAwareMean(prior: 4.1))
  }

  private static func facts(_ random: inout SplitMix64) -> Counterfactual.Facts {
    func one(_ bound: Int) -> Double { Double(SeededWorld.pick(bound, &random)) }
    let distance: Double? =
      SeededWorld.oneIn(3, &random) ? nil : one([900, 40_000][SeededWorld.pick(2, &random)]) + 0.3
    return Counterfactual.Facts(
      distance: distance, price: SeededWorld.oneIn(4, &random) ? .nan : one(6000) / 100, currency: "EUR",
      usualPrice: SeededWorld.oneIn(2, &random) ? nil : one(2000) / 100, isPriceCommon: true,
      rating: SeededWorld.oneIn(4, &random) ? .nan : one(50) / 10, votes: Int(one(200)),
      hours: SeededWorld.oneIn(2, &random) ? nil : one(900) / 7, winsTie: SeededWorld.oneIn(2, &random))
  }

  private static func parts(_ facts: Counterfactual.Facts, _ scorer: PartScorer, taste: Double) -> ScoreParts {
    var parts = ScoreParts()
    parts[.taste] = ScoreParts.exact(taste)
    parts[.distance] = facts.distance.map { scorer.distance(max(0, $0)) } ?? 0
    parts[.price] = scorer.price(facts.price, usual: facts.usualPrice)
    parts[.rating] = scorer.rating(facts.rating, votes: facts.votes)
    parts[.start] = facts.hours.map { scorer.start(hours: max(0, $0)) } ?? 0
    return parts
  }

  /// The facts after the change in the text, and after one step less.
  private static func applied(
    _ text: String, to facts: Counterfactual.Facts
  ) throws -> (told: Counterfactual.Facts, less: Counterfactual.Facts)? {
    let words = text.split(separator: " ").map(String.init)
    guard words.prefix(2) == ["first", "if"] else { return nil }
    var (told, less) = (facts, facts)
    if words[2] == "rated" {
      told.rating = try #require(Double(words[3]))
      less.rating = told.rating - 0.01
      return (told, less)
    }
    let number = try #require(Double(words[2]), "\(text)")
    switch try #require(words.last) {
    case "nearer":
      let step = words[3] == "km" ? (number < 100 ? 100.0 : 1000) : 1
      let meters = words[3] == "km" ? number * 1000 : number
      let distance = try #require(facts.distance)
      (told.distance, less.distance) = (distance - meters, distance - meters + step)
    case "sooner":
      let hours = try #require(facts.hours)
      (told.hours, less.hours) = (hours - number, hours - number + 0.1)
    case "cheaper": (told.price, less.price) = (facts.price - number, facts.price - number + 0.01)
    default: Issue.record("\(text)")
    }
    return (told, less)
  }

  @Test("is true, and the least that is", arguments: [1, 2, 3] as [UInt64])
  func isExact(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var kinds: Set<String> = []
    for _ in 0..<1500 {
      let (scorer, facts) = (try Self.scorer(&random), Self.facts(&random))
      let parts = Self.parts(facts, scorer, taste: 0.2)
      let best = parts.total + ScoreParts.exact(Double(1 + SeededWorld.pick(1000, &random)) / 8000)
      let text = Counterfactual(scorer: scorer, best: best, second: nil).words(parts, facts).text(in: .metric)
      guard let (told, less) = try Self.applied(text, to: facts) else { continue }
      kinds.insert(String(try #require(text.split(separator: " ").last)))
      func isFirst(_ facts: Counterfactual.Facts) -> Bool {
        let total = Self.parts(facts, scorer, taste: 0.2).total
        return facts.winsTie ? total >= best : total > best
      }
      #expect(isFirst(told), "\(text) \(facts)")
      #expect(!isFirst(less), "\(text) \(facts)")
      if let distance = told.distance { #expect(distance >= 0, "\(text) \(facts)") }
      #expect(!(told.price < 0) && !(told.rating > 5), "\(text) \(facts)")
    }
    #expect(kinds.isSuperset(of: ["nearer", "sooner", "cheaper"]) && kinds.count > 3)
  }

  @Test("is true in feet and miles as well", arguments: [100, 160.5, 900, 3456, 20_000])
  func imperial(meters: Double) throws {
    func told(_ words: CounterfactualWords) throws -> Double {
      let parts = words.text(in: .imperial).split(separator: " ")
      let unit = try #require(parts.firstIndex { $0 == "ft" || $0 == "mi" })
      return try #require(Distance(parsing: parts[unit - 1] + parts[unit])).meters
    }
    let (nearer, farther) = (try told(.nearer(meters: meters)), try told(.firstAlsoFarther(meters: meters)))
    #expect(nearer >= meters && farther <= meters && nearer - farther <= 1609.344 + 1e-6)
  }

  @Test("the first stays the first so much farther away, and no step more", arguments: [4, 5] as [UInt64])
  func slack(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var checked = 0
    for _ in 0..<600 {
      let scorer = try Self.scorer(&random)
      var facts = Self.facts(&random)
      facts.isFirst = true
      let parts = Self.parts(facts, scorer, taste: 0.2)
      let second = parts.total - ScoreParts.exact(Double(1 + SeededWorld.pick(1000, &random)) / 8000)
      let text = Counterfactual(scorer: scorer, best: parts.total, second: second).words(parts, facts)
        .text(in: .metric)
      let words = text.split(separator: " ")
      guard words.last == "too", let distance = facts.distance, let number = Double(words[3]) else { continue }
      let (meters, step) = words[4] == "km" ? (number * 1000, number < 100 ? 100.0 : 1000) : (number, 1)
      facts.distance = distance + meters
      #expect(Self.parts(facts, scorer, taste: 0.2).total > second, "\(text)")
      facts.distance = distance + meters + step
      #expect(Self.parts(facts, scorer, taste: 0.2).total <= second, "\(text)")
      checked += 1
    }
    #expect(checked > 20)
  }
}
