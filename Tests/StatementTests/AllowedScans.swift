/// The statements that may read a whole table, each by its text.
struct AllowedScan: Hashable {
  /// Why a statement may do so.
  enum Reason: String, CaseIterable {
    /// Its output is the whole table: an export, a division, a list for operators, the defects of a check. For `serve`
    /// only the export.
    case output
    /// Read once for a version of the catalog, on a thread of its own, or once when the server starts.
    case kept
    /// Counts rows: for operators, or for the planner when a twentieth of the listings has changed.
    case counts
    /// An operator's work on all rows: an import, a setting, the affinities of members.
    case work
    /// The areas that operators draw: for the listings of a change, for a name that is not exactly one of them, and as
    /// facets of private places.
    case areas
    /// The deletion of an account, which rewrites the whole file.
    case erasing
  }

  var reason: Reason
  var statement: String
  var table: String

  static let all: Set<AllowedScan> = Set(
    Reason.allCases.flatMap { reason in
      texts(reason).flatMap { statement, tables in
        tables.split(separator: " ").map { AllowedScan(reason: reason, statement: statement, table: String($0)) }
      }
    })

  /// The statements on one line each, with the tables that they read completely.
  private static func texts(_ reason: Reason) -> KeyValuePairs<String, String> {
    switch reason {
    case .output:
      [
        """
        SELECT * FROM (SELECT 'row ' || id FROM listing_text_docsize WHERE id NOT IN (SELECT fid FROM \
        listing)) LIMIT 1001
        """: "listing_text_docsize",
        """
        SELECT * FROM (SELECT 'row ' || id FROM listing_text_docsize WHERE id NOT IN (SELECT fid FROM \
        listing)) LIMIT 11
        """: "listing_text_docsize",
        """
        SELECT * FROM (SELECT id FROM listing WHERE fid NOT IN (SELECT id FROM listing_text_docsize)) LIMIT \
        1001
        """: "listing",
        """
        SELECT * FROM (SELECT id FROM listing WHERE fid NOT IN (SELECT id FROM listing_text_docsize)) LIMIT \
        11
        """: "listing",
        "SELECT * FROM account ORDER BY name": "account",
        """
        SELECT d.address, s.name, d.etag, d.modified, d.at FROM download d JOIN source s USING (source_id) WHERE EXISTS \
        (SELECT 1 FROM listing l WHERE l.source_id = d.source_id) ORDER BY 1
        """: "download",
        """
        SELECT b.booking_id, l.id, b.member, b.from_date, b.to_date, b.guests, b.status, b.price, c.code, \
        b.made, b.changed, l.name, NULL FROM booking b JOIN listing l ON l.fid = b.fid LEFT JOIN currency c ON \
        c.currency_id = b.currency_id ORDER BY b.booking_id
        """: "booking",
        """
        SELECT json_extract(r.record, '$[0]'), r.id, r.member, json_extract(r.record, '$[2]'), \
        json_extract(r.record, '$[3]'), json_extract(r.record, '$[4]'), json_extract(r.record, '$[5]'), \
        json_extract(r.record, '$[6]'), c.code, json_extract(r.record, '$[9]'), json_extract(r.record, '$[10]'), \
        json_extract(h.listing, '$.name'), CASE WHEN h.until IS NULL THEN 'hidden' ELSE 'vanished' END \
        FROM hidden_record r JOIN hidden_listing h ON h.id = r.id LEFT JOIN currency c ON \
        c.currency_id = json_extract(r.record, '$[7]') WHERE r.kind = 'booking' AND 1 \
        ORDER BY json_extract(r.record, '$[2]'), json_extract(r.record, '$[0]')
        """: "hidden_record",
        "SELECT fid FROM listing ORDER BY id": "listing",
        "SELECT id, listing, reason, at FROM hidden_listing WHERE until IS NULL ORDER BY at DESC, id": "hidden_listing",
        "SELECT own FROM listing_detail WHERE own IS NOT NULL": "listing_detail",
        "SELECT phrase, other FROM synonym ORDER BY phrase, other": "synonym",
        "SELECT fid, geom FROM listing": "listing",
        "SELECT fid, latitude, longitude FROM exact_point": "exact_point",
      ]
    case .kept:
      [
        "SELECT * FROM alert ORDER BY created": "alert",
        "SELECT word FROM shard_word ORDER BY word": "shard_word",
        "SELECT country, region, name, keys FROM place_region ORDER BY country, region": "place_region",
        """
        SELECT d.block FROM listing_text_idx i JOIN listing_text_data d ON d.id = (i.segid << 37) + (i.pgno \
        >> 1) ORDER BY i.segid, i.term
        """: "listing_text_idx",
        """
        SELECT fid, geom, rating_count, name FROM listing WHERE name IS NOT NULL AND operating_status IS \
        NULL ORDER BY fid
        """: "listing",
        """
        SELECT l.fid, l.geom, d.address FROM listing_detail d JOIN listing l ON l.fid = d.fid WHERE d.address IS NOT \
        NULL AND l.operating_status IS NULL ORDER BY d.fid
        """: "listing_detail",
        "SELECT mark FROM judged_change": "judged_change",
        "SELECT mark, listing, at, found FROM standing_before ORDER BY number": "standing_before",
        "SELECT name FROM tag": "tag",
        """
        SELECT p.place_id, p.latitude, p.longitude, p.population, p.is_section, z.name FROM place p LEFT \
        JOIN zone z ON z.zone_id = p.zone_id
        """: "place",
        """
        SELECT p.place_id, p.latitude, p.longitude, p.population, p.name, n.key, n.is_own FROM place p LEFT JOIN \
        place_name n ON n.place_id = p.place_id ORDER BY p.place_id, n.key
        """: "place",
        "SELECT place_id, latitude, longitude, country, region, population, is_section FROM place": "place",
        """
        SELECT t.tag_id, t.name, count(*) FROM tag t JOIN listing_tag l ON l.tag_id = t.tag_id GROUP BY \
        t.tag_id
        """: "tag",
      ]
    case .counts:
      [
        """
        INSERT INTO catalog_statistic SELECT 'rating_mean', sum(rating * max(coalesce(rating_count, 1), 1)) \
        / sum(max(coalesce(rating_count, 1), 1)) FROM listing WHERE rating IS NOT NULL HAVING count(*) > 0
        """: "listing",
        "INSERT INTO tag_statistic SELECT tag_id, count(*) FROM listing_tag GROUP BY tag_id": "listing_tag",
        """
        SELECT coalesce(c.code, ''), count(*) FROM listing LEFT JOIN currency c USING (currency_id) WHERE \
        price IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1
        """: "listing",
        "SELECT coalesce(sum(julianday(to_date) - julianday(from_date)), 0) FROM block": "block",
        "SELECT count(*) FROM delivery": "delivery",
        "SELECT count(*) FROM exact_point": "exact_point",
        "SELECT count(*) FROM listing": "listing",
        "SELECT count(*) FROM listing WHERE kind = 'bar' AND schedule_id IS NULL": "listing",
        "SELECT count(*) FROM place": "place",
        "SELECT count(*) FROM place WHERE zone_id IS NULL": "place",
        "SELECT count(*) FROM place_region": "place_region",
        "SELECT count(DISTINCT key) FROM place_name": "place_name",
        "SELECT count(DISTINCT schedule_id) FROM listing": "listing",
        "SELECT count(DISTINCT tag_id) FROM listing_tag": "listing_tag",
        "SELECT count(price) FROM listing": "listing",
        "SELECT count(rating) FROM listing": "listing",
        """
        SELECT k.column1, (SELECT count(*) FROM listing WHERE kind = k.column1) FROM (VALUES ('bar'), \
        ('event'), ('couch')) k
        """: "listing",
        """
        SELECT kind, price, code, rating, starts FROM listing LEFT JOIN currency USING (currency_id) WHERE \
        fid % ?1 = 0
        """: "listing",
        """
        SELECT t.name, n FROM (SELECT tag_id, count(*) AS n FROM listing_tag GROUP BY 1) JOIN tag t USING \
        (tag_id) ORDER BY n DESC, t.name LIMIT 20
        """: "listing_tag",
        "SELECT z.name, count(*) FROM listing JOIN zone z USING (zone_id) GROUP BY 1 ORDER BY 2 DESC, 1": "listing",
        """
        UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now'), (min_x, max_x, min_y, \
        max_y) = (SELECT min(ST_MinX(geom)), max(ST_MaxX(geom)), min(ST_MinY(geom)), max(ST_MaxY(geom)) FROM\
         listing) WHERE table_name IN ('listing', 'listings');
        """: "listing",
      ]
    case .work:
      [
        "DELETE FROM synonym": "synonym",
        "SELECT fid, tag_id FROM listing_tag": "listing_tag",
        """
        SELECT l.fid, l.id, l.kind, l.geom, l.name, s.name, l.starts FROM listing l JOIN source s USING \
        (source_id) WHERE l.name IS NOT NULL AND l.kind <> 'couch'
        """: "listing",
        "SELECT fid, geom FROM listing ORDER BY fid": "listing",
        "SELECT fid, own FROM listing_detail WHERE own IS NOT NULL": "listing_detail",
        "SELECT fid, schedule_id FROM listing WHERE schedule_id IS NOT NULL": "listing",
        "SELECT id, block FROM listing_text_data": "listing_text_data",
        "SELECT id, sz FROM listing_text_docsize": "listing_text_docsize",
        """
        SELECT DISTINCT h.source FROM merged_listing m CROSS JOIN hidden_listing h USING (id) WHERE NOT EXISTS (SELECT \
        1 FROM listing WHERE id = m.into_id)
        """: "merged_listing",
        """
        SELECT m.id FROM merged_listing m CROSS JOIN hidden_listing h USING (id) WHERE h.source = ?1
        """: "merged_listing",
        """
        SELECT l.fid, l.id, d.host, l.geom, e.latitude, e.longitude, e.radius FROM exact_point e JOIN \
        listing l USING (fid) LEFT JOIN listing_detail d USING (fid) ORDER BY l.fid
        """: "listing",
        """
        SELECT l.id, d.host, l.name FROM listing_detail d JOIN listing l USING (fid) WHERE d.host IS NOT \
        NULL AND l.name IS NOT NULL ORDER BY l.fid
        """: "listing",
        "SELECT member, fid, kind, value FROM member_signal": "attendance booking favourite rating signal visit",
        "SELECT place_id FROM place": "place",
        "SELECT schedule_id, hours FROM schedule": "schedule",
        "SELECT segid, term, pgno FROM listing_text_idx": "listing_text_idx",
      ]
    case .areas:
      [
        "SELECT fid, geom FROM area": "area",
        "SELECT fid, name FROM area ORDER BY name": "area",
        "SELECT fid, name, geom FROM area": "area",
        "SELECT geom FROM area": "area",
        "SELECT name FROM area ORDER BY name": "area",
        """
        SELECT name, source, geom, (SELECT count(*) FROM listing_area WHERE area_fid = area.fid), fid FROM \
        area ORDER BY name
        """: "area",
      ]
    case .erasing:
      [
        "DELETE FROM hidden_record WHERE kind = 'guest_rating' AND json_extract(record, '$[1]') = ?1": "hidden_record"
      ]
    }
  }

  /// Tables whose rows do not grow with a catalog.
  static let small: Set<String> = [
    "sqlite_schema", "sqlite_sequence", "grdb_migrations",  // the parts of the file
    "catalog_statistic", "setting", "own_field", "public_point",  // what an operator sets, and fifty numbers
    "currency", "zone", "place_country",  // ISO 4217, the IANA zones, ISO 3166
    "quota", "stored_total", "mail_count",  // a row for each limit, and one each
    "source", "metadata", "key",  // the imports, the texts of a base map, the keys of an operator
    "shard",  // the files that a catalog is divided into
    "written",  // the rows that a transaction has written so far
  ]
}
