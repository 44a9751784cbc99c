import CivilTime
import Vicinity

/// Asks a catalog, with messages that speak of options.
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
