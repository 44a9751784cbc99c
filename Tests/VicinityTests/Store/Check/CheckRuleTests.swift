import Foundation
import TestSupport
import Testing

@testable import Vicinity

/// Every rule of `vicinity check` has a row here: a change by another program, and the message expected for it.
@Suite("A check")
struct CheckRuleTests {
  private let folder: DamageFolder

  init() throws { folder = try DamageFolder() }

  struct Change: Sendable {
    let sql: String
    let code: String
    /// A part of the message.
    let says: String

    init(_ sql: String, _ code: String, _ says: String) { (self.sql, self.code, self.says) = (sql, code, says) }
  }

  /// Independent changes, all applied to one file.
  static let changes = [
    Change("UPDATE listing SET kind = 'pub' WHERE fid = 1", "constraint", "row 1 of listing: it breaks CHECK (kind IN"),
    Change("UPDATE listing SET price = 9223372036854775807 WHERE fid = 2", "value", "price is 9223372036854775807"),
    Change("UPDATE listing SET price = 'dear' WHERE fid = 3", "value", "row 3 of listing: price is 'dear'"),
    Change("UPDATE listing SET currency_id = 70000 WHERE fid = 4", "value", "currency_id is 70000"),
    Change("UPDATE listing SET price_level = 9 WHERE fid = 5", "value", "price_level is 9"),
    Change("UPDATE listing SET rating = 7 WHERE fid = 6", "constraint", "rating BETWEEN 0 AND 5"),
    Change("UPDATE listing SET rating_count = 9223372036854775807 WHERE fid = 7", "value", "rating_count is"),
    Change("UPDATE listing SET zone_id = -3 WHERE fid = 8", "value", "zone_id is -3"),
    Change("UPDATE listing SET schedule_id = 2147483648 WHERE fid = 9", "value", "schedule_id is 2147483648"),
    Change(
      "UPDATE listing SET starts = -9223372036854775808, ends = 9223372036854775807 WHERE fid = 10", "value",
      "starts is -9223372036854775808"),
    Change("UPDATE listing SET starts = 100, ends = 50 WHERE fid = 11", "constraint", "CHECK (ends >= starts)"),
    Change("UPDATE listing SET starts = NULL, ends = 50 WHERE fid = 12", "event-times", "has an end but no start"),
    Change("UPDATE listing SET guests = 0 WHERE fid = 13", "value", "guests is 0"),
    Change(
      "UPDATE listing SET min_nights = 9, max_nights = 2 WHERE fid = 14", "constraint", "max_nights >= min_nights"),
    Change("UPDATE listing SET advance_notice = 5000 WHERE fid = 15", "value", "advance_notice is 5000"),
    Change("UPDATE listing SET id = printf('%.300c', 'x') WHERE fid = 16", "value", "id is 'xxx"),
    Change(
      "INSERT OR REPLACE INTO listing_detail (fid, description) VALUES (17, 'other')", "text-content",
      "has texts that differ"),
    Change(
      "UPDATE listing_detail SET capacity = -1 WHERE fid = (SELECT min(fid) FROM listing_detail)", "value", "capacity"),
    Change(
      "UPDATE listing_detail SET recurrence = printf('%.20000c', 'x') WHERE host = 'hana'", "value", "recurrence is"),
    Change(
      """
      INSERT OR REPLACE INTO listing_detail (fid, recurrence) SELECT min(fid), 'FREQ=SECONDLY;BYHOUR=9' FROM listing
      WHERE kind = 'event' AND starts IS NOT NULL AND fid > 20
      """, "recurrence", "times a day"),
    Change(
      "DELETE FROM listing_detail WHERE fid IN (SELECT fid FROM listing WHERE kind = 'couch' AND fid > 60)",
      "part-missing",
      "listing_detail is about"),
    Change("INSERT INTO listing_tag VALUES (20, 99)", "dangling-reference", "missing tag"),
    Change("INSERT INTO listing_tag VALUES (21, 17000000)", "value", "tag_id is 17000000"),
    Change("UPDATE block SET from_date = '20:7-05-16' WHERE block_id = 1", "value", "from_date is '20:7-05-16'"),
    Change(
      "INSERT INTO block (fid, from_date, to_date) VALUES (3, '2027-12-01', '2027-12-05'), (3, '2027-12-04', '2027-12-06')",
      "blocks-overlap", "overlap"),
    Change(
      "INSERT INTO nightly_rate VALUES (3, '2027-12-01', '2027-12-05', 1, 1, 1), (3, '2027-12-04', '2027-12-06', 1, 1, 1)",
      "rates-overlap", "two rates"),
    Change("INSERT INTO nightly_rate VALUES (4, '2027-12-01', '2027-12-05', -1, 1, 1)", "value", "price is -1"),
    Change(
      "INSERT INTO booking SELECT NULL, fid, 'eve', from_date, to_date, 1, 'confirmed', NULL, NULL, NULL, 0, 0 FROM booking",
      "bookings-overlap", "booked twice"),
    Change(
      "INSERT INTO booking SELECT NULL, fid, 'fay', from_date, to_date, 1, 'lost', NULL, NULL, NULL, 0, 0 FROM booking",
      "constraint", "status IN ('requested'"),
    Change(
      "INSERT INTO attendance (member, fid, starts, status, at) VALUES ('eve', 3, 5, 'maybe', 0)", "constraint",
      "status IN ('joined', 'waiting')"),
    Change(
      "INSERT INTO attendance (member, fid, starts, status, at) VALUES ('eve', 4, 5, 'waiting', 0)", "waiting",
      "free places"),
    Change("INSERT INTO rating (member, fid, half_stars, at) VALUES ('eve', 30, 77, 0)", "value", "half_stars is 77"),
    Change("INSERT INTO rating (member, fid, half_stars, at) VALUES ('eve', 31, 6, 0)", "rating-sum", "mean rating"),
    Change(
      "INSERT INTO rating_base SELECT fid, 4, 2 FROM listing WHERE fid NOT IN (SELECT fid FROM rating) LIMIT 1",
      "rating-base", "no member has rated it"),
    Change("UPDATE listing SET changed = -9000000000000000 WHERE fid = 40", "value", "changed is -9000000000000000"),
    Change("INSERT INTO own_field (name, type) VALUES ('x', 'colour')", "constraint", "type IN ('text'"),
    Change("INSERT INTO own_field (name, type) VALUES ('price', 'number')", "own-values", "is not a field"),
    Change("INSERT INTO own_value VALUES (60, 2, 'x')", "own-values", "row 60 has indexed values"),
    Change(
      "DELETE FROM own_value WHERE own_id = (SELECT own_id FROM own_field WHERE name = 'stars')", "own-values",
      "has other values of custom fields"),
    Change(
      "UPDATE booking SET made = 9223372036854775807 WHERE member = 'ana'", "value", "booking: made is 9223372036"),
    Change(
      "UPDATE booking SET changed = -9000000000000000 WHERE member = 'ana'", "value", "changed is -9000000000000000"),
    Change(
      "INSERT INTO favourite (member, fid, at) VALUES ('eve', 3, 'now')", "value", "favourite: at is 'now'"),
    Change(
      "INSERT INTO attendance (member, fid, starts, status, at) VALUES ('eve', 5, 9223372036854775807, 'joined', 0)",
      "value", "attendance: starts is 9223372036"),
    Change(
      "INSERT INTO attendance (member, fid, starts, status, at) VALUES ('eve', 6, 5, 'joined', -9223372036854775808)",
      "value", "attendance: at is -9223372036"),
    Change(
      "INSERT INTO rating (member, fid, half_stars, at) VALUES ('eve', 32, 6, 9223372036854775807)", "value",
      "rating: at is 9223372036"),
    Change("INSERT INTO visit (member, fid, at) VALUES ('eve', 3, 1e300)", "value", "visit: at is 1.0e+300"),
    Change(
      "INSERT INTO signal (member, fid, kind, value, at) VALUES ('fay', 3, 'visit', 1, 9223372036854775807)", "value",
      "signal: at is 9223372036"),
    Change("UPDATE exact_point SET latitude = 1e9", "value", "latitude is 1000000000.0"),
    Change(
      "INSERT INTO exact_point SELECT fid, 0, 0, 5, NULL FROM listing WHERE fid NOT IN (SELECT fid FROM exact_point) LIMIT 1",
      "exact-point", "farther from its public point"),
    Change(
      "INSERT OR REPLACE INTO listing_detail (fid, address) SELECT fid, 'here' FROM exact_point", "exact-address",
      "public address"),
    Change("INSERT INTO zone (name) VALUES ('Europe/Atlantis')", "zone", "\"Europe/Atlantis\" is not a time zone"),
    Change("INSERT INTO currency (code) VALUES ('euro')", "currency", "\"euro\" is not a currency code"),
    Change("INSERT INTO schedule (hours) VALUES (printf('%.20000c', 'x'))", "value", "hours is"),
    Change("UPDATE area SET geom = x'00ff'", "geometry", "of area has no polygons"),
    Change(
      "UPDATE affinity SET targets = x'00ff' WHERE fid = (SELECT min(fid) FROM affinity)", "affinity", "of affinity"),
    Change("UPDATE affinity SET admirers = -5 WHERE fid = (SELECT max(fid) FROM affinity)", "value", "admirers is -5"),
    Change("INSERT INTO signal (member, fid, kind, value) VALUES ('eve', 3, 'visit', 9e999)", "value", "value is"),
    Change("UPDATE place SET latitude = 100", "constraint", "latitude BETWEEN -90 AND 90"),
    Change("UPDATE catalog_statistic SET value = 77 WHERE name = 'rating_mean'", "statistic", "rating_mean"),
    Change("UPDATE tag_statistic SET listings = -1", "value", "listings is -1"),
    Change("DELETE FROM tag_statistic WHERE tag_id = 2", "statistic", "and tag_statistic has 0"),
    Change("DELETE FROM catalog_statistic WHERE name = 'profile.changed'", "statistic", "profile.changed is missing"),
    Change("DELETE FROM rtree_listing_geom WHERE id = 50", "rtree-missing", "is not in the R-tree"),
    Change("DELETE FROM listing_text WHERE rowid = 51", "text-missing", "is not in the text index"),
    Change("INSERT INTO listing_text (rowid, name) VALUES (5000, 'x')", "text-dangling", "row 5000"),
    Change("INSERT INTO rtree_listing_geom VALUES (5001, 9, 9, 48, 48)", "rtree-dangling", "row 5001"),
    Change("UPDATE rtree_listing_geom SET minx = 1, maxx = 1 WHERE id = 52", "rtree-bounds", "lies outside its box"),
    Change("DROP TRIGGER booking_update", "schema", "the trigger booking_update is missing"),
    Change("DROP INDEX listing_source", "schema", "the index listing_source is missing"),
    Change(
      """
      DROP VIEW member_signal;
      CREATE VIEW member_signal (lember, fid, kind, value) AS SELECT member, fid, kind, value FROM signal
      """, "schema", "the view member_signal has another definition"),
    Change(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' files TEXT', ' fils TEXT') WHERE name = 'place_import';
      PRAGMA writable_schema = OFF
      """, "schema", "the column place_import.files is missing"),
    Change("DELETE FROM gpkg_contents WHERE table_name = 'area'", "geopackage", "area features"),
    Change("DELETE FROM gpkg_contents WHERE table_name = 'layer_styles'", "geopackage", "layer_styles attributes"),
    Change("DELETE FROM gpkg_spatial_ref_sys WHERE srs_id = -1", "geopackage", "NONE -1"),
    Change("DELETE FROM gpkg_geometry_columns", "geopackage", "listing.geom POINT 4326 0 0 is missing"),
    Change("DELETE FROM gpkg_extensions", "geopackage", "listing.geom gpkg_rtree_index write-only is missing"),
    Change("PRAGMA user_version = 3", "geopackage", "user_version"),
    Change("PRAGMA application_id = 3", "geopackage", "application_id"),
  ]

  @Test("reports every change by another program")
  func rules() throws {
    let path = folder.path("changed.gpkg")
    try MixedCatalog.shared.get().write(to: path)
    for change in Self.changes {
      try TestDatabase.run(
        // Triggers that call our functions would reject every change to a listing.
        """
        PRAGMA ignore_check_constraints = ON;
        PRAGMA foreign_keys = OFF;
        DROP TRIGGER IF EXISTS booking_insert;
        DROP TRIGGER IF EXISTS rtree_listing_geom_update3;
        DROP TRIGGER IF EXISTS rtree_listing_geom_update4;
        \(change.sql);
        """, path: path)
    }
    let connection = try ReadConnection(path: path, mode: .shared(mayWrite: false))
    _ = try connection.beginRead()
    let defects = try CatalogCheck(connection: connection.handle, limit: 1000).defects()
    connection.endRead()
    for change in Self.changes {
      #expect(
        defects.contains { $0.code == change.code && $0.message.contains(change.says) },
        "\(change.code): \(change.says)"
      )
    }
    // Every rule is violated, except those with a test of their own below.
    let broken = Set(defects.map(\.code))
    #expect(Set(CatalogRule.all.map(\.code)).subtracting(broken).subtracting(["text-index"]) == [])
    #expect(Set(StoredColumn.all.map(\.table)).isSubset(of: Set(try ReferenceSchema.current.get().tables.map(\.name))))
    // Ten findings of a kind are reported, and that there are more.
    let told = try Catalog(path: path).check().filter { $0.code == "value" }
    #expect(told.count == 11 && told.last?.message == "and more")
  }

  @Test(
    "reports a text index that does not match its texts",
    arguments: [
      "DELETE FROM listing_text_data WHERE id > 10", "UPDATE listing_text_data SET block = zeroblob(30) WHERE id > 10",
      "UPDATE listing_text_content SET c2 = 'nothing' WHERE id = 3", "UPDATE listing_text_config SET v = 77",
    ])
  func textIndex(sql: String) throws {
    let path = folder.path("changed.gpkg")
    try MixedCatalog.shared.get().write(to: path)
    try TestDatabase.run(sql, path: path)
    #expect(try Catalog(path: path).check().contains { $0.code == "text-index" })
    // The temporary copy made by the check is gone, and the next check finds the same.
    #expect(try Catalog(path: path).check().contains { $0.code == "text-index" })
  }

  @Test("reports missing details by the texts that were indexed")
  func details() throws {
    let path = folder.path("changed.gpkg")
    try MixedCatalog.shared.get().write(to: path)
    try TestDatabase.run("DELETE FROM listing_detail WHERE description IS NOT NULL", path: path)
    #expect(try Catalog(path: path).check().contains { $0.code == "text-content" })
  }

  /// Changes by other programs to a sound file that leave no trace in any other table.
  @Test(
    "reports rows that are known only by their number",
    arguments: [
      ("DELETE FROM listing_detail WHERE fid = (SELECT fid FROM listing WHERE id = 'couch-x')", "part-missing"),
      (
        "DELETE FROM listing_detail WHERE fid = (SELECT fid FROM listing_detail WHERE recurrence IS NOT NULL LIMIT 1)",
        "part-missing"
      ),
      ("DELETE FROM nightly_rate", "part-missing"), ("DELETE FROM exact_point", "part-missing"),
      ("DELETE FROM block WHERE origin = 'import'", "part-missing"), ("DELETE FROM tag_statistic", "statistic"),
      ("UPDATE tag_statistic SET listings = listings + 20", "statistic"),
      ("DELETE FROM catalog_statistic", "statistic"), ("DELETE FROM gpkg_geometry_columns", "geopackage"),
      ("DELETE FROM gpkg_extensions", "geopackage"),
    ])
  func counts(sql: String, code: String) throws {
    let path = folder.path("changed.gpkg")
    try MixedCatalog.shared.get().write(to: path)
    try TestDatabase.run("PRAGMA foreign_keys = OFF; \(sql)", path: path)
    #expect(try Set(Catalog(path: path).check().map(\.code)) == [code])
  }

  @Test("allows for changes since tags and details were counted")
  func changedSince() throws {
    let world = SeededWorld(seed: 5, count: 200, center: MixedCatalog.center, spreadDegrees: 0.05)
    let temporary = try TemporaryCatalog(world.listings)
    var bar = Listing(id: "new", kind: .bar, coordinate: MixedCatalog.center)
    (bar.tags, bar.phone) = (["pub", "never-seen"], "1")
    try temporary.catalog.save([bar], source: "test")
    #expect(try temporary.catalog.check() == [])
    try TestDatabase.run("DELETE FROM tag_statistic", path: temporary.path)
    #expect(try temporary.catalog.check().allSatisfy { $0.code == "statistic" })
    #expect(try !temporary.catalog.check().isEmpty)
  }

  @Test("looks at the other tables where one lacks a column")
  func missingColumn() throws {
    let path = folder.path("changed.gpkg")
    try MixedCatalog.shared.get().write(to: path)
    try TestDatabase.run(
      """
      UPDATE rating SET at = 'now';
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' at INTEGER', ' au INTEGER') WHERE name = 'favourite';
      """, path: path)
    let defects = try Catalog(path: path).check()
    #expect(defects.contains { $0.code == "schema" && $0.message == "the column favourite.at is missing" })
    #expect(defects.contains { $0.code == "value" && $0.message.hasPrefix("the table favourite: SQLite cannot") })
    #expect(defects.contains { $0.code == "value" && $0.message.hasSuffix("of rating: at is 'now'") })
  }

  @Test("finds the CHECK constraints of the tables")
  func constraints() throws {
    let tables = try ReferenceSchema.current.get().tables
    #expect(tables.first { $0.name == "rating" }?.checks == ["member <> ''", "half_stars BETWEEN 2 AND 10"])
    #expect(
      ReferenceSchema.checks(in: "CREATE TABLE t (a CHECK (a <> ')' AND (a > 1)), b CHECK (b))") == [
        "a <> ')' AND (a > 1)", "b",
      ])
  }

  @Test("does not change the file, also where it may only be read")
  func readOnly() throws {
    let path = folder.path("sound.gpkg")
    let mixed = try MixedCatalog.shared.get()
    try mixed.write(to: path)
    #expect(try Catalog(path: path).check() == [])
    #expect(try Data(contentsOf: URL(filePath: path)) == mixed.bytes)
  }
}
