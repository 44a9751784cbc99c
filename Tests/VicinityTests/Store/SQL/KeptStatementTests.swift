import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

/// Prepared statements outlive the transaction that prepared them; state left by one must not affect the next.
@Suite("Kept statements")
struct KeptStatementTests {
  private struct Broken: Error {}

  private static let ids = "SELECT id FROM listing WHERE kind = coalesce(?1, kind) ORDER BY id"

  @Test("a change that fails in the middle of its rows leaves neither rows nor bindings to the next")
  func failure() throws {
    let temporary = try SignalWorld.catalog()
    let writer = try temporary.catalog.writing()
    let all = try writer.transaction { try $0.rows(Self.ids) { $0.string(0) } }
    #expect(all.count == 5)
    #expect(throws: Broken.self) {
      try writer.transaction { statements in
        let rows = try statements.statement(Self.ids)
        rows.bind(1, "event")
        _ = try rows.step()
        throw Broken()
      }
    }
    let again = try writer.transaction { statements in
      let rows = try statements.statement(Self.ids)
      var found: [String?] = []
      while try rows.step() { found.append(rows.string(0)) }
      return found
    }
    #expect(again == all)
  }

  @Test("statements find their way after an import in bulk has dropped and made tables")
  func changedSchema() throws {
    let listings = (0..<2500).map {
      Listing(id: "\($0)", kind: .bar, coordinate: Coordinate(latitude: Double($0) / 100, longitude: 8))
    }
    let temporary = try TemporaryCatalog([])
    let catalog = temporary.catalog
    try catalog.save([listings[0]], source: "s")
    try catalog.save(Array(listings[1...]), source: "s")
    var moved = listings[7]
    moved.name = "Moved"
    try catalog.save([moved], source: "s")
    try catalog.remove(ids: ["8"])
    #expect(try catalog.listing("7")?.name == "Moved")
    #expect(try catalog.statistics().listings == 2499)
    var query = Query()
    query.text = "moved"
    #expect(try catalog.answer(query, at: .distantPast).matches.map(\.id) == ["7"])
  }
}
