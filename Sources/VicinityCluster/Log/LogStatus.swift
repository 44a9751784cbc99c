/// The row of the cluster, as PostgreSQL has it.
package struct LogStatus: Sendable {
  /// Grows with each change of the leader, and when a leader ends a doubt.
  package var epoch: Int64
  /// The node that decides on changes; nil for none.
  package var leader: String?
  /// Where the other nodes reach it.
  package var url: String?
  /// Milliseconds until its lease ends, by PostgreSQL's clock; negative once it has ended.
  package var leftMilliseconds: Int64
  /// The number of the last entry.
  package var head: Int64
  /// The time of the last entry, in seconds since 1970.
  package var at: Int64
  /// The last entries of the files.
  package var positions: [FilePosition]
  /// Whether somebody waits for a snapshot.
  package var isSnapshotWanted: Bool
  /// The schema that the files of all nodes have, and the version of SQLite that writes them.
  package var schema: String
  package var sqlite: String

  static let columns = """
    epoch, leader, url, (extract(epoch FROM expires - clock_timestamp()) * 1000)::bigint, head, at, catalog,
    catalog_hash, accounts, accounts_hash, snapshot_wanted IS NOT NULL, schema, sqlite
    """
}

extension LogStatus {
  init(_ row: PostgreSQL.Row) {
    (epoch, leader, url, leftMilliseconds) = (row.int(0), row.text(1), row.text(2), row.int(3))
    (head, at) = (row.int(4), row.int(5))
    positions = [
      FilePosition(entry: row.int(6), hash: row.bytes(7)), FilePosition(entry: row.int(8), hash: row.bytes(9)),
    ]
    isSnapshotWanted = row.bool(10)
    (schema, sqlite) = (row.text(11) ?? "", row.text(12) ?? "")
  }
}
