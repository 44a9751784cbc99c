import Foundation
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Recommendations in a catalog")
struct RecommendationTests {
  /// Two groups of members: those who like `a0` also like `a1`…; all bars are a few kilometers apart.
  private static func world() throws -> TemporaryCatalog {
    let bars = ["a", "b"].enumerated().flatMap { circle, letter in
      (0..<6).map { number in
        Listing(
          id: "\(letter)\(number)", kind: .bar,
          coordinate: Coordinate(latitude: 48 + Double(circle) / 3, longitude: 9 + Double(number) / 10))
      }
    }
    let temporary = try TemporaryCatalog(bars)
    for member in 0..<10 {
      let letter = member % 2 == 0 ? "a" : "b"
      for number in 0..<5 where number != member / 2 {
        try temporary.catalog.perform(
          .favorite(listing: "\(letter)\(number)", member: "m\(member)"), at: SeededWorld.now)
      }
    }
    try temporary.catalog.buildRecommendations(threads: 2)
    return temporary
  }

  private static func file(_ text: String, in temporary: TemporaryCatalog) throws -> String {
    let url = temporary.folder.appending(path: "signals")
    try text.write(to: url, atomically: true, encoding: .utf8)
    return url.path
  }

  private static func told(_ member: String, limit: Int, in temporary: TemporaryCatalog) throws -> [Match] {
    try temporary.catalog.recommendations(for: member, limit: limit, at: SeededWorld.now)
  }

  @Test("listings liked by members of the same taste come first, known ones never appear")
  func taste() throws {
    let temporary = try Self.world()
    let found = try Self.told("m0", limit: 3, in: temporary)
    #expect(found.first?.id == "a0")
    #expect(found.allSatisfy { !["a1", "a2", "a3", "a4"].contains($0.id) })
  }

  @Test("reasons add up to no more than the taste, and come from what the member likes", arguments: ["m0", "m3"])
  func reasons(member: String) throws {
    let temporary = try Self.world()
    let liked = Set(try temporary.catalog.favorites(of: member, at: SeededWorld.now).map(\.listing.id))
    for match in try Self.told(member, limit: 12, in: temporary) {
      let score = try #require(match.score)
      var sum = 0.0
      for reason in score.reasons {
        guard case .listing(let id, _) = reason.source else { continue }
        #expect(liked.contains(id))
        sum += reason.points
      }
      #expect(sum <= score.parts[.taste] + ScoreParts.step)
    }
  }

  @Test("a new favorite changes the next answer")
  func freshness() throws {
    let temporary = try Self.world()
    let before = try Self.told("new", limit: 3, in: temporary)
    #expect(before.allSatisfy { $0.score?.isFallback == true })
    try temporary.catalog.perform(.favorite(listing: "b2", member: "new"), at: SeededWorld.now)
    let after = try Self.told("new", limit: 3, in: temporary)
    #expect(after.first?.score?.reasons.contains { $0.source == .listing(id: "b2", name: nil) } == true)
    #expect(after.first?.id.hasPrefix("b") == true)
  }

  @Test("a removed listing is never recommended")
  func removal() throws {
    let temporary = try Self.world()
    try temporary.catalog.remove(ids: ["a0"])
    #expect(try Self.told("m0", limit: 12, in: temporary).allSatisfy { $0.id != "a0" })
  }

  @Test("one star is no interaction, and the listing is not recommended")
  func dislikes() throws {
    let temporary = try Self.world()
    try temporary.catalog.perform(
      .rate(listing: "a0", member: "m0", stars: try #require(Stars(1))), at: SeededWorld.now)
    #expect(try Self.told("m0", limit: 12, in: temporary).allSatisfy { $0.id != "a0" })
  }

  @Test("a friend likes everything with a positive weight", arguments: [61, 62] as [UInt64])
  func liked(seed: UInt64) throws {
    let world = try RecommendedWorld(seed: seed)
    try world.catalog.read { worker, _, _ in
      let reader = SignalReader(statements: worker, weights: SignalWeights())
      var rejected = 0
      for member in RecommendedWorld.members {
        let interactions = try reader.interactions(of: member)
        rejected += interactions.count { $0.weight == 0 }
        #expect(try reader.liked(by: member) == Set(interactions.filter { $0.weight > 0 }.map(\.fid)))
      }
      #expect(rejected > 0)
    }
  }

  static let badFiles: [(String, String)] = [
    (#"{"member":"m","listing":"a0","signal":"visit"}"# + "\n7", "signals:2: the signal"),
    (#"{"member":"m","listing":"zz","signal":"visit"}"#, "no listing has the id \"zz\""),
    (#"{"member":"m","listing":"a0","signal":"visti"}"#, "visit"),
    (#"{"member":"m","listing":"a0","signal":"rating"}"#, "value"),
    (#"{"member":"m","listing":"a0","signal":"rating","value":9}"#, "1 to 5 stars"),
    (#"{"member":"m","listing":"a0","signal":"visit","at":"yesterday"}"#, "at"),
    (#"{"listing":"a0","signal":"visit"}"#, "member"),
    (#"{"member":"m","listing":"a0","signal":"visit","colour":1}"#, "colour"),
    ("m\ta0\t1\nm", "signals:2: a line needs member"),
    ("m\ta0\tmany", "signals:1: a line needs member"),
  ]

  @Test("a file with an error is refused as a whole, and the message names the line", arguments: badFiles)
  func refusals(text: String, message: String) throws {
    let temporary = try TemporaryCatalog([
      Listing(id: "a0", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    ])
    let path = try Self.file(text, in: temporary)
    let error = try #require(throws: SignalImport.Failure.self) {
      try temporary.catalog.importSignals([SignalImport(path: path)], rebuildingWith: nil)
    }
    #expect("\(error)".contains(message), "\(error)")
    #expect(try TestDatabase.rows("SELECT count(*) FROM signal", path: temporary.path) == [["0"]])
  }

  @Test("the same file twice is the same as once")
  func repetition() throws {
    let temporary = try Self.world()
    let lines = [
      #"{"member":7,"listing":"a0","signal":"visit","value":3}"#,
      #"{"member":"7","listing":"a0","signal":"visit","value":2,"at":"2026-11-20T21:00:00Z"}"#,
      #"{"member":"7","signal":"friend","friend":"m1"}"#,
    ]
    let path = try Self.file(lines.joined(separator: "\n"), in: temporary)
    for _ in 0..<2 {
      let report = try temporary.catalog.importSignals([SignalImport(path: path)], rebuildingWith: nil)
      #expect(report.files == [SignalImport.Report(signals: 2, friendships: 1)])
    }
    let rows = try TestDatabase.rows("SELECT member, sum(value) FROM signal GROUP BY member", path: temporary.path)
    #expect(rows == [["7", "5.0"]])
    #expect(try TestDatabase.rows("SELECT count(*) FROM friendship", path: temporary.path) == [["2"]])
  }

  /// Failures at the end of a build: a trigger simulates a full disk.
  static let lateFailures = [
    "CREATE TRIGGER full BEFORE INSERT ON affinity BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    "CREATE TRIGGER full BEFORE INSERT ON friendship BEGIN SELECT RAISE(ABORT, 'disk full'); END",
  ]

  @Test("places, signals, friends and the affinities come all together, or not at all", arguments: lateFailures)
  func together(failure: String) throws {
    let temporary = try TemporaryCatalog([
      Listing(id: "a0", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    ])
    let lines = (0..<4).map { "m\($0)\ta0\t2\nm\($0)\tnew\t3" }
    let signals = SignalImport(path: try Self.file(lines.joined(separator: "\n"), in: temporary))
    let friends = temporary.folder.appending(path: "friends.tsv")
    try Data("m1\tm2\n".utf8).write(to: friends)
    let places = [Listing(id: "new", kind: .bar, coordinate: Coordinate(latitude: 48.1, longitude: 9))]
    func run() throws -> Catalog.SignalsReport {
      try temporary.catalog.importSignals(
        [signals, SignalImport(path: friends.path, form: .friends)], places: places, rebuildingWith: 1)
    }
    func counts() throws -> [[String]] {
      try TestDatabase.rows(
        "SELECT (SELECT count(*) FROM listing), (SELECT count(*) FROM signal), (SELECT count(*) FROM friendship)",
        path: temporary.path)
    }
    try TestDatabase.run(failure, path: temporary.path)
    #expect(throws: (any Error).self) { try run() }
    #expect(try counts() == [["1", "0", "0"]])
    try TestDatabase.run("DROP TRIGGER full", path: temporary.path)
    let report = try run()
    #expect(report.files.map(\.signals) == [8, 0] && report.build?.interactions == 8)
    #expect(try counts() == [["2", "8", "2"]])
    #expect(try temporary.catalog.check().isEmpty)
  }

  @Test("signals become an interaction by the formula")
  func weights() {
    var sums = SignalSums()
    sums.add(.visit, 4)
    #expect(abs(SignalWeights().weight(of: sums) - (1 + log(4))) < 1e-12)
    sums.add(.favorite, 1)
    sums.add(.rating, 5)
    #expect(abs(SignalWeights().weight(of: sums) - (1 + log(7)) * 4 / 3) < 1e-12)
    var onlyStars = SignalSums()
    onlyStars.add(.rating, 1)
    #expect(SignalWeights().weight(of: onlyStars) == 0)
  }
}
