import Foundation
import Synchronization
import Vicinity

/// The newest timeline of PostgreSQL that a node has seen, also in former runs.
///
/// Each promotion of a standby begins a timeline with the next number
/// (https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES). A former primary that accepts changes
/// again has a lower one: what a node wrote there would be missing at the present primary, and the reverse.
final class SeenTimeline: Sendable {
  private struct Value: Codable, Hashable {
    /// The identifier that a primary and its standbys share.
    var system: String
    var timeline: Int64
  }

  private let path: String?
  private let seen: Mutex<Value?>

  /// - Parameter catalog: the path of the catalog beside which it is remembered; nil to remember nothing.
  init(beside catalog: String?) {
    path = catalog.map(Self.path)
    let bytes = path.flatMap { PlainFiles.read($0, most: 1 << 16) }
    seen = Mutex(bytes.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) })
  }

  private static func path(beside catalog: String) -> String { Catalog.stem(of: catalog) + ".cluster.json" }

  /// Forgets what a node has seen.
  static func forget(beside catalog: String) { unlink(path(beside: catalog)) }

  /// A connection to the host with the newest timeline among those that can be written.
  ///
  /// - Throws: `PostgreSQLError.former` if a newer timeline has been seen; `unreachable`.
  /// - Complexity: connects to each host, and waits for at most two seconds for each.
  func open(_ url: String, name: String) throws(PostgreSQLError) -> PostgreSQL {
    let hosts = PostgreSQL.Host.all(of: url)
    guard !hosts.isEmpty else { return try check(PostgreSQL(url, name: name)) }
    var newest: (connection: PostgreSQL, timeline: Int64)?
    var reasons: [String] = []
    for host in hosts {
      do throws(PostgreSQLError) {
        let connection = try check(PostgreSQL(url, name: name, host: host))
        let timeline = Self.value(of: connection)?.timeline ?? 0
        if timeline > newest?.timeline ?? -1 { newest = (connection, timeline) }
      } catch .unreachable(let reason) {
        reasons.append(reason)
      } catch {
        reasons.append("\(error)")
      }
    }
    guard let newest else { throw .unreachable(reason: reasons.joined(separator: "; ")) }
    return newest.connection
  }

  /// Notes the timeline of a connection.
  /// - Throws: `PostgreSQLError.former`; then the connection is closed.
  private func check(_ connection: PostgreSQL) throws(PostgreSQLError) -> PostgreSQL {
    // Not every service that answers like PostgreSQL has timelines.
    guard let path, let found = Self.value(of: connection) else { return connection }
    let newest = seen.withLock { seen in
      if let known = seen, known.system == found.system, known.timeline >= found.timeline { return known.timeline }
      seen = found
      // Without it, only this run knows.
      if let data = try? JSONEncoder().encode(found) { try? PlainFiles.write(Array(data), to: path) }
      return found.timeline
    }
    guard newest > found.timeline else { return connection }
    let host = connection.host
    connection.close()
    throw .former(host: host, timeline: found.timeline, newest: newest, path: path)
  }

  private static func value(of connection: PostgreSQL) -> Value? {
    let rows = try? connection.rows(
      """
      SELECT system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
      FROM pg_control_system()
      """)
    return rows?.first.flatMap { row in row.text(0).map { Value(system: $0, timeline: row.int(1)) } }
  }
}
