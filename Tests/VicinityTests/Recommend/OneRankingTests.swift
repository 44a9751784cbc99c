import Foundation
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// A member has one ranking, whichever way it is asked for.
@Suite("One ranking for a member")
struct OneRankingTests {
  private static let seeds: [UInt64] = [41, 42, 43]

  /// The compared data: the listing and its score.
  private struct Ranked: Equatable, CustomStringConvertible {
    let id: String
    let score: Double

    init(_ match: Match) { (id, score) = (match.id, match.score?.total ?? .nan) }

    static func == (left: Self, right: Self) -> Bool { left.id == right.id && abs(left.score - right.score) <= 1e-6 }
    var description: String { "\(id) \(score)" }
  }

  private static func answer(
    _ world: RecommendedWorld, _ members: [String], _ change: (inout Query) -> Void = { _ in }
  ) throws -> [Ranked] {
    var query = Query()
    (query.members, query.sort, query.limit) = (members, [.recommended], 25)
    change(&query)
    return try world.catalog.answer(query, at: SeededWorld.now).matches.map(Ranked.init)
  }

  @Test("the catalog's recommendations are those of a query without conditions", arguments: seeds)
  func door(seed: UInt64) throws {
    let world = try RecommendedWorld(seed: seed)
    for member in RecommendedWorld.members + ["new"] {
      let told = try world.catalog.recommendations(for: member, limit: 25, at: SeededWorld.now).map(Ranked.init)
      #expect(told == (try Self.answer(world, [member])), "\(member)")
      let near = try world.catalog.recommendations(
        for: member, near: RecommendedWorld.center, limit: 25, at: SeededWorld.now
      ).map(Ranked.init)
      #expect(near == (try Self.answer(world, [member]) { $0.near = RecommendedWorld.center }), "\(member)")
    }
  }

  @Test("conditions that everything meets change neither order nor scores", arguments: seeds)
  func conditions(seed: UInt64) throws {
    let world = try RecommendedWorld(seed: seed)
    var unmeasured = Query.Recommending()
    unmeasured.weights.distance = 0
    for members in RecommendedWorld.members.map({ [$0] }) + [["new"], ["m0", "m1", "new"]] {
      let plain = try Self.answer(world, members)
      let boxed = try Self.answer(world, members) {
        $0.within = BoundingBox(south: 40, west: 0, north: 60, east: 20)
      }
      let around = try Self.answer(world, members) {
        ($0.near, $0.radiusMeters, $0.recommending) = (RecommendedWorld.center, 1_000_000, unmeasured)
      }
      #expect(boxed == plain && around == plain, "\(members)")
      let near = try Self.answer(world, members) { $0.near = RecommendedWorld.center }
      let within = try Self.answer(world, members) { ($0.near, $0.radiusMeters) = (RecommendedWorld.center, 1_000_000) }
      #expect(near == within, "\(members)")
    }
  }

  @Test("an evaluation in memory ranks what the catalog recommends", arguments: [51, 52] as [UInt64])
  func memory(seed: UInt64) throws {
    let world = try VisitedWorld(seed: seed)
    let ranker = try world.model.ranker()
    for member in 0..<VisitedWorld.members {
      let ranked = try ranker.recommend(to: member, limit: 1000)
      let told = try world.temporary.catalog.recommendations(
        for: VisitedWorld.name(ofMember: member), limit: 1000, at: SeededWorld.now)
      let scores = Dictionary(uniqueKeysWithValues: told.map { ($0.id, $0.score?.total ?? .nan) })
      #expect(ranked.count == told.count)
      // In the file affinities differ by at least a 32 767th of the largest.
      for listing in ranked {
        let other = scores[VisitedWorld.name(ofListing: Int(listing.listing))] ?? .nan
        #expect(abs(listing.score - other) < 1e-4)
      }
      for limit in [1, 5, 20] {
        #expect(try ranker.recommend(to: member, limit: limit) == Array(ranked.prefix(limit)))
      }
    }
  }
}

/// Members who visit bars and know one another, in memory and as a catalog.
private struct VisitedWorld {
  static let members = 25
  private static let listings = 150

  let model: RecommendationModel
  let temporary: TemporaryCatalog

  static func name(ofMember number: Int) -> String { "m\(100 + number)" }
  static func name(ofListing number: Int) -> String { "p\(1000 + number)" }

  init(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func pick(_ bound: Int) -> Int { SeededWorld.pick(bound, &random) }
    let coordinates = (0..<Self.listings).map { _ in
      Coordinate(latitude: 48 + Double(pick(100_000)) / 1e6, longitude: 9 + Double(pick(100_000)) / 1e6)
    }
    let tags = (0..<Self.listings).map { _ in Set((0..<pick(3)).map { _ in pick(5) }).sorted() }
    // The last member has visited nothing, and no member knows the last listings.
    let visits = (0..<Self.members - 1).flatMap { member in
      Set((0..<1 + pick(30)).map { _ in pick(Self.listings - 20) }).sorted().map { listing in
        (member: member, listing: listing, count: 1 + pick(4))
      }
    }
    let pairs = Set((0..<30).map { _ in [pick(Self.members), pick(Self.members)].sorted() }.filter { $0[0] < $0[1] })
    let friends = pairs.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    func rows(_ entries: [(row: Int, column: Int, weight: Double)], _ count: Int) -> SparseRows {
      SparseRows(
        entries.map { SparseRows.Entry(row: Int32($0.row), column: Int32($0.column), weight: Float($0.weight)) },
        rows: count)
    }
    let known = (friends + friends.map { $0.reversed() }).map { (row: $0[0], column: $0[1], weight: 1.0) }
    let tagged = tags.enumerated().flatMap { listing, tags in tags.map { (row: listing, column: $0, weight: 1.0) } }
    let visited = visits.map { (row: $0.member, column: $0.listing, weight: 1 + log(Double($0.count))) }
    model = RecommendationModel(
      rows(visited, Self.members), at: coordinates, friends: rows(known, Self.members),
      categories: rows(tagged, Self.listings), settings: .init(), threads: 2)
    temporary = try TemporaryCatalog(
      coordinates.indices.map { number in
        var bar = Listing(id: Self.name(ofListing: number), kind: .bar, coordinate: coordinates[number])
        bar.tags = tags[number].map { "tag-\($0)" }
        return bar
      })
    let lines = visits.map { "\(Self.name(ofMember: $0.member))\t\(Self.name(ofListing: $0.listing))\t\($0.count)\n" }
    let acquaintances = friends.map { "\(Self.name(ofMember: $0[0]))\t\(Self.name(ofMember: $0[1]))\n" }
    let files = try [("visits.tsv", lines), ("friends.tsv", acquaintances)].map { name, lines in
      let url = temporary.folder.appending(path: name)
      try Data(lines.joined().utf8).write(to: url)
      return url.path
    }
    try temporary.catalog.importSignals(
      [SignalImport(path: files[0]), SignalImport(path: files[1], form: .friends)], rebuildingWith: 2)
  }
}
