import Geography
import TestSupport
import Testing

@testable import Vicinity

/// Equal outings in equal order with equal scores.
@Suite("Outings and the brute-force twin")
struct OutingTwinTests {
  private static let center = Coordinate(latitude: 48.775, longitude: 9.18)

  /// The part of a request apart from place and nights.
  struct Wish: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout OutingRequest) -> Void
  }

  static let wishes = [
    Wish(testDescription: "nothing more") { _ in },
    Wish(testDescription: "one outing") { $0.limit = 1 },
    Wish(testDescription: "many outings") { $0.limit = QueryLimits.mostOutings },
    Wish(testDescription: "two guests, a long walk") { ($0.guests, $0.walkMeters) = (2, 2500) },
    Wish(testDescription: "little money") { ($0.maxPrice, $0.limit) = (30, 50) },
    Wish(testDescription: "one currency") { ($0.currency, $0.limit, $0.guests) = ("EUR", 50, 2) },
    Wish(testDescription: "nothing to pay") { ($0.maxPrice, $0.limit, $0.walkMeters) = (0.001, 50, 4000) },
    Wish(testDescription: "tags") {
      ($0.eventTags.any, $0.couchTags.none, $0.barTags.any) = (["pub", "wifi"], ["smoking"], ["pub", "live-music"])
    },
    Wish(testDescription: "narrow bounds") {
      ($0.bounds.couches, $0.bounds.eventsPerEvening, $0.bounds.bars, $0.limit) = (3, 2, 2, 1000)
    },
    Wish(testDescription: "only the price counts") {
      ($0.weights.walk, $0.weights.rating, $0.limit) = (0, 0, 40)
    },
  ]

  @Test("agree on every kind of request", arguments: wishes)
  func requests(wish: Wish) throws {
    let listings = SeededWorld(seed: 21, count: 150, center: Self.center, spreadDegrees: 0.015).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForceOutings(BruteForce(listings))
    for (from, to) in [("2026-11-27", "2026-11-29"), ("2026-11-28", "2026-12-01")] {
      var request = OutingRequest(near: Self.center, nights: try #require(Nights(from, to)), walkMeters: 1200)
      wish.change(&request)
      let found = try temporary.catalog.outings(request, at: SeededWorld.now)
      let expected = twin.outings(request, now: SeededWorld.now)
      #expect(found.map(BruteForceOutings.Found.init) == Array(expected.prefix(request.limit)))
      if wish.testDescription == "nothing more" { #expect(expected.count > request.limit) }
    }
  }

  @Test("every outing has a free couch, a future event and an open bar", arguments: [31] as [UInt64])
  func oneByOne(seed: UInt64) throws {
    let listings = SeededWorld(seed: seed, count: 150, center: Self.center, spreadDegrees: 0.02).listings
    let temporary = try TemporaryCatalog(listings)
    var request = OutingRequest(
      near: Self.center, nights: try #require(Nights("2026-11-27", "2026-11-29")), guests: 2)
    request.limit = 50
    let outings = try temporary.catalog.outings(request, at: SeededWorld.now)
    #expect(!outings.isEmpty)
    for outing in outings {
      let stay = AvailabilityRequest.stay(Query.Stay(nights: request.nights, guests: 2))
      #expect(
        try temporary.catalog.availability(of: outing.couch.listing.id, for: stay, at: SeededWorld.now).isAvailable
          == true)
      let visit = Query.Opening(at: .instant(outing.arrival), stayMinutes: 60)
      #expect(
        try temporary.catalog.availability(of: outing.bar.listing.id, for: .opening(visit), at: SeededWorld.now)
          .isAvailable == true)
      #expect(outing.over > SeededWorld.now)
      for stop in [outing.couch, outing.event, outing.bar] { #expect(stop.walkMeters <= request.walkMeters) }
      let score = outing.score
      #expect(abs(score.total - (score.walk + score.price + score.rating)) < 1e-9)
    }
  }

  @Test("branches that cannot be among the best are pruned")
  func work() throws {
    let listings = SeededWorld(seed: 21, count: 600, center: Self.center, spreadDegrees: 0.03).listings
    let temporary = try TemporaryCatalog(listings)
    var request = OutingRequest(near: Self.center, nights: try #require(Nights("2026-11-27", "2026-12-01")))
    request.limit = 1
    let few = try temporary.catalog.outingsWithWork(request, at: SeededWorld.now)
    request.limit = QueryLimits.mostOutings
    let all = try temporary.catalog.outingsWithWork(request, at: SeededWorld.now)
    #expect(few.outings.first == all.outings.first)
    #expect(few.work.couches == all.work.couches)
    #expect(few.work.bars < all.work.bars)
  }
}

extension BruteForceOutings.Found {
  init(_ outing: Outing) {
    self.init(
      couch: outing.couch.listing.id, event: outing.event.listing.id, starts: outing.starts, bar: outing.bar.listing.id,
      score: Int((outing.score.total * 10_000).rounded()), millimeters: Int((outing.walkMeters * 1000).rounded()),
      price: outing.price)
  }
}
