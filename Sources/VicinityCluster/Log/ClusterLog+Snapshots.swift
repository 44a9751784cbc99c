import Crypto
import Foundation
import Streams

extension ClusterLog {
  /// A copy of a file as it was after an entry.
  struct Snapshot: Sendable {
    var id: String
    var file: ClusterFile
    var position: FilePosition
    var size: Int64
    var sha256: [UInt8]
  }

  /// Bytes of a part before compression: PostgreSQL's values end at a gigabyte, and a part is in memory.
  private static let part = 8 << 20

  /// Stores a copy of a file, which is of no use yet: an entry names it, or `complete`.
  ///
  /// - Parameter position: what the copy has applied.
  func store(_ path: String, of file: ClusterFile, _ position: FilePosition) throws -> Snapshot {
    let id = UUID().uuidString.lowercased()
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ClusterFailure.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    defer { try? handle.close() }
    _ = try connection.rows(
      """
      INSERT INTO vicinity.snapshot (id, file, entry, hash, at, size, sha256)
      VALUES ($1::text::uuid, $2::smallint, $3::bigint, $4, $5::bigint, 0, '')
      """,
      [.text(id), .int(Int64(file.rawValue)), .int(position.entry), .bytes(position.hash), .int(position.at)])
    var (hash, size, number) = (SHA256(), Int64(0), Int64(0))
    while let bytes = try handle.read(upToCount: Self.part), !bytes.isEmpty {
      hash.update(data: bytes)
      size += Int64(bytes.count)
      // An unfinished snapshot is removed an hour after its last part.
      _ = try connection.rows(
        """
        WITH snapshot AS (UPDATE vicinity.snapshot SET made = clock_timestamp() WHERE id = $1::text::uuid)
        INSERT INTO vicinity.snapshot_part (snapshot, part, bytes) VALUES ($1::text::uuid, $2::integer, $3)
        """, [.text(id), .int(number), .bytes(Deflater(level: 1).deflate(bytes, isLast: true))], within: 60)
      number += 1
    }
    let sha256 = Array(hash.finalize())
    _ = try connection.rows(
      "UPDATE vicinity.snapshot SET size = $2::bigint, sha256 = $3 WHERE id = $1::text::uuid",
      [.text(id), .int(size), .bytes(sha256)])
    return Snapshot(id: id, file: file, position: position, size: size, sha256: sha256)
  }

  /// Lets nodes begin with a snapshot, and removes older ones of the same file.
  /// - Returns: false if the log does not have its position: PostgreSQL was restored to an earlier state.
  func complete(_ snapshot: Snapshot) throws -> Bool {
    let completed = try connection.rows(
      """
      UPDATE vicinity.snapshot SET complete = true WHERE id = $1::text::uuid AND (
        EXISTS (SELECT 1 FROM vicinity.cluster WHERE \(snapshot.file.name) = $2::bigint
          AND \(snapshot.file.name)_hash = $3)
        OR EXISTS (SELECT 1 FROM vicinity.entry WHERE number = $2::bigint AND hash = $3))
      RETURNING 1
      """, [.text(snapshot.id), .int(snapshot.position.entry), .bytes(snapshot.position.hash)])
    guard !completed.isEmpty else { return false }
    try removeOldSnapshots()
    return true
  }

  /// Removes all snapshots of a file but the newest two, and parts that a writer has left an hour ago.
  func removeOldSnapshots() throws {
    _ = try connection.rows(
      """
      DELETE FROM vicinity.snapshot WHERE NOT complete AND made < clock_timestamp() - interval '1 hour'
        OR complete AND id NOT IN (
          SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY file ORDER BY entry DESC, made DESC) AS place
            FROM vicinity.snapshot WHERE complete) AS placed WHERE place <= 2)
      """, within: 60)
  }

  /// Asks the leader for a snapshot.
  func wantSnapshot() throws {
    _ = try connection.rows("UPDATE vicinity.cluster SET snapshot_wanted = clock_timestamp() RETURNING 1")
  }

  /// The last request for a snapshot, as text; nil for none.
  func snapshotWanted() throws -> String? {
    try connection.rows("SELECT snapshot_wanted::text FROM vicinity.cluster").first?.text(0)
  }

  /// Notes that a request was fulfilled, unless there has been another one since.
  func fulfil(_ wanted: String?) throws {
    guard let wanted else { return }
    _ = try connection.rows(
      "UPDATE vicinity.cluster SET snapshot_wanted = NULL WHERE snapshot_wanted = $1::text::timestamptz RETURNING 1",
      [.text(wanted)])
  }

  func hasSnapshot(_ id: String) throws -> Bool {
    try !connection.rows("SELECT 1 FROM vicinity.snapshot WHERE id = $1::text::uuid", [.text(id)]).isEmpty
  }

  /// Whether a node that was seen within ten seconds lacks entries.
  func isAwaited() throws -> Bool {
    try !connection.rows(
      """
      SELECT 1 FROM vicinity.node, vicinity.cluster
      WHERE seen > clock_timestamp() - interval '10 seconds' AND entry < head - 100 LIMIT 1
      """
    ).isEmpty
  }

  /// - Throws: `PostgreSQLError` while somebody else uses the tables for long, such as a backup.
  func checkRewriting() throws {
    do {
      try connection.run(
        "BEGIN; LOCK TABLE vicinity.snapshot_part, vicinity.entry, vicinity.medium_part IN ACCESS EXCLUSIVE MODE NOWAIT"
      )
    } catch {
      try? connection.run("ROLLBACK")
      throw error
    }
    try connection.run("ROLLBACK")
  }

  /// Removes all snapshots but the newest, and all entries that are in these, and their bytes.
  func eraseEarlier() throws {
    _ = try connection.rows(
      """
      DELETE FROM vicinity.snapshot WHERE complete AND id NOT IN (
        SELECT DISTINCT ON (file) id FROM vicinity.snapshot WHERE complete ORDER BY file, entry DESC, made DESC)
      """, within: 60)
    try trim(awaitingNodes: false)
    // A deleted row stays on its page until the table is rewritten, which waits for readers, such as a backup, while
    // all others wait behind it.
    try connection.run("SET lock_timeout = '1s'")
    for table in ["entry", "snapshot_part", "medium_part"] {
      try connection.run("VACUUM (FULL) vicinity.\(table)", within: 600)
    }
  }

  /// The newest complete snapshot of a file.
  ///
  /// - Parameter last: its entry is at most this one.
  func newestSnapshot(of file: ClusterFile, before last: Int64 = .max) throws -> Snapshot {
    let found = try connection.rows(
      """
      SELECT id::text, entry, hash, at, size, sha256 FROM vicinity.snapshot
      WHERE complete AND file = $1::smallint AND entry <= $2::bigint ORDER BY entry DESC, made DESC LIMIT 1
      """, [.int(Int64(file.rawValue)), .int(last)]
    ).first
    guard let row = found else { throw ClusterFailure.noSnapshot(file: file.name) }
    return Snapshot(
      id: row.text(0) ?? "", file: file,
      position: FilePosition(entry: row.int(1), hash: row.bytes(2), at: row.int(3)), size: row.int(4),
      sha256: row.bytes(5))
  }

  /// Writes the bytes of a snapshot to a new file, and syncs it.
  /// - Throws: `ClusterFailure.damaged` when they are not those that were stored.
  func fetch(_ snapshot: Snapshot, to path: String) throws {
    unlink(path)
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw ClusterFailure.cannotWrite(path: path, reason: String(cString: strerror(errno))) }
    defer { try? handle.close() }
    var (hash, number) = (SHA256(), Int64(0))
    while true {
      let rows = try connection.rows(
        "SELECT bytes FROM vicinity.snapshot_part WHERE snapshot = $1::text::uuid AND part = $2::integer",
        [.text(snapshot.id), .int(number)], within: 60)
      guard let row = rows.first else { break }
      let (bytes, isComplete) = try Inflater.inflated(row.bytes(0), path: "a snapshot of the log")
      guard isComplete else { throw ClusterFailure.damaged(what: "the snapshot \(snapshot.id)") }
      hash.update(data: bytes)
      do { try handle.write(contentsOf: bytes) } catch {
        throw ClusterFailure.cannotWrite(path: path, reason: "\(error.localizedDescription)")
      }
      number += 1
    }
    guard Array(hash.finalize()) == snapshot.sha256 else {
      throw ClusterFailure.damaged(what: "the snapshot \(snapshot.id)")
    }
    do { try handle.synchronize() } catch {
      throw ClusterFailure.cannotWrite(path: path, reason: "\(error.localizedDescription)")
    }
  }
}
