import CivilTime
import TestSupport
import Testing

@testable import Vicinity

/// For a recurring event each condition on the time may be passed by a different occurrence; only then is it reported.
@Suite("Why not, where occurrences differ")
struct ScatteredTests {
  /// On Fridays, during the event; and in a window around another Friday.
  private static var query: Query {
    var query = Query()
    query.open = Query.Opening(at: .instant(SignalWorld.now - 2 * 3600))
    query.during = .between(
      from: .instant(SignalWorld.friday(6)), to: .instant(SignalWorld.friday(8)))
    return query
  }

  private func isScattered(_ id: String, _ query: Query, in catalog: Catalog) throws -> Bool {
    try catalog.searching(at: SignalWorld.now) { searches in
      let row = try #require(try searches.worker.number(of: id))
      let entry = try #require(try searches.entry(ofRow: row))
      return try Inquest(searches, entry: entry, query: query, now: SignalWorld.now).isScattered
    }
  }

  @Test("conditions passed by different occurrences are scattered")
  func scattered() throws {
    let temporary = try SignalWorld.catalog()
    let verdict = try temporary.catalog.whyNot("dance", Self.query, at: SignalWorld.now)
    #expect(verdict.findings.map(\.passed) == [true, true, true, false])
    #expect(verdict.findings.last?.filter == "during" && verdict.rank == nil)
  }

  @Test("an event that no two conditions on the time exclude is not scattered, though it recurs")
  func disagreement() throws {
    let temporary = try SignalWorld.catalog()
    #expect(try isScattered("dance", Self.query, in: temporary.catalog))
    var (window, opening, other) = (Self.query, Self.query, Self.query)
    window.open = nil
    opening.during = nil
    // Neither of the two conditions is passed together with the rest.
    other.tags.all = ["nowhere"]
    for query in [Query(), window, opening, other] {
      #expect(try !isScattered("dance", query, in: temporary.catalog))
    }
    #expect(try !isScattered("party", Self.query, in: temporary.catalog))
  }
}
