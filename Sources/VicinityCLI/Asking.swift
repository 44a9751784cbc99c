import CivilTime
import Vicinity

/// Asks a catalog what the options of a query ask, with messages that speak of these.
enum Asking {
  static func answer(_ query: Query, _ catalog: Catalog, _ now: Instant) throws -> Answer {
    try OptionNames.query.speaking { try catalog.answer(query, at: now) }
  }

  static func explain(_ query: Query, _ catalog: Catalog, _ now: Instant) throws -> Explanation {
    try OptionNames.query.speaking { try catalog.explain(query, at: now) }
  }
}
