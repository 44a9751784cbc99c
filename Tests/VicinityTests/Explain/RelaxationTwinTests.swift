import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// A relaxed query has the reported results, and a smaller change of the same condition gives no more than before. What
/// is closed for good is never offered.
@Suite("Relaxations and the brute-force twin")
struct RelaxationTwinTests {
  @Test("give more, by the smallest change", arguments: [4, 5, 6] as [UInt64])
  func smallest(seed: UInt64) throws {
    let listings = SeededWorld(seed: seed, count: 120, center: WhyQueries.center, spreadDegrees: WhyQueries.spread)
      .listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    func count(_ query: Query) -> Int { twin.ids(query, now: WhyQueries.now).count }
    var random = SplitMix64(seed: seed &* 31)
    var seen: [String: Int] = [:]
    for _ in 0..<TwinQueries.count(usually: 30) {
      let query = WhyQueries.make(&random, oneIn: 6)
      if WhyQueries.isRefused(query) { continue }
      let before = count(query)
      let relaxations = try temporary.catalog.relaxations(of: query, at: WhyQueries.now)
      for relaxation in relaxations {
        seen[relaxation.filter, default: 0] += relaxation.change == nil ? 0 : 1
        #expect(relaxation.results > before && count(relaxation.query) == relaxation.results, "\(query.json.text)")
        for less in lesser(relaxation, than: query) {
          #expect(count(less) <= before, "\(relaxation.filter) \(relaxation.change ?? 0) \(query.json.text)")
        }
      }
      for condition in query.conditions where condition != .width && condition != .inBusiness {
        guard condition != .kinds || query.kinds != nil else { continue }
        guard let without = query.bare.dropping(condition), count(without) > before else { continue }
        #expect(relaxations.contains { $0.filter == condition.key }, "\(condition) \(query.json.text)")
      }
    }
    #expect(seen.values.filter { $0 > 0 }.count >= 6, "\(seen)")
  }

  private func lesser(_ relaxation: Relaxation, than query: Query) -> [Query] {
    guard let change = relaxation.change else { return [] }
    if relaxation.filter == "stay" {
      return Query.Stay.shifts.filter { abs($0) < Int(abs(change)) }.compactMap {
        query.givingWay("stay", by: Double($0))
      }
    }
    // The twin tries every minute.
    if relaxation.unit == .minutes, change > 1000 { return [] }
    return [query.givingWay(relaxation.filter, by: change - Query.step(of: relaxation.filter))].compactMap { $0 }
  }

  @Test("a short answer reports them, and only on request")
  func thin() throws {
    let listings = (0..<5).map { number in
      let place = Coordinate(latitude: 48 + 0.01 * Double(number), longitude: 9)
      return Listing(id: "bar-\(number)", kind: .bar, coordinate: place)
    }
    let temporary = try TemporaryCatalog(listings)
    var query = Query()
    (query.near, query.radiusMeters, query.limit) = (Coordinate(latitude: 48, longitude: 9), 1500, 2)
    #expect(try temporary.catalog.answer(query, at: WhyQueries.now).relaxations == nil)
    query.relax = true
    #expect(
      try temporary.catalog.answer(query, at: WhyQueries.now).relaxations == nil, "there are as many as asked for")
    query.limit = 3
    let relaxations = try #require(try temporary.catalog.answer(query, at: WhyQueries.now).relaxations)
    #expect(relaxations.map(\.filter) == ["radius"] && relaxations.map(\.results) == [3])
    #expect(relaxations[0].query.radiusMeters.map { (2223...2225).contains($0) } == true)
  }

  @Test("a box grows towards the nearest listing")
  func box() throws {
    let places = [(48.0, 9.0), (48.3, 9.0), (48.0, 9.2), (47.0, 9.0)]
    let listings = places.enumerated().map {
      Listing(id: "bar-\($0)", kind: .bar, coordinate: Coordinate(latitude: $1.0, longitude: $1.1))
    }
    let temporary = try TemporaryCatalog(listings)
    var query = Query()
    query.within = BoundingBox(south: 47.9, west: 8.9, north: 48.1, east: 9.1)
    let relaxation = try #require(try temporary.catalog.relaxations(of: query, at: WhyQueries.now).first)
    #expect(relaxation.filter == "within" && relaxation.results == 2)
    #expect(relaxation.query.within == BoundingBox(south: 47.9, west: 8.9, north: 48.1, east: 9.2))
    #expect(relaxation.change.map { (7400...7500).contains($0) } == true)
  }
}
