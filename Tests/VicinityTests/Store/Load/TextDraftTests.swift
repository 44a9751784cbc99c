import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("The text index of a large load")
struct TextDraftTests {
  private let world = SeededWorld(
    seed: 6, count: 1500, center: Coordinate(latitude: 47, longitude: 19), spreadDegrees: 1)

  private func ids(_ text: String, _ catalog: Catalog) throws -> Set<String> {
    var query = Query()
    query.text = text
    (query.limit, query.fields) = (1000, [.id])
    return Set(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id))
  }

  private func expectSameTexts(_ catalogs: Catalog...) throws {
    for word in SeededWorld.words + ["beer gar", "jaz caf", "live mus", "cuisine", "nothing"] {
      let found = try catalogs.map { try ids(word, $0) }
      #expect(found.allSatisfy { $0 == found[0] }, "\(word)")
    }
  }

  @Test("finds what one finds that was filled listing by listing, before and after changes")
  func twin() throws {
    let drafted = try TemporaryCatalog(world.listings)
    let plain = try TemporaryCatalog()
    for start in stride(from: 0, to: 1500, by: 500) {
      try plain.catalog.save(Array(world.listings[start..<start + 500]), source: "test")
    }
    try expectSameTexts(drafted.catalog, plain.catalog)
    var changed = Array(world.listings[..<400])
    for index in changed.indices { changed[index].name = "Jazz \(index)" }
    for catalog in [drafted.catalog, plain.catalog] {
      try catalog.save(changed, source: "test")
      try catalog.remove(ids: world.listings[1000..<1300].map(\.id))
    }
    try expectSameTexts(drafted.catalog, plain.catalog)
    #expect(try drafted.catalog.check() == [])
  }

  @Test("passes FTS5's own check, also after an emptied catalog is filled again and changed")
  func integrity() throws {
    let temporary = try TemporaryCatalog(world.listings)
    try temporary.catalog.remove(ids: world.listings.map(\.id))
    try temporary.catalog.save(world.listings, source: "test")
    try temporary.catalog.remove(ids: world.listings[..<100].map(\.id))
    try temporary.catalog.save(Array(world.listings[..<50]), source: "test")
    // Fails if the index and the texts differ.
    try TestDatabase.run("INSERT INTO listing_text (listing_text) VALUES ('integrity-check')", path: temporary.path)
    #expect(try ids("jazz", temporary.catalog).count > 100)
  }
}
