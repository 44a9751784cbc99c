import GRDB
import Synchronization
import Vicinity

/// The amount of data that members store, and their limits.
///
/// Members' data in the accounts file is counted there, by triggers (`AccountsDatabase+Shares.swift`). Their data in the
/// catalog is counted here: before a change, the maximum that it may add, so that changes of several clients at once
/// never exceed the limit; and exactly, from the rows of the catalog, when that estimate may be too high: before a
/// change is refused, after a removal, and from time to time. If the remaining space is less than a change may need,
/// the change is made if it fits: its transaction measures what it adds (`StoredRoom`).
package final class StoredShares: Sendable {
  private let catalog: Catalog
  private let file: AccountsFile
  /// The bytes of changes on their way, of each member.
  private let pending = Mutex<[String: Int]>([:])
  /// One count of a member at a time: each replaces what was counted before. Members share a lock with few others.
  private let locks = (0..<64).map { _ in Lock() }
  /// The members being recounted after a change; true if there were further changes in the meantime.
  private let settling = Mutex<[String: Bool]>([:])

  private final class Lock: Sendable {
    private let mutex = Mutex(())

    func hold(_ body: () throws -> Void) rethrows { try mutex.withLock { _ in try body() } }
  }

  /// The overestimate in bytes at which a member is recounted; or an eighth, if that is more.
  private static let leastSlack = 1 << 16
  private static let progress = "stored bytes"

  package init(catalog: Catalog, file: AccountsFile) { (self.catalog, self.file) = (catalog, file) }

  // MARK: Limits

  /// Writes the limits into the accounts file, for the triggers there.
  /// - Parameter limits: in bytes; those that are missing or 0 mean no limit.
  package func set(_ limits: [RefusedWrite.Limit: Int]) throws {
    let pairs = limits.filter { $0.value > 0 }.map { ($0.key.rawValue, $0.value) }
    let wanted = Dictionary(uniqueKeysWithValues: pairs)
    let known = try file.look { db in
      try Row.fetchAll(db, sql: "SELECT name, bytes FROM quota").reduce(into: [String: Int]()) {
        $0[$1["name"]] = $1["bytes"]
      }
    }
    guard wanted != known else { return }
    try file.write { db in
      try db.execute(sql: "DELETE FROM quota")
      for (name, bytes) in wanted {
        try db.execute(sql: "INSERT INTO quota (name, bytes) VALUES (?, ?)", arguments: [name, bytes])
      }
    }
  }

  // MARK: Changes of the catalog

  /// The bytes reserved for a change.
  package struct Held: Sendable {
    package var bytes: Int
    /// The limit that made it less than the change may add.
    fileprivate var limit: RefusedWrite.Limit?

    package static let nothing = Held(bytes: 0)

    /// For a change that does not fit.
    package var refusal: RefusedWrite { .noRoom(limit) }
  }

  /// Reserves what a change may add, before it is made; less if less space remains.
  package func reserve(_ bytes: Int, of member: String) throws -> Held {
    pending.withLock { $0[member, default: 0] += bytes }
    do {
      if let held = try add(bytes, orLess: false, to: member) { return held }
      try count(member, pending: -bytes)
      let held = try add(bytes, orLess: true, to: member) ?? .nothing
      end(bytes - held.bytes, of: member)
      return held
    } catch {
      end(bytes, of: member)
      throw error
    }
  }

  /// A change has not been made: it did not fit.
  package func giveBack(_ bytes: Int, of member: String) throws {
    guard bytes > 0 else { return }
    // No count comes between the two: it would include only one of them.
    try lock(of: member).hold {
      defer { end(bytes, of: member) }
      try file.write { db in
        try db.execute(
          sql: "UPDATE catalog_share SET bytes = bytes - ?2 WHERE member = ?1", arguments: [member, bytes])
      }
    }
  }

  /// A change has been made, or has failed.
  /// - Parameter isExact: whether the member may store less than is counted now.
  package func settle(_ bytes: Int, of member: String, isExact: Bool) throws {
    end(bytes, of: member)
    let row = try file.look { db in
      try Row.fetchOne(db, sql: "SELECT bytes, counted FROM catalog_share WHERE member = ?", arguments: [member])
    }
    let (now, counted): (Int, Int) = row.map { ($0["bytes"], $0["counted"]) } ?? (0, 0)
    if isExact || now - counted > max(Self.leastSlack, counted / 8) { try countOnce(member) }
  }

  /// Recounts a member; once for all changes that end in the meantime, whose threads do not wait for it.
  private func countOnce(_ member: String) throws {
    let isFirst = settling.withLock { settling in
      defer { settling[member] = settling[member] != nil }
      return settling[member] == nil
    }
    guard isFirst else { return }
    do {
      repeat {
        try count(member)
      } while settling.withLock { settling in
        let isAgain = settling[member] == true
        settling[member] = isAgain ? false : nil
        return isAgain
      }
    } catch {
      settling.withLock { $0[member] = nil }
      throw error
    }
  }

  private func end(_ bytes: Int, of member: String) {
    pending.withLock { pending in
      let left = (pending[member] ?? 0) - bytes
      pending[member] = left > 0 ? left : nil
    }
  }

  /// - Parameter orLess: whether to count only as much as fits.
  /// - Returns: nil, and nothing is counted, when not everything fits.
  private func add(_ bytes: Int, orLess: Bool, to member: String) throws -> Held? {
    try file.write { db in
      let (limit, room) = try Self.room(of: member, in: db) ?? (nil, bytes)
      guard orLess || room >= bytes else { return nil }
      let held = Held(bytes: max(0, min(bytes, room)), limit: limit)
      try db.execute(
        sql: """
          INSERT INTO catalog_share (member, bytes, counted) SELECT ?1, ?2, 0
          WHERE EXISTS (SELECT 1 FROM account WHERE name = ?1 AND ending IS NULL)
          ON CONFLICT (member) DO UPDATE SET bytes = bytes + excluded.bytes
          """, arguments: [member, held.bytes])
      return held
    }
  }

  /// The limit with the least remaining space, and that space; nil without limits.
  private static func room(of member: String, in db: Database) throws -> (limit: RefusedWrite.Limit?, bytes: Int)? {
    try Row.fetchAll(
      db,
      sql: """
        SELECT name, bytes - coalesce((SELECT bytes FROM stored WHERE member = ?1 AND kind = 'texts'), 0) AS room
          FROM quota WHERE name = 'member-texts'
        UNION ALL
        SELECT name, bytes - (SELECT bytes FROM stored_total WHERE id = 1) FROM quota WHERE name = 'max-stored'
        """, arguments: [member]
    ).map { (limit: RefusedWrite.Limit(rawValue: $0["name"]), bytes: $0["room"]) }.min { $0.bytes < $1.bytes }
  }

  // MARK: Counting

  /// Recounts a member's data in the catalog.
  package func count(_ member: String) throws { try count(member, pending: 0) }

  /// - Parameter more: bytes in addition to those of pending changes.
  private func count(_ member: String, pending more: Int) throws {
    try lock(of: member).hold {
      // In this order a concurrent change is counted twice at most, but never missed.
      let before = try file.look { try Self.counted(of: member, in: $0) }
      let pending = pending.withLock { $0[member] ?? 0 } + more
      let exact = try catalog.storedBytes(of: member)
      try file.write { db in
        try Self.set(exact, pending, instead: before, of: member, in: db)
      }
    }
  }

  private func lock(of member: String) -> Lock { locks[Int(UInt(bitPattern: member.hashValue) % UInt(locks.count))] }

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

  /// Counts what members stored before counting was introduced: all records, their listings, and the pictures of these.
  /// Once for a file, before the first request.
  package func countAll() throws {
    let database = try file.database()
    guard try database.progress(of: Self.progress) == nil else { return }
    try NamePages.forEach { last, limit in
      try database.look { db in
        try String.fetchAll(
          db, sql: "SELECT name FROM account WHERE name > ? ORDER BY name LIMIT ?", arguments: [last, limit])
      }
    } _: { page in
      let counts = try page.map { (member: $0, bytes: try catalog.storedBytes(of: $0)) }
      let pictures = try page.flatMap { member in
        try catalog.listings(hostedBy: member).map { (member: member, listing: $0) }
      }
      try database.write { db in
        for (member, bytes) in counts where bytes > 0 {
          try Self.set(bytes, 0, instead: Self.counted(of: member, in: db), of: member, in: db)
        }
        for (member, listing) in pictures {
          try db.execute(
            sql: "UPDATE picture SET owner = ? WHERE listing = ? AND owner IS NULL", arguments: [member, listing])
        }
      }
    }
    try database.write { try AccountsDatabase.setProgress(of: Self.progress, to: 1, in: $0) }
  }
}
