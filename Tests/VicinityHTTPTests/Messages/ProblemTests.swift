import Geography
import TestSupport
import Testing
import Vicinity
import VicinityHTTP

@Suite("Problems")
struct ProblemTests {
  @Test("of a query beyond its deadline say when to try again")
  func deadline() throws {
    var budget = WorkBudget()
    budget.deadline = .now
    let temporary = try TemporaryCatalog(
      SeededWorld(seed: 5, count: 20_000, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 1).listings)
    let query = try Query(parsing: #"{"sort":["name"],"total":true,"limit":5}"#.utf8)
    #expect(throws: TooExpensive.self) { try temporary.catalog.answer(query, at: SeededWorld.now, within: budget) }
    let problem = Problem(TooExpensive(part: .deadline, limit: 0))
    #expect(problem?.status.code == 503 && problem?.retryAfter == 1)
  }
}
