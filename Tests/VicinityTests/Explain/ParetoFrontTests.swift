import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The Pareto front consists of the matches that no other match dominates, tested pair by pair.
@Suite("Fronts")
struct ParetoFrontTests {
  private static let fronts: [[Query.SortKey]] = [
    [.distance, .price], [.price, .rating.descending], [.distance, .price, .rating.descending], [.start, .price],
    [.rating.descending],
    [.price, .start, .distance],
  ]

  @Test("are what no other beats", arguments: [7, 8, 9] as [UInt64])
  func pairs(seed: UInt64) throws {
    let listings = SeededWorld(seed: seed, count: 200, center: WhyQueries.center, spreadDegrees: WhyQueries.spread)
      .listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: seed &* 13)
    var beaten = 0
    for number in 0..<48 {
      var query = WhyQueries.make(&random, oneIn: 10)
      query.paretoFront = Self.fronts[number % Self.fronts.count]
      query.limit = 1000
      if WhyQueries.isRefused(query) { continue }
      var sorted = query
      (sorted.paretoFront, sorted.sort) = ([], query.paretoFront)
      let matches = twin.matches(sorted, now: WhyQueries.now)
      let keys = matches.map { key(of: $0, query, twin.meanRating) }
      let front = matches.indices.filter { index in !keys.contains { beats($0, keys[index]) } }
      let answer = try temporary.catalog.answer(query, at: WhyQueries.now)
      #expect(answer.matches.map(\.id) == front.map { matches[$0].id }, "\(query.json.text)")
      #expect(answer.next == nil)
      beaten += matches.count - front.count
    }
    #expect(beaten > 100)
  }

  @Test("of many listings skip what the front so far dominates")
  func many() throws {
    let listings = SeededWorld(seed: 31, count: 3600, center: WhyQueries.center, spreadDegrees: 0.5).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: 32)
    var skipped = 0
    for number in 0..<TwinQueries.count(usually: 18) {
      var query = Query()
      query.paretoFront = Self.fronts[number % Self.fronts.count]
      if query.paretoFront.use(.distance) || SeededWorld.oneIn(3, &random) {
        query.near = RandomFilters.origin(near: WhyQueries.center, spreadDegrees: 0.5, &random)
        if SeededWorld.oneIn(3, &random) { query.radiusMeters = 30_000 }
      }
      if SeededWorld.oneIn(3, &random) { query.kinds = [.bar] }
      (query.limit, query.fields) = (1000, [.id])
      var sorted = query
      (sorted.paretoFront, sorted.sort) = ([], query.paretoFront)
      let matches = twin.matches(sorted, now: WhyQueries.now)
      let keys = matches.map { key(of: $0, query, twin.meanRating) }
      var front: [Int] = []
      for index in matches.indices {
        if !front.contains(where: { beats(keys[$0], keys[index]) }) { front.append(index) }
      }
      let answer = try temporary.catalog.answer(query, at: WhyQueries.now)
      #expect(answer.matches.map(\.id) == front.map { matches[$0].id }, "\(query.json.text)")
      query.total = true
      let whole = try temporary.catalog.answer(query, at: WhyQueries.now)
      #expect(whole.matches.map(\.id) == answer.matches.map(\.id) && whole.total == matches.count)
      skipped += 2 * answer.stats.entries < listings.count ? 1 : 0
    }
    #expect(skipped > 0)
  }

  private func key(of listing: Listing, _ query: Query, _ mean: Double) -> [Double] {
    query.paretoFront.map { key in
      switch key {
      case .distance: query.metric.meters(from: query.near ?? WhyQueries.center, to: listing.coordinate)
      case .price: listing.price?.amount ?? .infinity
      case .start: listing.starts.map { Double($0.secondsSince1970) } ?? .infinity
      default:
        listing.rating.map { rating in
          let votes = Double(max(listing.ratingCount ?? 1, 1))
          return -(votes * rating + 10 * mean) / (votes + 10)
        } ?? .infinity
      }
    }
  }

  private func beats(_ one: [Double], _ other: [Double]) -> Bool {
    zip(one, other).allSatisfy(<=) && zip(one, other).contains(where: <)
  }

  @Test(
    "meaningless keys are refused",
    arguments: [
      #"{"front":["price"],"sort":["price"]}"#, #"{"front":["distance"]}"#, #"{"front":["name"]}"#,
      #"{"front":["price"],"cluster":3}"#, #"{"front":["the best"]}"#, #"{"front":["relevance"]}"#,
    ])
  func refusals(text: String) throws {
    #expect(throws: QueryError.self) { _ = try Plan(Query(parsing: text.utf8), at: WhyQueries.now) }
  }

  @Test("the form keeps front and relax")
  func form() throws {
    let query = try Query(parsing: #"{"front":["price","-rating"],"relax":true}"#.utf8)
    #expect(query.paretoFront == [.price, .rating.descending] && query.relax)
    #expect(try Query(json: query.json) == query)
  }
}
