import Testing
import TestSupport

@testable import Vicinity

/// A counterfactual is true: with the change the result is the first, and with a step less it is not.
@Suite("Why results stand where they do")
struct ReasonTests {
  @Test("reasons are those of the answer, and the counterfactual wins", arguments: [10, 11] as [UInt64])
  func counterfactuals(seed: UInt64) throws {
    let listings = SeededWorld(seed: seed, count: 120, center: WhyQueries.center, spreadDegrees: WhyQueries.spread)
      .listings
    let temporary = try TemporaryCatalog(listings)
    let sorts: [[Query.SortKey]] = [[.price], [.price, .distance], [.distance], [.open, .price], [.start], [.rating]]
    var random = SplitMix64(seed: seed)
    var checked = 0
    for number in 0..<60 {
      var query = WhyQueries.make(&random, oneIn: 12)
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

  @Test("equal values are told apart by the id, and one step decides")
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
}
