import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

/// Every reason is true: brute force on the condition alone agrees, and the listing passes at the margin and not
/// before.
@Suite("Why not, and the brute-force twin")
struct WhyNotTwinTests {
  @Test("every finding agrees with the twin's evaluation of its condition", arguments: [1, 2, 3] as [UInt64])
  func findings(seed: UInt64) throws {
    let listings = SeededWorld(seed: seed, count: 150, center: WhyQueries.center, spreadDegrees: WhyQueries.spread)
      .listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: seed &* 77)
    var (failures, margins, ranks) = (0, 0, 0)
    for _ in 0..<60 {
      let query = WhyQueries.make(&random, oneIn: 6)
      if WhyQueries.isRefused(query) { continue }
      let ids = twin.ids(query, now: WhyQueries.now)
      for _ in 0..<6 {
        let listing = listings[SeededWorld.pick(listings.count, &random)]
        let verdict = try temporary.catalog.whyNot(listing.id, query, at: WhyQueries.now)
        #expect((verdict.rank != nil) == ids.contains(listing.id), "\(listing.id) \(query.json.text)")
        if let rank = verdict.rank {
          #expect(ids[rank - 1] == listing.id || query.occurrences == .all, "\(query.json.text)")
          ranks += 1
        }
        // Implicit conditions are only reported if they fail.
        let isOver = verdict.findings.contains { $0.wanted == "not over" }
        let conditions = query.conditions.filter { ($0 != .coming || isOver) && $0 != .inBusiness }
        for (condition, finding) in zip(conditions, verdict.findings) where condition != .guests {
          #expect(
            WhyQueries.passes(listing, query.alone(condition)) == finding.passed,
            "\(listing.id) \(finding) \(query.json.text)")
          if !finding.passed { failures += 1 }
          margins += try checkMargin(listing, finding, query.alone(condition)) ? 1 : 0
        }
      }
    }
    #expect(failures > 100 && margins > 30 && ranks > 10)
  }

  @Test("listings left out of a front are beaten, and no others are", arguments: [4, 5] as [UInt64])
  func fronts(seed: UInt64) throws {
    let listings = SeededWorld(seed: seed, count: 120, center: WhyQueries.center, spreadDegrees: WhyQueries.spread)
      .listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: seed &* 79)
    var beaten = 0
    for number in 0..<30 {
      var query = WhyQueries.make(&random, oneIn: 16)
      if number % 2 == 0 { (query.paretoFront, query.limit) = ([.distance, .price], 1000) }
      if WhyQueries.isRefused(query) { continue }
      let matches = Set(twin.ids(query, now: WhyQueries.now))
      let shown = Set(try temporary.catalog.answer(query, at: WhyQueries.now).matches.map(\.id))
      for _ in 0..<5 {
        let id = listings[SeededWorld.pick(listings.count, &random)].id
        let verdict = try temporary.catalog.whyNot(id, query, at: WhyQueries.now)
        let isBeaten = !query.paretoFront.isEmpty && matches.contains(id) && !shown.contains(id)
        #expect(verdict.isInAnswer == shown.contains(id), "\(id) \(query.json.text)")
        #expect((verdict.findings.last?.filter == "front") == isBeaten, "\(id) \(query.json.text)")
        #expect(!verdict.findings.contains(.disagreement), "\(id) \(query.json.text)")
        beaten += isBeaten ? 1 : 0
      }
    }
    #expect(beaten > 5)
  }

  /// A file whose index has been damaged by another program or a disk error.
  private static func damaged(_ damage: (String) throws -> Void) throws -> TemporaryCatalog {
    let listings = (0..<300).map { number in
      Listing(
        id: "bar-\(number)", kind: .bar, coordinate: Coordinate(latitude: 48 + Double(number) / 100, longitude: 9))
    }
    let temporary = try TemporaryCatalog(listings)
    try damage(temporary.path)
    return temporary
  }

  /// Moves the boxes of the root node's children to 0, 0.
  private static func misplaceAll(_ path: String) throws {
    let node = "rtree_listing_geom_node"
    let found = try TestDatabase.rows("SELECT hex(data) FROM \(node) WHERE nodeno = 1", path: path)[0][0]
    var digits = Array(found)
    let cells = Int(String(digits[4..<8]), radix: 16) ?? 0
    for cell in 0..<cells {
      let start = 8 + 48 * cell + 16
      digits.replaceSubrange(start..<start + 32, with: Array(repeating: "0", count: 32))
    }
    try TestDatabase.run("UPDATE \(node) SET data = x'\(String(digits))' WHERE nodeno = 1", path: path)
  }

  private static let damages: [@Sendable (String) throws -> Void] = [
    { try TestDatabase.run("DELETE FROM rtree_listing_geom WHERE id IN (7, 8, 9)", path: $0) },
    { try TestDatabase.run("DELETE FROM rtree_listing_geom_rowid WHERE rowid IN (7, 8, 9)", path: $0) },
    { try misplaceAll($0) },
  ]

  @Test("a listing that the index has lost is said to be lost, whatever was asked for", arguments: 0..<3)
  func disagreement(number: Int) throws {
    let catalog = try Self.damaged(Self.damages[number])
    let lost = try TestDatabase.rows("SELECT id FROM listing WHERE fid = 8", path: catalog.path)[0][0]
    var near = Query()
    (near.near, near.radiusMeters) = (Coordinate(latitude: 49, longitude: 9), 500_000)
    var front = near
    front.paretoFront = [.distance]
    var recommended = near
    (recommended.sort, recommended.members) = ([.recommended], ["ana"])
    for query in [near, front, recommended] {
      let verdict = try catalog.catalog.whyNot(lost, query, at: WhyQueries.now)
      #expect(!verdict.isInAnswer && verdict.rank == nil)
      #expect(verdict.findings.last == .disagreement, "\(verdict.findings)")
      #expect(verdict.findings.filter { !$0.passed } == [.disagreement])
      #expect(verdict.text().contains("a defect of the catalog file") && verdict.remedy == .checkCatalog)
      #expect(verdict.json.text.contains(#""filter":"disagreement","passed":false"#))
    }
    #expect(try !catalog.catalog.check().isEmpty)
  }

  /// - Returns: whether there was a margin to check.
  private func checkMargin(_ listing: Listing, _ finding: Finding, _ alone: Query) throws -> Bool {
    guard !finding.passed, let margin = finding.margin else { return false }
    // The twin tries every minute.
    if finding.unit == .minutes, margin > 1000 { return false }
    guard let enough = alone.givingWay(finding.filter, by: margin + (finding.unit == .meters ? 1e-6 : 0)) else {
      return false
    }
    let isFraction = finding.unit == .amount || finding.unit == .stars
    let lenient = isFraction ? alone.givingWay(finding.filter, by: margin + 1e-9) ?? enough : enough
    #expect(WhyQueries.passes(listing, lenient), "\(listing.id) \(finding) \(alone.json.text)")
    if finding.filter == "stay" {
      for shift in Query.Stay.shifts where abs(shift) < Int(abs(margin)) {
        let nearer = try #require(alone.givingWay("stay", by: Double(shift)))
        #expect(!WhyQueries.passes(listing, nearer), "\(listing.id) \(finding) \(shift)")
      }
    } else if let less = alone.givingWay(finding.filter, by: margin - Query.step(of: finding.filter)) {
      #expect(!WhyQueries.passes(listing, less), "\(listing.id) \(finding) \(alone.json.text)")
    }
    return true
  }

  @Test("an unknown listing is reported, with similar ids")
  func unknown() throws {
    let listing = Listing(id: "bar-1", kind: .bar, coordinate: WhyQueries.center)
    let temporary = try TemporaryCatalog([listing])
    #expect(throws: CatalogError.unknownListing(id: "bar-2", similar: ["bar-1"])) {
      try temporary.catalog.whyNot("bar-2", Query(), at: WhyQueries.now)
    }
    let verdict = try temporary.catalog.whyNot("bar-1", Query(), at: WhyQueries.now)
    #expect(verdict.isInAnswer && verdict.rank == 1 && verdict.findings.map(\.filter) == ["limit"])
  }

  @Test("distances are in the requested units, margins in meters as numbers")
  func units() throws {
    var listing = Listing(id: "bar-1", kind: .bar, coordinate: WhyQueries.center)
    listing.coordinate.latitude += 0.01
    let temporary = try TemporaryCatalog([listing])
    var query = Query()
    (query.near, query.radiusMeters) = (WhyQueries.center, 150)
    let verdict = try temporary.catalog.whyNot("bar-1", query, at: WhyQueries.now, units: .imperial)
    let finding = try #require(verdict.findings.first { $0.filter == "radius" })
    #expect(finding.wanted == "within 490 ft" && finding.found == "0.7 mi away")
    #expect(finding.unit == .meters && finding.marginText(in: .imperial) == "0.6 mi outside")
    let relaxation = try temporary.catalog.relaxations(of: query, at: WhyQueries.now).first { $0.filter == "radius" }
    #expect(relaxation?.words(in: .imperial) == "0.6 mi farther" && relaxation?.words.hasSuffix("m farther") == true)
  }

  @Test("a listing that passes everything may still be beyond the limit")
  func limit() throws {
    let listings = (0..<130).map { Listing(id: "bar-\(1000 + $0)", kind: .bar, coordinate: WhyQueries.center) }
    let temporary = try TemporaryCatalog(listings)
    let verdict = try temporary.catalog.whyNot("bar-1124", Query(), at: WhyQueries.now)
    #expect(!verdict.isInAnswer && verdict.rank == 125)
    let last = try #require(verdict.findings.last)
    #expect(last.filter == "limit" && last.margin == 105 && last.unit == .places && !last.passed)
  }
}
