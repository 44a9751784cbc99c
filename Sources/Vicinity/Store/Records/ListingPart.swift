/// An optional part of listings in a separate table that nothing else in the file implies: the host of a couch, the
/// recurrence of an event, a private place.
///
/// The listings with each part are counted together with the planner's profile, so that `vicinity check` can detect
/// missing rows.
struct ListingPart: Sendable {
  let table: String
  /// SQL for the rows that are removed with their listing.
  let rows: String
  /// SQL for the number of listings with this part.
  let count: String

  /// The name of the count in `catalog_statistic`.
  var statistic: String { "profile.\(table)" }

  static let all = [
    ListingPart(table: "listing_detail", rows: "listing_detail", count: "count(*)"),
    ListingPart(table: "nightly_rate", rows: "nightly_rate", count: "count(DISTINCT fid)"),
    ListingPart(table: "exact_point", rows: "exact_point", count: "count(*)"),
    ListingPart(table: "block", rows: "block WHERE origin = 'import'", count: "count(DISTINCT fid)"),
  ]

  /// The parts that exist in a catalog, which may be in the middle of a migration.
  static func existing(with statements: some StatementSource) throws -> [ListingPart] {
    let isComplete = try statements.count("SELECT count(*) FROM sqlite_schema WHERE name = 'nightly_rate'") > 0
    return isComplete ? all : []
  }
}
