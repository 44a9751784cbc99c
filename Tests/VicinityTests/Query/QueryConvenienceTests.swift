import TestSupport
import Testing
import Vicinity
import VicinityLab

@Suite("Queries from one call, and what a match shows")
struct QueryConvenienceTests {
  private static let center = Coordinate(latitude: 48.7758, longitude: 9.1829)

  @Test("each initializer is the query with these parts")
  func parts() throws {
    let box = BoundingBox(around: Self.center, radiusMeters: 100)
    let nights = try #require(Nights(from: LocalDate(parsing: "2026-12-01"), to: LocalDate(parsing: "2026-12-03")))
    let cases: [(Query, String)] = [
      (Query(near: Self.center), #"{"near":{"lat":48.7758,"lon":9.1829}}"#),
      (
        Query(near: Self.center, radiusMeters: 2000, kinds: [.bar], open: .now, text: "jazz", limit: 5),
        #"{"near":{"lat":48.7758,"lon":9.1829},"radius":2000,"kinds":["bar"],"open":{"at":"now"},"text":"jazz","limit":5}"#
      ),
      (Query(near: "Paris, US", radiusMeters: 50), #"{"near":"Paris, US","radius":50}"#),
      (Query(within: .named("Old Town")), #"{"within":{"area":"Old Town"}}"#),
      (Query(during: .named(.tonight)), #"{"during":"tonight","sort":["start"]}"#),
      (Query(stay: nights, guests: 2), #"{"stay":{"from":"2026-12-01","to":"2026-12-03","guests":2}}"#),
    ]
    for (query, text) in cases { #expect(query == (try Query(parsing: text.utf8)), "\(query.json.text)") }
    #expect(Query(within: box).within == box)
    let line = [Self.center, Coordinate(latitude: 48.78, longitude: 9.2)]
    #expect(Query(along: line).along == Query.Along(line, widthMeters: 500))
    #expect(Query(between: line, by: .sum).group == Query.Group(line.map { .init($0) }, by: .sum))
  }

  @Test("a match has the listing's usual values with the default fields, and none that were not requested")
  func matches() throws {
    let world = SeededWorld(seed: 5, count: 300, center: Self.center, spreadDegrees: 0.05)
    let catalog = try Catalog.inMemory(world.listings)
    var query = Query(near: Self.center, limit: 300)
    let answer = try catalog.answer(query, at: SeededWorld.now)
    #expect(answer.matches.count > 50)
    for match in answer.matches {
      let listing = try #require(try catalog.listing(match.id))
      #expect(match.name == listing.name && match.tags == listing.tags && match.price == listing.price)
      #expect(match.rating == listing.rating && match.ratingCount == listing.ratingCount)
      #expect(match.status == listing.status)
      #expect(match.isOpen == match.opening.flatMap { $0.state == .unknown ? nil : $0.state == .open })
    }
    #expect(answer.matches.contains { $0.isOpen == true } && answer.matches.contains { $0.isOpen == false })
    query.fields = [.id]
    for match in try catalog.answer(query, at: SeededWorld.now).matches {
      #expect(match.name == nil && match.tags.isEmpty && match.price == nil && match.isOpen == nil)
    }
  }
}
