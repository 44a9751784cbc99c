import Foundation
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Generated listings and queries of every kind, engine against brute force.
///
/// Small by default. For a large run, optimized, set the sizes, and a catalog imported from the same listings (seed 1):
///
///     VICINITY_SAMPLE_LISTINGS=1000000 VICINITY_SAMPLE_QUERIES=500 VICINITY_SAMPLE_CATALOG=million.gpkg \
///       swift test -c release -Xswiftc -enable-testing --filter GeneratedSampleTests
@Suite("A sample of generated queries")
struct GeneratedSampleTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let listingCount = environment["VICINITY_SAMPLE_LISTINGS"].flatMap(Int.init) ?? 3000
  private static let queryCount = environment["VICINITY_SAMPLE_QUERIES"].flatMap(Int.init) ?? 60

  @Test("is answered as brute force answers it")
  func sample() throws {
    let listings = Array(ListingGenerator(seed: 1, count: Self.listingCount)).map { $0.normalized() }
    let temporary = Self.environment["VICINITY_SAMPLE_CATALOG"] == nil ? try TemporaryCatalog(listings) : nil
    let catalog = try temporary?.catalog ?? Catalog(path: Self.environment["VICINITY_SAMPLE_CATALOG"] ?? "")
    let twin = BruteForce(listings)
    var matching = 0
    for query in QueryGenerator(seed: 1, count: Self.queryCount) {
      let answer = try catalog.answer(query, at: SeededWorld.now)
      let expected = twin.ids(query, now: SeededWorld.now)
      #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
      if query.total { #expect(answer.total == expected.count, "\(query.json.text)") }
      if !expected.isEmpty { matching += 1 }
    }
    #expect(matching * 5 > Self.queryCount, "too few of the queries find anything to prove much")
  }
}
