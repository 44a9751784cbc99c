import GRDB
import Synchronization
import Vicinity

/// How much members store, and may store.
///
/// What the accounts file has of a member is counted there, by triggers (`AccountsFile+Shares.swift`). What the catalog
/// has is counted here: before a change all that it may add, so that a member never stores more than is counted; and
/// anew, by the rows of the catalog, where that may be too much: before somebody is refused, after something was
/// removed, and now and then.
final class StoredShares: Sendable {
  private let catalog: Catalog
  private let keys: KeyStore
  /// The bytes of changes on their way, of each member.
  private let pending = Mutex<[String: Int]>([:])
  /// One count at a time: each replaces what was counted before.
  private let counting = Mutex(())

  /// Bytes that may be counted too many before a member is counted anew; or an eighth, if that is more.
  private static let leastSlack = 1 << 16
  private static let progress = "stored bytes"
  private static let pageSize = 500

  init(catalog: Catalog, keys: KeyStore) { (self.catalog, self.keys) = (catalog, keys) }

  // MARK: Limits

  /// Writes into the accounts file what the settings say, for the triggers there.
  func set(_ settings: ServerSettings) throws {
    let limits = [
      "member-media": settings.memberMedia, "member-texts": settings.memberTexts, "max-stored": settings.maxStored,
    ]
    let wanted = limits.filter { $0.value > 0 }
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

  // MARK: Changes of the catalog

  /// Counts what a change may add, before it is made.
  /// - Throws: `Problem` when it does not fit: then nothing is counted.
  func reserve(_ bytes: Int, of member: String) throws {
    pending.withLock { $0[member, default: 0] += bytes }
    do {
      guard try !add(bytes, to: member) else { return }
      try count(member, pending: -bytes)
      guard try !add(bytes, to: member) else { return }
      throw Problem.quota(try refusal(of: bytes, to: member) ?? "member-texts")
        ?? Problem(.conflict, Problem.quotaCode, "There is no room for more.")
    } catch {
      end(bytes, of: member)
      throw error
    }
  }

  /// A change has been made, or has failed.
  /// - Parameter isExact: whether the member may store less than is counted now.
  func settle(_ bytes: Int, of member: String, isExact: Bool) throws {
    end(bytes, of: member)
    let row = try keys.file().look { db in
      try Row.fetchOne(db, sql: "SELECT bytes, counted FROM catalog_share WHERE member = ?", arguments: [member])
    }
    let (now, counted): (Int, Int) = row.map { ($0["bytes"], $0["counted"]) } ?? (0, 0)
    if isExact || now - counted > max(Self.leastSlack, counted / 8) { try count(member) }
  }

  private func end(_ bytes: Int, of member: String) {
    pending.withLock { pending in
      let left = (pending[member] ?? 0) - bytes
      pending[member] = left > 0 ? left : nil
    }
  }

  /// - Returns: whether there was room for it.
  private func add(_ bytes: Int, to member: String) throws -> Bool {
    try keys.file().write { db in
      guard try Self.refusal(of: bytes, to: member, in: db) == nil else { return false }
      try db.execute(
        sql: """
          INSERT INTO catalog_share (member, bytes, counted) SELECT ?1, ?2, 0
          WHERE EXISTS (SELECT 1 FROM account WHERE name = ?1 AND ending IS NULL)
          ON CONFLICT (member) DO UPDATE SET bytes = bytes + excluded.bytes
          """, arguments: [member, bytes])
      return true
    }
  }

  private func refusal(of bytes: Int, to member: String) throws -> String? {
    try keys.file().look { try Self.refusal(of: bytes, to: member, in: $0) }
  }

  /// The limit beyond which so many bytes are; nil when they fit.
  private static func refusal(of bytes: Int, to member: String, in db: Database) throws -> String? {
    try String.fetchOne(
      db,
      sql: """
        SELECT name FROM quota WHERE name = 'member-texts' AND bytes < ?2
          + coalesce((SELECT bytes FROM stored WHERE member = ?1 AND kind = 'texts'), 0)
        UNION ALL
        SELECT name FROM quota WHERE name = 'max-stored' AND bytes < ?2 + (SELECT bytes FROM stored_total WHERE id = 1)
        """, arguments: [member, bytes])
  }

  // MARK: Counting

  /// Counts what the catalog has of a member anew.
  func count(_ member: String) throws { try count(member, pending: 0) }

  /// - Parameter more: bytes beside those of the changes on their way.
  private func count(_ member: String, pending more: Int) throws {
    try counting.withLock { _ in
      // In this order a change that comes meanwhile is counted twice at most, and never not at all.
      let before = try keys.file().look { try Self.counted(of: member, in: $0) }
      let pending = pending.withLock { $0[member] ?? 0 } + more
      let exact = try catalog.storedBytes(of: member)
      try keys.file().write { db in
        try Self.set(exact, pending, instead: before, of: member, in: db)
      }
    }
  }

  private static func counted(of member: String, in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT bytes FROM catalog_share WHERE member = ?", arguments: [member]) ?? 0
  }

  private static func set(
    _ exact: Int, _ pending: Int, instead before: Int, of member: String, in db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO catalog_share (member, bytes, counted) SELECT ?1, ?2 + ?3, ?2
        WHERE EXISTS (SELECT 1 FROM account WHERE name = ?1 AND ending IS NULL)
        ON CONFLICT (member) DO UPDATE SET bytes = bytes - ?4 + excluded.bytes, counted = excluded.counted
        """, arguments: [member, exact, pending, before])
  }

  /// Counts what members have stored before anybody counted: all records, their listings, and the pictures of these.
  /// Once for a file, before the first request.
  func countAll() throws {
    let file = try keys.file()
    guard try file.progress(of: Self.progress) == nil else { return }
    var last = ""
    while true {
      let page = try file.look { db in
        try String.fetchAll(
          db, sql: "SELECT name FROM account WHERE name > ? ORDER BY name LIMIT ?", arguments: [last, Self.pageSize])
      }
      guard let end = page.last else { break }
      let counts = try page.map { (member: $0, bytes: try catalog.storedBytes(of: $0)) }
      let pictures = try page.flatMap { member in
        try catalog.listings(hostedBy: member).map { (member: member, listing: $0) }
      }
      try file.write { db in
        for (member, bytes) in counts where bytes > 0 {
          try Self.set(bytes, 0, instead: Self.counted(of: member, in: db), of: member, in: db)
        }
        for (member, listing) in pictures {
          try db.execute(
            sql: "UPDATE picture SET owner = ? WHERE listing = ? AND owner IS NULL", arguments: [member, listing])
        }
      }
      last = end
    }
    try file.write { try AccountsFile.setProgress(of: Self.progress, to: 1, in: $0) }
  }
}
