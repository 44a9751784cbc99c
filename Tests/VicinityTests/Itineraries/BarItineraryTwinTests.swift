import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

/// Equal crawls in equal order with equal scores.
@Suite("Crawls and the brute-force twin")
struct BarItineraryTwinTests {
  /// The part of a request apart from place and time.
  struct Wish: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout BarItineraryRequest) -> Void
  }

  static let wishes = [
    Wish(testDescription: "nothing more") { _ in },
    Wish(testDescription: "two stops, of few candidates") { ($0.stops, $0.candidates) = (2, 2) },
    Wish(testDescription: "short stays and a short walk") { ($0.stayMinutes, $0.walkMeters) = (20, 1500) },
    Wish(testDescription: "a tag") { $0.tags.none = ["smoking"] },
    Wish(testDescription: "a price limit") { ($0.maxPrice, $0.currency) = (25, "EUR") },
    Wish(testDescription: "many of them") { $0.limit = QueryLimits.mostOutings },
    Wish(testDescription: "one stop") { ($0.stops, $0.limit) = (1, 20) },
  ]

  @Test("agree", arguments: wishes, [1, 2] as [UInt64])
  func agree(wish: Wish, seed: UInt64) throws {
    let world = SeededWorld(seed: seed, count: 120, center: WhyQueries.center, spreadDegrees: 0.015).listings
    let temporary = try TemporaryCatalog(world)
    let twin = BruteForceCrawls(BruteForce(world))
    var request = BarItineraryRequest(from: WhyQueries.center, start: SeededWorld.now)
    (request.candidates, request.walkMeters) = (4, 3000)
    wish.change(&request)
    let crawls = try temporary.catalog.barItineraries(request)
    let expected = twin.crawls(request).prefix(request.limit)
    #expect(!crawls.isEmpty || seed == 2)
    #expect(
      crawls.map {
        BruteForceCrawls.Found(
          ids: $0.ids, score: Int(($0.score.total * 10_000).rounded()),
          millimeters: Int(($0.walkMeters * 1000).rounded()))
      } == Array(expected))
  }

  @Test("of many stops end, with good ones")
  func many() throws {
    let world = SeededWorld(seed: 4, count: 300, center: WhyQueries.center, spreadDegrees: 0.01).listings.map { bar in
      var bar = bar
      if bar.kind == .bar { bar.openingHours = "24/7" }
      return bar
    }
    let temporary = try TemporaryCatalog(world)
    var request = BarItineraryRequest(from: WhyQueries.center, start: SeededWorld.now)
    (request.stops, request.stayMinutes, request.walkMeters) = (8, 30, 2000)
    let crawls = try temporary.catalog.barItineraries(request)
    #expect(crawls.count == request.limit && crawls.allSatisfy { Set($0.ids).count == 8 })
    // No worse than always going to the best next one.
    request.candidates = 1
    let greedy = try temporary.catalog.barItineraries(request)
    #expect(crawls[0].score.total >= greedy[0].score.total)
  }

  @Test("each stop is open for the stay, and the parts sum to the score")
  func facts() throws {
    let world = SeededWorld(seed: 3, count: 200, center: WhyQueries.center, spreadDegrees: 0.015).listings
    let temporary = try TemporaryCatalog(world)
    var request = BarItineraryRequest(from: WhyQueries.center, start: SeededWorld.now)
    request.walkMeters = 2000
    let crawls = try temporary.catalog.barItineraries(request)
    #expect(crawls.count == 3)
    for crawl in crawls {
      #expect(Set(crawl.ids).count == 3)
      #expect(abs(crawl.score.total - (crawl.score.walk + crawl.score.price + crawl.score.rating)) < 1e-9)
      for (stop, next) in zip(crawl.stops, crawl.stops.dropFirst()) { #expect(stop.departure <= next.arrival) }
      for stop in crawl.stops {
        let visit = Query.Opening(at: .instant(stop.arrival), stayMinutes: request.stayMinutes)
        #expect(
          try temporary.catalog.availability(of: stop.place.listing.id, for: .opening(visit), at: SeededWorld.now)
            .isAvailable
            == true)
        #expect(stop.departure - stop.arrival == 3600 && stop.place.walkMeters <= 2000)
      }
    }
  }

  static let badRequests = [
    Wish(testDescription: "stops") { $0.stops = 0 }, Wish(testDescription: "stops") { $0.stops = 11 },
    Wish(testDescription: "stay") { $0.stayMinutes = -1 }, Wish(testDescription: "candidates") { $0.candidates = 0 },
    Wish(testDescription: "limit") { $0.limit = -1 }, Wish(testDescription: "walk") { $0.walkMeters = -1 },
    Wish(testDescription: "from") { $0.from.latitude = 95 }, Wish(testDescription: "price.max") { $0.maxPrice = .nan },
    Wish(testDescription: "weights.walk") { $0.weights.walk = -1 },
  ]

  @Test("invalid requests are refused by name", arguments: badRequests)
  func refusals(bad: Wish) throws {
    var request = BarItineraryRequest(from: WhyQueries.center, start: SeededWorld.now)
    bad.change(&request)
    let temporary = try TemporaryCatalog()
    let error = #expect(throws: QueryError.self) { try temporary.catalog.barItineraries(request) }
    guard case .outOfRange(let path, _, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == bad.testDescription)
  }
}
