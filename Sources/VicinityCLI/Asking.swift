import CivilTime
import Vicinity

/// Runs queries, translating errors to option names.
enum Asking {
  static func answer(_ query: Query, _ catalog: Catalog, _ now: Instant) throws -> Answer {
    try speakingOfOptions { try catalog.answer(query, at: now) }
  }

  static func explain(_ query: Query, _ catalog: Catalog, _ now: Instant) throws -> Explanation {
    try speakingOfOptions { try catalog.explain(query, at: now) }
  }

  static func speakingOfOptions<Result>(_ ask: () throws -> Result) throws -> Result {
    do { return try ask() } catch let error as QueryError { throw error.renamingPaths(QueryOptions.option) }
  }
}
