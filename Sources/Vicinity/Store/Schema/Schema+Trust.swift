import GRDB

// Whether places are in business, and the retention of listings that have vanished from their source.
//
//   listing.operating_status  NULL: in business.
//   hidden_listing.until      for a listing that an import has removed because it vanished from its source: the end
//                             of the retention of its records. NULL: hidden by an editor, without a limit.

extension Schema {
  /// Part of version 12.
  static func createOperatingStatus(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE listing ADD COLUMN operating_status TEXT
          CHECK (operating_status IN ('open', 'temporarily closed', 'closed', 'planned'));
        ALTER TABLE hidden_listing ADD COLUMN until INTEGER CHECK (until >= at);
        CREATE INDEX hidden_listing_by_until ON hidden_listing(until) WHERE until IS NOT NULL;
        """)
  }
}
