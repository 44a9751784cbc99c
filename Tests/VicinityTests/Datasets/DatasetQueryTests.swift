import Geography
import Testing

@testable import Vicinity

@Suite struct DatasetQueryTests {
  @Test func `every question is understood`() throws {
    for line in try Dataset.queries.lines() {
      #expect(throws: Never.self, "\(line)") { try Query(parsing: line.utf8) }
    }
  }

  /// Keys that need no members, route or group.
  static let properties = Query.SortProperty.allCases.filter { ![.route, .spread, .recommended].contains($0) }

  @Test(arguments: properties) func `every property to sort by is shown`(property: Query.SortProperty) throws {
    #expect(try queries().contains { $0.sort.use(property) })
  }

  @Test(arguments: Query.UnknownPolicy.allCases) func `every policy for unknown hours is shown`(
    policy: Query.UnknownPolicy
  ) throws {
    #expect(try queries().contains { $0.open?.unknown == policy })
  }

  @Test func `both metrics, a box across 180 degrees and all filters of tags are shown`() throws {
    let queries = try queries()
    #expect(Set(queries.map(\.metric)) == Set(Metric.allCases))
    #expect(queries.contains { $0.within?.crossesAntimeridian == true })
    #expect(queries.contains { !$0.tags.any.isEmpty && !$0.tags.all.isEmpty && !$0.tags.none.isEmpty })
    #expect(queries.contains { $0.price?.maxLevel != nil })
    #expect(queries.contains { $0.stay?.guests == 2 })
  }

  private func queries() throws -> [Query] {
    try Dataset.queries.lines().map { try Query(parsing: $0.utf8) }
  }
}
