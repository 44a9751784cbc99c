import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The keys `host` and `notHost`.
@Suite struct HostFormTests {
  @Test func `they find what a plain look at the hosts finds`() throws {
    var random = SplitMix64(seed: 5)
    var listings = Array(ListingGenerator(seed: 5, count: 300))
    let hosts: [String?] = ["ana", "ben", "Ana", nil]
    for index in listings.indices { listings[index].host = hosts[Int(random.next() % 4)] }
    let temporary = try TemporaryCatalog(listings)
    let cases: [(String, @Sendable (String?) -> Bool)] = [
      (#"{"host":"ana"}"#, { $0 == "ana" }), (#"{"host":["ana","ben"]}"#, { $0 == "ana" || $0 == "ben" }),
      (#"{"notHost":"ana"}"#, { $0 != "ana" }), (#"{"notHost":["ana","ben"]}"#, { $0 != "ana" && $0 != "ben" }),
      (#"{"host":["ana","ben"],"notHost":"ben","filter":"kind <> 'bar'"}"#, { $0 == "ana" }),
    ]
    for (text, passes) in cases {
      var query = try Query(parsing: text.utf8)
      #expect(try Query(json: query.json) == query)
      (query.limit, query.sort) = (1_000, [.name])
      (query.kinds, query.during) = (Set(Kind.allCases), .named(.any))
      let found = Set(try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id))
      let isWithoutBars = text.contains("kind")
      let expected = listings.filter { passes($0.host) && !(isWithoutBars && $0.kind == .bar) }.map(\.id)
      #expect(found == Set(expected), "\(text)")
      #expect(!expected.isEmpty)
    }
  }

  @Test(arguments: [#"{"host":[]}"#, #"{"notHost":""}"#, #"{"host":5}"#])
  func `a member is named`(text: String) { #expect(throws: QueryError.self) { try Query(parsing: text.utf8) } }
}
