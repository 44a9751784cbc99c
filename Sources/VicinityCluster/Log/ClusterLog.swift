import Foundation

/// The log in PostgreSQL, by one connection: for one thread at a time.
final class ClusterLog {
  let connection: PostgreSQL

  /// - Parameter seen: what a node knows of the history of PostgreSQL.
  init(_ url: String, name: String, seen: SeenTimeline = SeenTimeline(beside: nil)) throws {
    connection = try seen.open(url, name: name)
  }

  /// What all nodes share.
  struct Identity: Sendable {
    var id: String
    /// Signs what nodes send each other.
    var key: [UInt8]
    var sqlite: String
    var schema: String
  }

  func identity() throws -> Identity {
    let there = try connection.rows(
      "SELECT 1 FROM information_schema.tables WHERE table_schema = 'vicinity' AND table_name = 'cluster'")
    guard !there.isEmpty,
      let row = try connection.rows("SELECT id::text, key, sqlite, schema FROM vicinity.cluster").first
    else { throw ClusterFailure.noCluster }
    return Identity(id: row.text(0) ?? "", key: row.bytes(1), sqlite: row.text(2) ?? "", schema: row.text(3) ?? "")
  }

  /// Whether the database has no cluster yet.
  func isEmpty() throws -> Bool { try connection.rows("SELECT 1 FROM vicinity.cluster").isEmpty }

  /// Makes the log of a new cluster, in a transaction of the caller.
  func create(_ identity: Identity, _ positions: [FilePosition]) throws {
    _ = try connection.rows(
      """
      INSERT INTO vicinity.cluster (id, key, sqlite, schema, epoch, expires, head, at, catalog, catalog_hash, accounts,
        accounts_hash) VALUES ($1::text::uuid, $2, $3, $4, 0, clock_timestamp(), 0, 0, 0, $5, 0, $6)
      """,
      [
        .text(identity.id), .bytes(identity.key), .text(identity.sqlite), .text(identity.schema),
        .bytes(positions[0].hash), .bytes(positions[1].hash),
      ])
  }

  func status() throws -> LogStatus {
    guard let row = try connection.rows("SELECT \(LogStatus.columns) FROM vicinity.cluster").first else {
      throw ClusterFailure.noCluster
    }
    return LogStatus(row)
  }

  // MARK: The lease

  /// Renews the lease of a leader.
  /// - Returns: nil once another node is the leader, or the epoch is another one.
  func renew(_ epoch: Int64, of node: String, milliseconds: Int64) throws -> LogStatus? {
    try connection.rows(
      """
      \(Self.withoutStandby)
      UPDATE vicinity.cluster SET expires = clock_timestamp() + $3::bigint * interval '1 millisecond' FROM settings
      WHERE epoch = $1::bigint AND leader = $2 RETURNING \(LogStatus.columns)
      """, [.int(epoch), .text(node), .int(milliseconds)]
    ).first.map(LogStatus.init)
  }

  /// Whether an earlier statement of a node, whose connection was given up, still runs: PostgreSQL waits for a standby
  /// that is away, and each further statement that writes would take one of its connections.
  ///
  /// - Parameter mark: what the names of the node's connections begin with.
  func isStuck(_ mark: String) throws -> Bool {
    try !connection.rows(
      """
      SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND datname = current_database()
        AND application_name LIKE $1 || ' %' AND query_start < clock_timestamp() - interval '4 seconds'
        AND query NOT LIKE 'VACUUM%' AND wait_event IN ('SyncRep', 'transactionid', 'tuple') LIMIT 1
      """,
      [.text(mark)]
    ).isEmpty
  }

  /// Has a statement not wait for the standby: what it writes may be lost.
  private static let withoutStandby = """
    WITH settings AS MATERIALIZED (SELECT set_config('synchronous_commit', 'local', true))
    """

  /// Takes the lease over, once it has ended: no entry of an earlier epoch can be appended afterwards.
  /// - Returns: nil if another node was faster.
  func takeOver(after epoch: Int64, by node: String, url: String, milliseconds: Int64) throws -> LogStatus? {
    try connection.rows(
      """
      UPDATE vicinity.cluster SET epoch = epoch + 1, leader = $2, url = $3,
        expires = clock_timestamp() + $4::bigint * interval '1 millisecond'
      WHERE epoch = $1::bigint AND expires < clock_timestamp() RETURNING \(LogStatus.columns)
      """, [.int(epoch), .text(node), .text(url), .int(milliseconds)]
    ).first.map(LogStatus.init)
  }

  /// Takes the lease over at once, from the node that has it.
  ///
  /// - Parameter use: the work for which no node may lead.
  /// - Throws: `ClusterFailure.rewritten` while other such work has it.
  func seize(for use: String, by holder: String, milliseconds: Int64) throws -> LogStatus {
    guard
      let row = try connection.rows(
        """
        UPDATE vicinity.cluster SET epoch = epoch + 1, leader = $1, url = NULL,
          expires = clock_timestamp() + $2::bigint * interval '1 millisecond'
        WHERE leader IS NULL OR leader NOT LIKE '(%)/%' OR expires < clock_timestamp() RETURNING \(LogStatus.columns)
        """, [.text("(\(use))/\(holder)"), .int(milliseconds)]
      ).first
    else { throw ClusterFailure.rewritten }
    return LogStatus(row)
  }

  /// Has only nodes with this schema and this version of SQLite follow from now on.
  func setVersions(schema: String, sqlite: String) throws {
    _ = try connection.rows(
      "UPDATE vicinity.cluster SET schema = $1, sqlite = $2 RETURNING 1", [.text(schema), .text(sqlite)])
  }

  /// Ends the lease of a leader that stops, so that no other node has to wait.
  func giveUp(_ epoch: Int64, of node: String) throws {
    _ = try connection.rows(
      """
      UPDATE vicinity.cluster SET leader = NULL, url = NULL, expires = clock_timestamp() - interval '1 second'
      WHERE epoch = $1::bigint AND leader = $2 RETURNING pg_notify('vicinity', '')
      """, [.int(epoch), .text(node)])
  }

  /// Raises the epoch of a leader: what it has sent in the former one can no longer be appended.
  /// - Returns: the new epoch; nil if the epoch has ended already.
  func raise(_ epoch: Int64, of node: String) throws -> Int64? {
    try connection.rows(
      "UPDATE vicinity.cluster SET epoch = epoch + 1 WHERE epoch = $1::bigint AND leader = $2 RETURNING epoch",
      [.int(epoch), .text(node)]
    ).first?.int(0)
  }

  // MARK: Entries

  /// Appends an entry, if the file has nothing newer in the log and the epoch has not ended.
  ///
  /// - Parameter epoch: nil for any one, which only tests use.
  /// - Returns: the number and time of the entry; nil if a condition does not hold.
  /// - Throws: `PostgreSQLError`; the entry may have been appended if it is in doubt.
  func append(
    _ change: LogEntry.Change, of file: ClusterFile, after position: FilePosition, _ hash: [UInt8], epoch: Int64?,
    at: Int64, within seconds: Double
  ) throws -> (number: Int64, at: Int64)? {
    let rows: LogEntry.Changeset
    var snapshot = (PostgreSQL.Value.null, PostgreSQL.Value.null)
    switch change {
    case .rows(let changeset): rows = changeset
    case .file(let id, let sha256):
      rows = LogEntry.Changeset(compressed: [], sequences: "")
      snapshot = (.text(id), .bytes(sha256))
    }
    return try connection.rows(
      Self.append(file),
      [
        epoch.map { .int($0) } ?? .null, .int(position.entry), .bytes(position.hash), .bytes(hash), .int(at),
        .text(rows.sequences),
        snapshot.0, snapshot.1, .int(Int64(rows.compressed.count)), .bytes(rows.compressed),
      ], within: seconds
    ).first.map { ($0.int(0), $0.int(1)) }
  }

  private static func append(_ file: ClusterFile) -> String {
    """
    WITH head AS (
      UPDATE vicinity.cluster SET head = head + 1, \(file.name) = head + 1, \(file.name)_hash = $4,
        -- A node whose clock is fast must not put those of the others forward.
        at = greatest(at, least($5::bigint, extract(epoch FROM clock_timestamp())::bigint + 60))
      WHERE epoch = coalesce($1::bigint, epoch) AND \(file.name) = $2::bigint AND \(file.name)_hash = $3
        AND ($7::text IS NULL OR EXISTS (SELECT 1 FROM vicinity.snapshot WHERE id = $7::text::uuid))
      RETURNING head, at),
    complete AS (
      UPDATE vicinity.snapshot SET complete = true, entry = head.head, hash = $4, at = head.at FROM head
      WHERE id = $7::text::uuid),
    entry AS (
      INSERT INTO vicinity.entry (number, epoch, file, previous, hash, at, sequences, snapshot, sha256, bytes, payload)
      SELECT head, coalesce($1::bigint, 0), \(file.rawValue), $3, $4, at, $6, $7::text, $8, $9::integer, $10 FROM head
      RETURNING number, at)
    SELECT number, at, pg_notify('vicinity', number::text) FROM entry
    """
  }

  /// The next entries after a number: at most 500, and about 8 MB.
  func entries(after number: Int64) throws -> [LogEntry] {
    try connection.rows(
      """
      SELECT number, file, previous, hash, at, sequences, snapshot, sha256, payload FROM (
        SELECT *, sum(bytes) OVER (ORDER BY number) - bytes AS before
        FROM (SELECT * FROM vicinity.entry WHERE number > $1::bigint ORDER BY number LIMIT 500) AS next) AS next
      WHERE before < 8000000 ORDER BY number
      """, [.int(number)], within: 30
    ).map { row in
      guard let file = ClusterFile(rawValue: Int(row.int(1))) else {
        throw ClusterFailure.damaged(what: "entry \(row.int(0))")
      }
      let change: LogEntry.Change =
        row.text(6).map { .file(id: $0, sha256: row.bytes(7)) }
        ?? .rows(.init(compressed: row.bytes(8), sequences: row.text(5) ?? ""))
      return LogEntry(
        number: row.int(0), file: file, previous: row.bytes(2), hash: row.bytes(3), at: row.int(4), change: change)
    }
  }

  /// The number and time of the entry with a hash, among those after a number; nil if there is none.
  func find(_ hash: [UInt8], of file: ClusterFile, after number: Int64) throws -> (number: Int64, at: Int64)? {
    try connection.rows(
      "SELECT number, at FROM vicinity.entry WHERE number > $1::bigint AND file = $2::smallint AND hash = $3",
      [.int(number), .int(Int64(file.rawValue)), .bytes(hash)]
    ).first.map { ($0.int(0), $0.int(1)) }
  }

  /// Whether the log continues what a file has applied.
  func has(_ position: FilePosition, of file: ClusterFile) throws -> Bool {
    guard !position.isPending else { return false }
    return try connection.rows(
      """
      SELECT 1 FROM vicinity.cluster WHERE \(file.name) = $1::bigint AND \(file.name)_hash = $2
      UNION ALL SELECT 1 FROM vicinity.entry WHERE number = $1::bigint AND file = $3::smallint AND hash = $2
      UNION ALL SELECT 1 FROM (
        SELECT previous FROM vicinity.entry WHERE number > $1::bigint AND file = $3::smallint ORDER BY number LIMIT 1)
        AS next WHERE previous = $2
      """, [.int(position.entry), .bytes(position.hash), .int(Int64(file.rawValue))]
    ).isEmpty == false
  }

  /// Whether the entry after a number was trimmed.
  func isOlder(_ number: Int64) throws -> Bool {
    try connection.rows(
      """
      SELECT coalesce((SELECT min(number) FROM vicinity.entry), head + 1) > $1::bigint + 1 FROM vicinity.cluster
      """, [.int(number)]
    ).first?.bool(0) ?? false
  }

  /// Whether an entry after a number is the whole file.
  func hasWhole(_ file: ClusterFile, after number: Int64) throws -> Bool {
    try !connection.rows(
      """
      SELECT 1 FROM vicinity.entry WHERE number > $1::bigint AND file = $2::smallint AND snapshot IS NOT NULL LIMIT 1
      """, [.int(number), .int(Int64(file.rawValue))]
    ).isEmpty
  }

  /// The number of the next entry of a file; nil if there is none.
  func next(of file: ClusterFile, after number: Int64) throws -> Int64? {
    try connection.rows(
      "SELECT number FROM vicinity.entry WHERE number > $1::bigint AND file = $2::smallint ORDER BY number LIMIT 1",
      [.int(number), .int(Int64(file.rawValue))]
    ).first?.int(0)
  }

  /// Removes entries that the newest snapshots have.
  /// - Parameter awaitingNodes: whether those stay that a node seen within an hour lacks.
  func trim(awaitingNodes: Bool = true) throws {
    let nodes = "(SELECT min(entry) FROM vicinity.node WHERE seen > clock_timestamp() - interval '1 hour')"
    _ = try connection.rows(
      """
      DELETE FROM vicinity.entry WHERE number <= least(
        (SELECT min(coalesce(
          (SELECT min(number) - 1 FROM vicinity.entry WHERE file = newest.file AND number > newest.entry), head))
        FROM (SELECT file, max(entry) AS entry FROM vicinity.snapshot WHERE complete GROUP BY file) AS newest,
          vicinity.cluster), \(awaitingNodes ? nodes : "NULL"))
      """, within: 60)
  }

  // MARK: Nodes

  /// Tells the others what a node has.
  func report(_ node: String, url: String, applied: Int64, role: String, version: String, sqlite: String) throws {
    _ = try connection.rows(
      """
      \(Self.withoutStandby)
      INSERT INTO vicinity.node (name, url, seen, entry, role, version, sqlite)
      SELECT $1, $2, clock_timestamp(), $3::bigint, $4, $5, $6 FROM settings
      ON CONFLICT (name) DO UPDATE SET url = excluded.url, seen = excluded.seen, entry = excluded.entry,
        role = excluded.role, version = excluded.version, sqlite = excluded.sqlite
      """, [.text(node), .text(url), .int(applied), .text(role), .text(version), .text(sqlite)])
  }

  /// Tells the others that a node has stopped: another one may have its name at once.
  func reportStop(of node: String) throws {
    _ = try connection.rows(
      """
      \(Self.withoutStandby)
      UPDATE vicinity.node SET role = '\(NodeStatus.stopped)' FROM settings WHERE name = $1
      """, [.text(node)])
  }

  func removeNode(_ node: String) throws {
    _ = try connection.rows("DELETE FROM vicinity.node WHERE name = $1", [.text(node)])
  }

  /// The nodes, by name.
  func nodes() throws -> [NodeStatus] {
    try connection.rows(
      """
      SELECT name, url, (extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint, entry, role, version, sqlite
      FROM vicinity.node ORDER BY name
      """
    ).map {
      NodeStatus(
        name: $0.text(0) ?? "", url: $0.text(1) ?? "", seenMilliseconds: $0.int(2), applied: $0.int(3),
        role: $0.text(4) ?? "", version: $0.text(5) ?? "", sqlite: $0.text(6) ?? "")
    }
  }
}

/// What a node has reported last.
package struct NodeStatus: Sendable {
  package var name: String
  package var url: String
  /// Milliseconds since the report.
  package var seenMilliseconds: Int64
  /// The number of the last entry that it has applied.
  package var applied: Int64
  package var role: String
  package var version: String
  package var sqlite: String

  /// The role of a node that was stopped.
  package static let stopped = "stopped"
  /// Nodes report every two seconds.
  private static let silenceMilliseconds: Int64 = 6000

  /// Whether the node has reported lately, and not that it stops.
  var runs: Bool { role != Self.stopped && seenMilliseconds <= Self.silenceMilliseconds }
}
