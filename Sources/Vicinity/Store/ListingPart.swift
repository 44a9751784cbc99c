/// A table of what some listings have, and of which nothing else in the file tells: not that a couch has a host, an event a recurrence, or a
/// private couch a place.
///
/// So that `vicinity check` can tell when rows are gone, the listings that have some are counted together with the planner's profile.
struct ListingPart: Sendable {
  let table: String
  /// SQL for the rows that come and go with a change to their listing.
  let rows: String
  /// SQL for the number of their listings.
  let count: String

  /// The name of the count in `catalog_statistic`.
  var statistic: String { "profile.\(table)" }

  static let all = [
    ListingPart(table: "listing_detail", rows: "listing_detail", count: "count(*)"),
    ListingPart(table: "nightly_rate", rows: "nightly_rate", count: "count(DISTINCT fid)"),
    ListingPart(table: "exact_point", rows: "exact_point", count: "count(*)"),
    ListingPart(table: "block", rows: "block WHERE origin = 'import'", count: "count(DISTINCT fid)"),
  ]

  /// Those that a catalog has, which may be in the middle of the way to the newest form.
  static func existing(with statements: some StatementSource) throws -> [ListingPart] {
    let isComplete = try statements.count("SELECT count(*) FROM sqlite_schema WHERE name = 'nightly_rate'") > 0
    return isComplete ? all : []
  }
}
