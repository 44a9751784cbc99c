import GRDB
import Vicinity

/// How much members may store.
enum Quota {
  /// The least bytes that a listing counts: about what it takes up in the catalog.
  static let leastListing = 1024

  /// Writes into the accounts file what the settings say, for the triggers there.
  static func set(_ settings: ServerSettings, in keys: KeyStore) throws {
    let wanted = limits(settings).filter { $0.value > 0 }
    let known = try keys.file().look { db in
      try Row.fetchAll(db, sql: "SELECT name, bytes FROM quota").reduce(into: [String: Int]()) {
        $0[$1["name"]] = $1["bytes"]
      }
    }
    guard wanted != known else { return }
    try keys.file().write { db in
      try db.execute(sql: "DELETE FROM quota")
      for (name, bytes) in wanted {
        try db.execute(sql: "INSERT INTO quota (name, bytes) VALUES (?, ?)", arguments: [name, bytes])
      }
    }
  }

  private static func limits(_ settings: ServerSettings) -> [String: Int] {
    [
      "member-media": settings.memberMedia, "member-texts": settings.memberTexts, "max-stored": settings.maxStored,
    ]
  }

  /// Counts a listing before it is written, unless it counts more already.
  ///
  /// - Parameter bytes: of its JSON form.
  /// - Returns: what it counted before; nil when it did not.
  /// - Throws: `Problem` when it does not fit.
  static func reserve(_ id: String, bytes: Int, of member: String, in keys: KeyStore) throws -> Int? {
    let bytes = counted(bytes)
    return try keys.file().write { db in
      let refusal = try String.fetchOne(
        db,
        sql: """
          WITH more (bytes) AS (
            SELECT ?3 - coalesce((SELECT bytes FROM listing_share WHERE listing = ?1 AND member = ?2), 0))
          SELECT name FROM quota, more WHERE more.bytes > 0 AND (
            name = 'member-texts' AND quota.bytes < more.bytes
              + coalesce((SELECT bytes FROM stored WHERE member = ?2 AND kind = 'texts'), 0)
            OR name = 'max-stored' AND quota.bytes < more.bytes + (SELECT bytes FROM stored_total))
          """, arguments: [id, member, bytes])
      if let refusal { throw Problem.quota(refusal) ?? Problem(.conflict, "quota", "There is no room for more.") }
      let before = try Int.fetchOne(
        db, sql: "SELECT bytes FROM listing_share WHERE listing = ? AND member = ?", arguments: [id, member])
      if before ?? 0 < bytes { try set(bytes, for: id, of: member, in: db) }
      return before
    }
  }

  /// Corrects what a listing counts.
  /// - Parameter bytes: nil when it does not count.
  static func correct(_ id: String, to bytes: Int?, of member: String, in keys: KeyStore) throws {
    try keys.file().write { db in
      if let bytes {
        try set(bytes, for: id, of: member, in: db)
      } else {
        try db.execute(
          sql: "DELETE FROM listing_share WHERE listing = ? AND member = ?", arguments: [id, member])
      }
    }
  }

  /// What a listing of so many bytes counts.
  static func counted(_ bytes: Int) -> Int { max(leastListing, bytes) }

  private static func set(_ bytes: Int, for id: String, of member: String, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO listing_share (listing, member, bytes) SELECT ?1, ?2, ?3
        WHERE EXISTS (SELECT 1 FROM account WHERE name = ?2 AND ending IS NULL)
        ON CONFLICT (listing, member) DO UPDATE SET bytes = excluded.bytes
        """, arguments: [id, member, bytes])
  }

  /// A listing is gone.
  static func removeListing(_ id: String, in keys: KeyStore) throws {
    try keys.file().write { try $0.execute(sql: "DELETE FROM listing_share WHERE listing = ?", arguments: [id]) }
  }
}
