import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Names next to the index")
struct LeafNamesTests {
  @Test("names come back as they were laid out, with those that are missing")
  func layout() {
    let names = [nil, "", "Zum goldenen Hirsch", nil, "Łódź 🍺", "bar"]
    let arena = PageArena()
    let kept = LeafNames(names, in: arena)
    #expect(names.indices.map { kept[$0] } == names)
    #expect(arena.byteCount > 0)
  }

  @Test("answers contain the names of the listings, repeatedly", arguments: [1, 2] as [UInt64])
  func answers(seed: UInt64) throws {
    let center = Coordinate(latitude: 48, longitude: 9)
    let world = SeededWorld(seed: seed, count: 500, center: center, spreadDegrees: 1)
    let temporary = try TemporaryCatalog(world.listings)
    let names = Dictionary(uniqueKeysWithValues: world.listings.map { ($0.id, $0.name) })
    var query = Query()
    query.near = center
    query.limit = 500
    (query.kinds, query.during) = (Set(Kind.allCases), .named(.any))
    query.fields = [.id, .name]
    for _ in 0..<2 {
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
      #expect(answer.matches.count == 500)
      for match in answer.matches { #expect(names[match.id] == match.listing?.name) }
    }
  }

  @Test("a changed name is read again")
  func changes() throws {
    var listing = Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
    let temporary = try TemporaryCatalog()
    for name in ["first", "second", nil] {
      listing.name = name
      try temporary.catalog.save([listing], source: "s")
      var query = Query()
      query.fields = [.name]
      for _ in 0..<2 {
        #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.map { $0.listing?.name } == [name])
      }
    }
  }
}
