import CivilTime
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

/// A counterfactual is true: with the change the result is the first, and with one step less it is not.
@Suite("Why results have their ranks")
struct ReasonTests {
  @Test("reasons are those of the answer, and the counterfactual wins", arguments: [10, 11] as [UInt64])
  func counterfactuals(seed: UInt64) throws {
    let listings = SeededWorld(seed: seed, count: 120, center: WhyQueries.center, spreadDegrees: WhyQueries.spread)
      .listings
    let temporary = try TemporaryCatalog(listings)
    let sorts: [[Query.SortKey]] = [
      [.price], [.price, .distance], [.distance], [.open, .price], [.start], [.rating.descending],
    ]
    var random = SplitMix64(seed: seed)
    var checked = 0
    for number in 0..<60 {
      var query = WhyQueries.make(&random, oneIn: 16)
      (query.sort, query.limit, query.occurrences) = (sorts[number % sorts.count], 50, .first)
      if WhyQueries.isRefused(query) { continue }
      let answer = try temporary.catalog.answer(query, at: WhyQueries.now)
      let reasons = try temporary.catalog.why(query, at: WhyQueries.now)
      #expect(reasons.map(\.match.id) == answer.matches.map(\.id))
      #expect(reasons.map(\.rank) == Array(1..<(reasons.count + 1)))
      #expect(reasons.first?.counterfactual == nil)
      guard query.sort == [.price], let first = reasons.first?.match.id else { continue }
      for reason in reasons.dropFirst() {
        guard let change = reason.counterfactual else { continue }
        for (isEnough, steps) in [(true, 0.0), (false, 1)] {
          var changed = listings
          let index = try #require(changed.firstIndex { $0.id == reason.match.id })
          let price = try #require(changed[index].price)
          let minor = change.by * Price.minorUnitsPerMajor(of: price.currency) - steps
          let less = price.minorUnits - Int(minor.rounded())
          guard less >= 0 else { continue }
          changed[index].price?.minorUnits = less
          let winner = BruteForce(changed).ids(query, now: WhyQueries.now).first
          #expect(winner == (isEnough ? reason.match.id : first), "\(reason.match.id) \(change) \(query.json.text)")
          checked += 1
        }
      }
    }
    #expect(checked > 20)
  }

  @Test("equal values are ordered by the id, and one step decides")
  func ties() throws {
    let prices = [("a", 500), ("b", 500), ("c", 450), ("d", 700)]
    let listings = prices.map { id, minorUnits in
      var listing = Listing(id: id, kind: .bar, coordinate: WhyQueries.center)
      listing.price = Price(minorUnits: minorUnits, currency: "EUR")
      return listing
    }
    var query = Query()
    query.sort = [.price]
    let temporary = try TemporaryCatalog(listings)
    let reasons = try temporary.catalog.why(query, at: WhyQueries.now)
    #expect(reasons.map(\.match.id) == ["c", "a", "b", "d"])
    #expect(
      reasons.map { $0.counterfactual?.words } == [
        nil, "first if 0.5 EUR cheaper", "first if 0.5 EUR cheaper", "first if 2.51 EUR cheaper",
      ])
  }

  private static func bars(_ change: (inout Listing, Int) -> Void) throws -> TemporaryCatalog {
    try TemporaryCatalog(
      ["a", "b", "c"].enumerated().map { number, id in
        var bar = Listing(id: id, kind: .bar, coordinate: WhyQueries.center)
        change(&bar, number)
        return bar
      })
  }

  @Test("a rating is reported as the listing's own, and a step less is not enough", arguments: [1, 7, 30, 500])
  func ratings(votes: Int) throws {
    let temporary = try Self.bars { bar, number in
      (bar.rating, bar.ratingCount) = ([4.0, 4.7, 3.1][number], [votes, 211, 2 * votes][number])
    }
    var query = Query()
    query.sort = [.rating.descending]
    let reasons = try temporary.catalog.why(query, at: WhyQueries.now)
    #expect(reasons.first?.match.id == "b")
    let best = try #require(reasons.first?.values.first?.number)
    // The mean of all ratings follows from any of the values; with it the others can be recalculated.
    let mean = VoteAwareMean(prior: (best * (211 + 10) - 211 * 4.7) / 10)
    for reason in reasons.dropFirst() {
      let number = reason.match.id == "a" ? 0 : 2
      let (rating, own) = ([4.0, 4.7, 3.1][number], [votes, 211, 2 * votes][number])
      guard let change = reason.counterfactual else {
        #expect(mean.mean(rating: 5, votes: own) <= best + 1e-9)
        continue
      }
      #expect(mean.mean(rating: rating + change.by, votes: own) >= best - 1e-9)
      #expect(mean.mean(rating: rating + change.by - 0.0001, votes: own) <= best + 1e-9)
    }
  }

  @Test("there is no change where nothing is enough")
  func limits() throws {
    var query = Query()
    (query.sort, query.kinds) = ([.open], [.bar])
    // Between two open ones the id decides, and nothing is sooner than now.
    var temporary = try Self.bars { bar, number in
      bar.openingHours = ["24/7", "Mo-Su 00:00-03:00", "Mo-Su 23:00-24:00"][number]
      bar.timeZone = "UTC"
    }
    #expect(try temporary.catalog.why(query, at: WhyQueries.now).dropFirst().allSatisfy { $0.counterfactual == nil })
    query.sort = [.price]
    temporary = try Self.bars { bar, number in bar.price = Price(minorUnits: number == 0 ? 0 : 500, currency: "EUR") }
    #expect(try temporary.catalog.why(query, at: WhyQueries.now).dropFirst().allSatisfy { $0.counterfactual == nil })
    temporary = try Self.bars { bar, number in bar.price = Price(minorUnits: number == 2 ? 0 : 500, currency: "EUR") }
    #expect(
      try temporary.catalog.why(query, at: WhyQueries.now).map(\.counterfactual?.words) == [
        nil, "first if 5 EUR cheaper", "first if 5 EUR cheaper",
      ])
  }

  @Test("an event that starts as much earlier as reported is first, a minute less and it is not")
  func starts() throws {
    func events(_ changes: [String: Int64]) -> [Listing] {
      ["a", "b", "c"].enumerated().map { number, id in
        var event = Listing(id: id, kind: .event, coordinate: WhyQueries.center)
        event.starts = WhyQueries.now + Int64([90_030, 3600, 7201][number]) - 60 * (changes[id] ?? 0)
        return event
      }
    }
    var query = Query()
    query.sort = [.start]
    func first(_ changes: [String: Int64]) throws -> String? {
      let temporary = try TemporaryCatalog(events(changes))
      return try temporary.catalog.answer(query, at: WhyQueries.now - 86_400).matches.first?.id
    }
    let temporary = try TemporaryCatalog(events([:]))
    let reasons = try temporary.catalog.why(query, at: WhyQueries.now - 86_400)
    for reason in reasons.dropFirst() {
      let minutes = Int64(try #require(reason.counterfactual?.by))
      #expect(try first([reason.match.id: minutes]) == reason.match.id)
      #expect(try first([reason.match.id: minutes - 1]) == "b")
    }
  }
}
