import GRDB

// What has changed last, written by triggers, so that a reader keeps everything else that it has decoded, whichever
// program writes.
//
//   listing_change  one row per changed listing: the number of its last change, and that of the last change of each part
//                   (`ListingChanges.Parts`); 0 for never. Numbers count all changes of the file. Row 0 is about all
//                   listings, and row -1 about the definitions that are not in listings: areas, synonyms, custom fields
//                   and the gazetteer. Favorites and other records of members leave no row.
//   node_change     the nodes of the R-tree by the number of the change that wrote them. Triggers only record node 0,
//                   any node; `ChangeRecord` of this program replaces it by the nodes that were written.
//   leaf_image      leaves of the R-tree as `LeafImages` reads them, with the number of the last change before they were
//                   written, by a load of many listings, and the form of their layout. Row 0 has the number of the schema
//                   at that time: after another change of the schema they are not used.

extension Schema {
  /// Part of version 13.
  static func createChanges(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE listing_change (
          fid INTEGER PRIMARY KEY NOT NULL,
          number INTEGER NOT NULL,
          nights INTEGER NOT NULL DEFAULT 0,
          rating INTEGER NOT NULL DEFAULT 0,
          facts INTEGER NOT NULL DEFAULT 0,
          words INTEGER NOT NULL DEFAULT 0,
          place INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX listing_change_by_number ON listing_change(number);
        CREATE TABLE node_change (node INTEGER PRIMARY KEY NOT NULL, number INTEGER NOT NULL);
        CREATE INDEX node_change_by_number ON node_change(number);
        CREATE TABLE leaf_image (
          node INTEGER PRIMARY KEY NOT NULL,
          number INTEGER NOT NULL,
          format INTEGER NOT NULL,
          image BLOB NOT NULL
        );
        """)
    for trigger in triggers(factColumns: firstFactColumns) { try db.execute(sql: trigger.sql) }
  }

  /// Part of version 15: changes of the category are changes of facts.
  static func recordCategoryChanges(_ db: Database) throws {
    for (name, sql) in changeTriggers where name == factTrigger { try db.execute(sql: "DROP TRIGGER \(name); \(sql)") }
  }

  private static let factTrigger = "listing_change_listing_update"

  /// The triggers that record changes. A load of many listings does without them, and records one of all listings.
  static let changeTriggers = triggers(factColumns: firstFactColumns + ", category")

  private static func triggers(factColumns: String) -> [(name: String, sql: String)] {
    trigger("listing", "INSERT", ["NEW.fid"], ["facts", "words", "place"], writesNodes: true)
      + trigger("listing", "DELETE", ["OLD.fid"], ["facts", "words", "place"], writesNodes: true)
      + trigger("listing", "UPDATE", of: factColumns, ["NEW.fid"], ["facts"])
      + trigger(
        "listing", "UPDATE", of: "rating, rating_count", named: "rating", ["NEW.fid"], ["rating"],
        when: "OLD.rating IS NOT NEW.rating OR OLD.rating_count IS NOT NEW.rating_count")
      + trigger(
        "listing", "UPDATE", of: "fid, id, kind, name, operating_status", named: "words", ["OLD.fid", "NEW.fid"],
        ["words"],
        when: """
          OLD.name IS NOT NEW.name OR OLD.id IS NOT NEW.id OR OLD.kind IS NOT NEW.kind OR OLD.fid IS NOT NEW.fid
          OR OLD.operating_status IS NOT NEW.operating_status
          """)
      // The standard's triggers write the R-tree whenever these columns are set.
      + trigger(
        "listing", "UPDATE", of: "fid, geom", named: "nodes", ["OLD.fid", "NEW.fid"], ["facts"], writesNodes: true)
      + trigger(
        "listing", "UPDATE", of: "fid, geom", named: "place", ["OLD.fid", "NEW.fid"], ["place"],
        when: "OLD.geom IS NOT NEW.geom OR OLD.fid IS NOT NEW.fid")
      + triggers("listing_tag", ["facts", "words"]) + triggers("listing_detail", ["facts", "words"])
      + triggers("own_value", ["facts"]) + triggers("block", ["nights"]) + triggers("booking", ["nights"])
      + triggers("nightly_rate", ["facts"])
      + ["area", "synonym", "own_field", "place_import"].flatMap { definition($0) }
  }

  /// The columns that `listing` had in version 13, apart from those of ratings and the source.
  private static let firstFactColumns = """
    fid, geom, id, kind, name, price, currency_id, price_level, zone_id, schedule_id, starts, ends, guests, min_nights,
    max_nights, status, all_day, advance_notice, cancellation_notice, accessible, operating_status, added, changed
    """

  /// The triggers of a table with a row number of a listing.
  private static func triggers(_ table: String, _ parts: [String]) -> [(name: String, sql: String)] {
    trigger(table, "INSERT", ["NEW.fid"], parts) + trigger(table, "DELETE", ["OLD.fid"], parts)
      + trigger(table, "UPDATE", ["OLD.fid", "NEW.fid"], parts)
  }

  private static func definition(_ table: String) -> [(name: String, sql: String)] {
    ["INSERT", "DELETE", "UPDATE"].flatMap { trigger(table, $0, ["-1"], ["words"]) }
  }

  private static func trigger(
    _ table: String, _ event: String, of columns: String? = nil, named name: String? = nil, _ rows: [String],
    _ parts: [String], writesNodes: Bool = false, when condition: String? = nil
  ) -> [(name: String, sql: String)] {
    let name = "listing_change_\(table)_\(event.lowercased())" + (name.map { "_\($0)" } ?? "")
    let anyNode = writesNodes ? [recordAnyNode] : []
    let sql = """
      CREATE TRIGGER \(name) AFTER \(event)\(columns.map { " OF \($0)" } ?? "") ON \(table)
      \(condition.map { "WHEN \($0)" } ?? "") BEGIN
        \((rows.map { record($0, parts) } + anyNode).joined(separator: ";\n  "));
      END
      """
    return [(name, sql)]
  }

  /// SQL that records a change of parts of the listing in a row.
  private static func record(_ row: String, _ parts: [String]) -> String {
    """
    INSERT INTO listing_change (fid, number, \(parts.joined(separator: ", ")))
      SELECT \(row), n, \(parts.map { _ in "n" }.joined(separator: ", "))
      FROM (SELECT coalesce((SELECT max(number) FROM listing_change), 0) + 1 AS n) WHERE true
      ON CONFLICT (fid) DO UPDATE SET number = excluded.number,
      \(parts.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """
  }

  /// SQL that records that the last change may have written any node.
  private static let recordAnyNode = """
    INSERT INTO node_change SELECT 0, max(number) FROM listing_change WHERE true
      ON CONFLICT (node) DO UPDATE SET number = excluded.number
    """

  /// SQL that records a change of all listings.
  static let recordAllChanged = record("0", ["nights", "rating", "facts", "words", "place"])
}
