import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityLab

@Suite struct ListingGeneratorTests {
  @Test func `the same seed gives the same bytes on every platform`() {
    // FNV-1a, 64 bits, over the canonical lines; recorded once. A change here changes all generated catalogs.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    ListingGenerator(seed: 1, count: 2000).writeJSONLines { chunk in
      for byte in chunk { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    #expect(String(hash, radix: 16) == "dfee3769bcb3ab6")
  }

  @Test(arguments: [0, 1, 7, UInt64.max]) func `every listing keeps the rules of a listing`(seed: UInt64) {
    for listing in ListingGenerator(seed: seed, count: 1500) {
      let violations = ListingRules.violations(of: listing)
      #expect(violations.isEmpty, "\(listing.id): \(violations)")
    }
  }

  @Test func `a shorter run is the beginning of a longer one`() {
    let long = Array(ListingGenerator(seed: 3, count: 400))
    #expect(Array(ListingGenerator(seed: 3, count: 150)) == Array(long.prefix(150)))
    #expect(ListingGenerator(seed: 3, count: 400)[399] == long[399])
  }

  @Test func `ids are unique and seeds differ`() {
    let listings = Array(ListingGenerator(seed: 5, count: 2000))
    #expect(Set(listings.map(\.id)).count == 2000)
    #expect(ListingGenerator(seed: 5, count: 1)[0].coordinate != ListingGenerator(seed: 6, count: 1)[0].coordinate)
  }

  @Test(arguments: [(-5, 0), (0, 0), (1, 1), (20, 20)]) func `there are as many as asked for`(asked: Int, given: Int) {
    #expect(Array(ListingGenerator(seed: 1, count: asked)).count == given)
    #expect(Array(QueryGenerator(seed: 1, count: asked)).count == given)
  }

  @Test func `half are bars, a quarter events, a quarter couches`() {
    let counts = Dictionary(grouping: ListingGenerator(seed: 8, count: 8000), by: \.kind).mapValues(\.count)
    #expect((3800...4200).contains(counts[.bar, default: 0]))
    #expect((1800...2200).contains(counts[.event, default: 0]))
    #expect((1800...2200).contains(counts[.couch, default: 0]))
  }

  @Test func `listings crowd in cities`() {
    // Of 200 000 cells of a tenth of a degree, uniform listings would hardly ever share one.
    let cells = Dictionary(grouping: ListingGenerator(seed: 9, count: 8000)) { listing in
      [Int(listing.coordinate.latitude * 10), Int(listing.coordinate.longitude * 10)]
    }
    let crowded = cells.values.filter { $0.count >= 20 }.reduce(0) { $0 + $1.count }
    #expect(crowded > 3000)
    #expect(cells.values.contains { $0.count == 1 })
  }

  @Test func `an event takes place where its bar is`() {
    let listings = Array(ListingGenerator(seed: 4, count: 4000))
    let bars = Dictionary(uniqueKeysWithValues: listings.filter { $0.kind == .bar }.map { ($0.id, $0.coordinate) })
    let held = listings.filter { $0.venue != nil }
    #expect(held.count > 50)
    for event in held { #expect(bars[event.venue ?? ""] == event.coordinate, "\(event.id)") }
  }

  @Test func `tags and opening hours repeat as in life: some often, most seldom`() {
    let bars = ListingGenerator(seed: 2, count: 12_000).filter { $0.kind == .bar }
    let hours = Dictionary(grouping: bars.compactMap(\.openingHours), by: { $0 }).mapValues(\.count)
    #expect(hours.count > 1000)
    #expect((hours.values.max() ?? 0) > 100)
    let tags = Dictionary(grouping: bars.flatMap(\.tags), by: { $0 }).mapValues(\.count)
    #expect((tags.values.max() ?? 0) > 100 * (tags.values.min() ?? 0))
    #expect(GeneratedWorld.europe.schedules.count == 3000)
    #expect(Set(GeneratedWorld.europe.schedules).count == 3000)
  }

  @Test func `times follow the start that is given`() throws {
    let start = try #require(LocalDate(year: 2030, month: 5, day: 1))
    for listing in ListingGenerator(seed: 1, count: 1000, start: start) {
      if let starts = listing.starts {
        let day = Zone.utc.localDateTime(at: starts).date
        #expect((start + -21...start + 190).contains(day))
      }
      if let first = listing.unavailable.first { #expect((start...start + 60).contains(first.from)) }
    }
  }
}
