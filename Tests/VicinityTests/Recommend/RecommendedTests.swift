import CivilTime
import Foundation
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

@Suite("Queries by what members like")
struct RecommendedTests {
  private static func query(_ members: [String], _ change: (inout Query) -> Void = { _ in }) -> Query {
    var query = Query()
    (query.members, query.sort, query.limit) = (members, [.recommended], 30)
    change(&query)
    return query
  }

  /// Filters, places and recommendation settings, each of which changes the answer.
  private static let forms: [@Sendable (inout Query) -> Void] = [
    { _ in },
    { $0.near = RecommendedWorld.center },
    { ($0.near, $0.radiusMeters) = (RecommendedWorld.center, 3000) },
    { ($0.near, $0.kinds, $0.limit) = (RecommendedWorld.center, [.bar], 5) },
    { ($0.near, $0.open) = (RecommendedWorld.center, .init(at: .now)) },
    { ($0.near, $0.price) = (RecommendedWorld.center, .init(max: 7.5)) },
    { $0.tags = .init(any: ["pub", "wifi"]) },
    { $0.text = "jazz" },
    { ($0.near, $0.during) = (RecommendedWorld.center, .named(.upcoming)) },
    {
      $0.group = .init(
        [.init(RecommendedWorld.center), .init(Coordinate(latitude: 48.8, longitude: 9.2))], maxMeters: 9000)
    },
    {
      $0.near = RecommendedWorld.center
      var wishes = Query.Recommending()
      (wishes.novelty, wishes.weights.distance, wishes.weights.taste) = (0.7, 1.5, 0.2)
      $0.recommending = wishes
    },
  ]

  /// The effect of rounding to 2⁻²⁰ on a sum of eight parts, and of single precision on a taste.
  private static let tolerance = 2e-5

  @Test(
    "results pass the filters, have the scores of the twin, and nothing better is left out",
    arguments: [3, 4] as [UInt64])
  func twin(seed: UInt64) throws {
    let world = try RecommendedWorld(seed: seed)
    let known = try world.known()
    let brute = BruteForce(world.listings)
    for (index, form) in Self.forms.enumerated() {
      var plain = Self.query([], form)
      (plain.sort, plain.members, plain.recommending) = ([], [], nil)
      let all = brute.matches(plain, now: SeededWorld.now)
      let members = ["m0", "m3", "new"]
      for member in SlowTests.areEnabled ? members : [members[(index + Int(seed)) % 3]] {
        let query = Self.query([member], form)
        let skipped = world.skipped(member, known)
        let matches = all.filter { !skipped.contains(known.rows[$0.id] ?? -1) }
        let found = try world.catalog.answer(query, at: SeededWorld.now).matches
        #expect(found.count == min(query.limit, matches.count))
        let twins = Dictionary(
          uniqueKeysWithValues: matches.map { ($0.id, world.parts(of: $0, for: member, query, known)) })
        var left = Set(matches.map(\.id))
        for match in found {
          let parts = try #require(match.score?.parts)
          let twin = try #require(twins[match.id], "\(match.id) does not pass the filters")
          left.remove(match.id)
          for name in ScoreParts.Name.allCases {
            #expect(abs(parts[name] - (twin[name] ?? 0)) < Self.tolerance, "\(name) of \(match.id) for \(member)")
          }
        }
        let worst = found.last?.score?.total ?? 0
        for id in left { #expect((twins[id]?.values.reduce(0, +) ?? 0) <= worst + 8 * Self.tolerance) }
      }
    }
  }

  @Test("parts add up to the score exactly, in any order and as they are written", arguments: [5, 6] as [UInt64])
  func sums(seed: UInt64) throws {
    let world = try RecommendedWorld(seed: seed)
    for members in [["m1"], ["m2", "m4"], ["new"]] {
      for form in Self.forms {
        let answer = try world.catalog.answer(Self.query(members, form), at: SeededWorld.now)
        var last = Double.infinity
        for match in answer.matches {
          let score = try #require(match.score)
          var json = JSONWriter()
          json.object { $0.members(of: match, in: answer) }
          let written = try JSONParser.parse(json.bytes)
          let parts = try #require(written.object?["parts"]?.object).members.compactMap(\.value.number)
          #expect(parts.reduce(0, +) == written.object?["score"]?.number)
          #expect(parts.reversed().reduce(0, +) == score.total)
          #expect(score.total <= last)
          last = score.total
        }
      }
    }
  }

  @Test("the same query has the same answer, on single pages and on all")
  func determinism() throws {
    let world = try RecommendedWorld(seed: 7)
    let twin = try RecommendedWorld(seed: 7)
    for form in Self.forms {
      var query = Self.query(["m0", "m5"], form)
      let found = try world.catalog.answer(query, at: SeededWorld.now).matches
      #expect(try twin.catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == found.map(\.id))
      query.limit = 3
      let few = try world.catalog.answer(query, at: SeededWorld.now).matches
      #expect(few.map(\.id) == found.prefix(3).map(\.id))
      #expect(few.map(\.score?.total) == found.prefix(3).map(\.score?.total))
    }
  }

  @Test("pages follow one another, also where diversity reorders them", arguments: [0, 0.6])
  func pages(diversity: Double) throws {
    let world = try RecommendedWorld(seed: 9)
    for form in Self.forms {
      var query = Self.query(["m0", "m5"], form)
      query.limit = 100
      var wishes = query.recommending ?? .init()
      wishes.diversity = diversity
      query.recommending = wishes
      let whole = try world.catalog.answer(query, at: SeededWorld.now)
      var (paged, cursors) = ([String](), 0)
      query.limit = 7
      repeat {
        let page = try world.catalog.answer(query, at: SeededWorld.now)
        paged += page.matches.map(\.id)
        query.after = page.next
        cursors += 1
      } while query.after != nil && paged.count < 98
      #expect(paged == whole.matches.map(\.id).prefix(paged.count).map { $0 }, "\(query.json.text)")
      #expect(cursors == max(1, (min(whole.matches.count, 98) + 6) / 7))
      query.after = nil
      query.limit = 7
      let first = try world.catalog.answer(query, at: SeededWorld.now)
      guard let next = first.next else { continue }
      (query.after, query.members) = (next, ["m1"])
      #expect(throws: QueryError.self) { try world.catalog.answer(query, at: SeededWorld.now) }
    }
  }

  @Test("a group's score is that of the member who likes it least, and unknown members do not count")
  func groups() throws {
    let world = try RecommendedWorld(seed: 8)
    var query = Self.query(["m0", "m1", "m2"])
    query.limit = 500
    let found = try world.catalog.answer(query, at: SeededWorld.now).matches
    query.recommending = .init()
    query.recommending?.seen = true
    let alone = try ["m0", "m1", "m2"].map { member in
      query.members = [member]
      let matches = try world.catalog.answer(query, at: SeededWorld.now).matches
      return Dictionary(uniqueKeysWithValues: matches.map { ($0.id, $0.score?.total ?? -1) })
    }
    for match in found {
      #expect(match.score?.total == alone.compactMap { $0[match.id] }.min())
    }
    query.recommending = nil
    query.members = ["m0"]
    let one = try world.catalog.answer(query, at: SeededWorld.now).matches
    query.members = ["m0", "new"]
    #expect(
      Set(one.map(\.id)).isSubset(of: Set(try world.catalog.answer(query, at: SeededWorld.now).matches.map(\.id))))
    #expect(try world.catalog.answer(query, at: SeededWorld.now).matches.allSatisfy { $0.score?.member == "m0" })
  }

  @Test("members of the origins stand for those of the query")
  func origins() throws {
    let world = try RecommendedWorld(seed: 8)
    let near = RecommendedWorld.center
    let named = Self.query(["m0", "m1"]) { $0.group = .init([.init(near), .init(near)]) }
    let placed = Self.query([]) { $0.group = .init([.init(near, member: "m0"), .init(near, member: "m1")]) }
    #expect(
      try world.catalog.answer(named, at: SeededWorld.now).matches.map(\.id)
        == world.catalog.answer(placed, at: SeededWorld.now).matches.map(\.id))
  }

  @Test("known listings are returned only on request, rejected ones never")
  func seen() throws {
    let world = try RecommendedWorld(seed: 9)
    let known = try world.known()
    var query = Self.query(["m0"]) { $0.limit = 1000 }
    let fresh = Set(try world.catalog.answer(query, at: SeededWorld.now).matches.map(\.id))
    query.recommending = .init()
    query.recommending?.seen = true
    let all = Set(try world.catalog.answer(query, at: SeededWorld.now).matches.map(\.id))
    let liked = Set(world.interactions(of: "m0", known).map(\.listing.id))
    #expect(fresh.isDisjoint(with: liked))
    #expect(all.isSuperset(of: liked))
    #expect(
      all.isDisjoint(
        with: world.listings.filter { known.disliked["m0"]?.contains(known.rows[$0.id] ?? -1) == true }.map(\.id)))
    #expect(known.disliked.values.contains { !$0.isEmpty })
  }

  @Test("for an unknown member, popular and near listings are returned, with a note")
  func newMember() throws {
    let world = try RecommendedWorld(seed: 10)
    let answer = try world.catalog.answer(
      Self.query(["new"]) { $0.near = RecommendedWorld.center }, at: SeededWorld.now)
    #expect(!answer.matches.isEmpty)
    for match in answer.matches {
      let score = try #require(match.score)
      #expect(score.isFallback && score.reasons.first?.source == .nothingKnown(member: "new"))
      #expect(score.parts[.taste] == 0 && score.parts[.tags] == 0 && score.parts[.places] == 0)
    }
  }

  @Test("reasons are listings that the member likes, and no more than the part")
  func reasons() throws {
    let world = try RecommendedWorld(seed: 11)
    let liked = Set(world.interactions(of: "m3", try world.known()).map(\.listing.id))
    let answer = try world.catalog.answer(Self.query(["m3"]), at: SeededWorld.now)
    #expect(answer.matches.contains { $0.score?.parts[.taste] ?? 0 > 0 })
    for match in answer.matches {
      let score = try #require(match.score)
      for reason in score.reasons {
        if case .listing(let id, _) = reason.source { #expect(liked.contains(id) && reason.points > 0) }
      }
    }
  }

  @Test(
    "an event is returned once and counted once, however often it takes place",
    arguments: [nil, RecommendedWorld.center])
  func occurrences(near: Coordinate?) throws {
    let world = try RecommendedWorld(seed: 12)
    var query = Self.query(["nobody"]) {
      $0.during = .between(from: .instant(SeededWorld.now), to: .instant(SeededWorld.now + 20 * 86_400))
      ($0.occurrences, $0.limit, $0.total, $0.near) = (.all, 1000, true, near)
    }
    let answer = try world.catalog.answer(query, at: SeededWorld.now)
    let found = answer.matches.map(\.id)
    #expect(!found.isEmpty && Set(found).count == found.count && answer.total == found.count)
    query.facets = [.kind]
    let counted = try world.catalog.answer(query, at: SeededWorld.now)
    #expect(counted.total == found.count && counted.facets?.first?.values.map(\.count) == [found.count])
    query.limit = 0
    #expect(try world.catalog.answer(query, at: SeededWorld.now).total == found.count)
  }

  @Test("moved as far as reported, a listing is first; a little less, it is not")
  func counterfactual() throws {
    let near = RecommendedWorld.center
    func bar(_ id: String, north: Double, rating: Double) -> Listing {
      var bar = Listing(
        id: id, kind: .bar, coordinate: Coordinate(latitude: near.latitude + north, longitude: near.longitude))
      (bar.rating, bar.ratingCount) = (rating, 100)
      return bar
    }
    let temporary = try TemporaryCatalog([bar("a", north: 0.002, rating: 4), bar("b", north: 0.008, rating: 4)])
    let query = Self.query(["new"]) {
      $0.near = near
      $0.recommending = .init()
      $0.recommending?.explain = true
    }
    let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(answer.matches.map(\.id) == ["a", "b"])
    let text = try #require(answer.matches.last?.score?.counterfactual)
    let meters = try #require(Double(text.split(separator: " ")[2]), "\(text)")
    let distance = try #require(answer.matches.last?.distanceMeters)
    for (change, first) in [(meters, "b"), (meters - 2, "a")] {
      try temporary.catalog.save([bar("b", north: 0.008 * (distance - change) / distance, rating: 4)], source: "test")
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.first?.id == first)
    }
  }

  @Test("diversity picks what the naive rule picks")
  func diversity() {
    var random = SplitMix64(seed: 20)
    for _ in 0..<50 {
      let points = (0..<30).map { _ in Double(SeededWorld.pick(20, &random)) / 20 }.sorted(by: >)
      let features = points.map { _ in (0..<6).map { Int32($0) }.filter { _ in SeededWorld.oneIn(2, &random) } }
      for diversity in [0, 0.3, 0.7, 1] {
        let order = Diversity(diversity: diversity).order(points, features, limit: 10)
        #expect(order == Self.naiveOrder(points, features, diversity, limit: 10))
      }
    }
  }

  private static func naiveOrder(_ points: [Double], _ features: [[Int32]], _ diversity: Double, limit: Int) -> [Int] {
    if diversity == 0 { return Array(points.indices.prefix(limit)) }
    var chosen: [Int] = []
    while chosen.count < limit {
      let rest = points.indices.filter { !chosen.contains($0) }
      func worth(_ index: Int) -> Double {
        let likeness =
          chosen.map { other -> Double in
            let (left, right) = (Set(features[index]), Set(features[other]))
            let all = left.union(right).count
            return all == 0 ? 1 : Double(left.intersection(right).count) / Double(all)
          }.max() ?? 0
        let scale = points[0] > 0 ? 1 / points[0] : 1
        return (1 - diversity) * points[index] * scale - diversity * likeness
      }
      let best = rest.map(worth).max() ?? 0
      chosen.append(rest.first { worth($0) == best } ?? 0)
    }
    return chosen
  }

  static let refused: [(String, String)] = [
    (#"{"sort":"recommended"}"#, "sort \"recommended\" needs member, which is missing"),
    (#"{"sort":["recommended","price"],"member":"m"}"#, "cannot be combined"),
    (#"{"sort":"recommended","member":"m","after":"x"}"#, "not a cursor"),
    (#"{"sort":"recommended","member":"m","members":["n"]}"#, "either member or members"),
    (#"{"sort":"recommended","member":""}"#, "member: an empty name is not allowed"),
    (#"{"sort":"recommended","member":7}"#, "member: expected the name of a member"),
    (#"{"sort":"recommended","member":"m","weights":{"tast":1}}"#, "did you mean taste?"),
    (#"{"sort":"recommended","member":"m","weights":{"taste":-1}}"#, "weights.taste"),
    (#"{"sort":"recommended","member":"m","weights":{"taste":1e9}}"#, "weights.taste: 1000000000.0 is not allowed"),
    (#"{"sort":"recommended","member":"m","weights":{"halfDistance":0}}"#, "above 0"),
    (
      #"{"sort":"recommended","member":"m","diversity":1.5}"#,
      "diversity: 1.5 is not allowed, must be a number from 0 to 1"
    ),
    (#"{"sort":"price","member":"m","novelty":0.5}"#, "needs sort \"recommended\""),
    (#"{"front":["recommended"],"member":"m"}"#, "front: recommended is not allowed"),
  ]

  @Test("invalid recommendations are refused", arguments: refused)
  func faults(text: String, message: String) throws {
    let error = #expect(throws: QueryError.self) { _ = try Plan(Query(parsing: text.utf8), at: SeededWorld.now) }
    #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
  }

  @Test("the JSON form reads back as the same query")
  func roundTrip() throws {
    let query = Self.query(["ana", "ben"]) {
      var wishes = Query.Recommending()
      (wishes.diversity, wishes.novelty, wishes.seen, wishes.explain) = (0.25, 0.5, true, true)
      (wishes.weights.taste, wishes.weights.halfPrice) = (0.125, 7)
      $0.recommending = wishes
    }
    #expect(try Query(json: query.json) == query)
  }
}
