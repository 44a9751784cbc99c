import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

/// Skipping leaves that cannot contain anything better does not change the answers.
@Suite("Recommendations without a look at everything")
struct PromisingTests {
  private static let forms: [@Sendable (inout Query) -> Void] = [
    { _ in },
    { $0.near = RecommendedWorld.center },
    { ($0.near, $0.radiusMeters) = (RecommendedWorld.center, 9000) },
    { ($0.near, $0.kinds) = (RecommendedWorld.center, [.event]) },
    { ($0.near, $0.open, $0.kinds) = (RecommendedWorld.center, .init(at: .now), [.bar]) },
    { ($0.within, $0.price) = (BoundingBox(south: 48.7, west: 9.1, north: 48.9, east: 9.3), .init(max: 20)) },
    { ($0.near, $0.tags) = (RecommendedWorld.center, .init(none: ["smoking"])) },
    {
      $0.near = RecommendedWorld.center
      $0.during = .between(from: .instant(SeededWorld.now), to: .instant(SeededWorld.now + 20 * 86_400))
      $0.occurrences = .all
    },
    { $0.group = .init([.init(RecommendedWorld.center), .init(Coordinate(latitude: 48.9, longitude: 9.4))]) },
    {
      $0.near = Coordinate(latitude: 48.6, longitude: 9)
      var wishes = Query.Recommending()
      (wishes.novelty, wishes.seen) = (1, true)
      (wishes.weights.distance, wishes.weights.taste, wishes.weights.start) = (1.5, 0, 0.7)
      $0.recommending = wishes
    },
    {
      var wishes = Query.Recommending()
      (wishes.weights.places, wishes.weights.rating, wishes.weights.popularity) = (2, 1, 0)
      $0.recommending = wishes
    },
  ]

  @Test("a few are the first of all, and the total counts everything", arguments: [21] as [UInt64])
  func few(seed: UInt64) throws {
    let world = try RecommendedWorld(seed: seed, count: 700, spread: 0.4)
    var skipped = 0
    for members in [["m0"], ["new"], ["m1", "m2", "m3"]] {
      for (number, form) in Self.forms.enumerated() {
        var query = Query()
        (query.members, query.sort, query.limit, query.fields) = (members, [.recommended], 1000, [.id])
        form(&query)
        let all = try world.catalog.answer(query, at: SeededWorld.now)
        for limit in [1, 4, 20] {
          query.limit = limit
          let few = try world.catalog.answer(query, at: SeededWorld.now)
          #expect(few.matches.map(\.id) == all.matches.prefix(limit).map(\.id), "\(members) \(number) \(limit)")
          #expect(
            few.matches.map(\.score?.total) == all.matches.prefix(limit).map(\.score?.total),
            "\(members) \(number) \(limit)")
          if few.stats.entries < all.stats.entries / 2 { skipped += 1 }
        }
        query.total = true
        let counted = try world.catalog.answer(query, at: SeededWorld.now)
        query.limit = 1000
        #expect(counted.total == (try world.catalog.answer(query, at: SeededWorld.now).total))
        #expect(counted.matches.map(\.id) == all.matches.prefix(20).map(\.id))
      }
    }
    #expect(skipped > 4)
  }

  @Test("private locations are known only to members who may know them")
  func privatePlaces() throws {
    let couches = SeededWorld(seed: 23, count: 300, center: RecommendedWorld.center, spreadDegrees: 0.1).listings
      .filter { $0.kind == .couch }
    func placed(radius: Double?) -> [Listing] {
      couches.map {
        var couch = $0
        (couch.host, couch.publicRadiusMeters) = ("ana", radius)
        return couch
      }
    }
    let hidden = try TemporaryCatalog(placed(radius: 3000))
    let open = try TemporaryCatalog(placed(radius: nil))
    let told = try TemporaryCatalog(couches.map { try #require(try hidden.catalog.listing($0.id)) })
    for catalog in [hidden.catalog, told.catalog] {
      for couch in couches.prefix(5) {
        try catalog.perform(.favorite(listing: couch.id, member: "ben"), at: SeededWorld.now)
      }
      try catalog.buildRecommendations(threads: 1)
    }
    var query = Query()
    (query.sort, query.near, query.radiusMeters, query.limit) = ([.recommended], RecommendedWorld.center, 6000, 10)
    func scores(_ temporary: TemporaryCatalog, _ member: String, caller: String?) throws -> [String] {
      (query.members, query.caller) = ([member], caller)
      return try temporary.catalog.answer(query, at: SeededWorld.now).matches.map {
        "\($0.id) \($0.score?.total ?? 0) \($0.distanceMeters ?? 0)"
      }
    }
    #expect(try scores(hidden, "new", caller: "ana") == scores(open, "new", caller: nil))
    #expect(try scores(hidden, "new", caller: "ana") != scores(hidden, "new", caller: nil))
    for caller in [nil, "ben"] {
      #expect(try scores(hidden, "ben", caller: caller) == scores(told, "ben", caller: nil))
    }
    #expect(try !scores(hidden, "ben", caller: "ana").isEmpty)
  }
}
