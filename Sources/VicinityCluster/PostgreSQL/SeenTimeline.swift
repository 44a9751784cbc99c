import Foundation
import Synchronization
import Vicinity

/// The newest timeline of PostgreSQL that a node has seen, also in former runs.
///
/// Each promotion of a standby begins a timeline with the next number
/// (https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES). A former primary that accepts
/// changes again has a lower one: the present primary would lack what a node wrote there, and the reverse.
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
  /// - Throws: `PostgreSQLError.former` if a newer timeline has been seen; `unreachable`, `late`.
  /// - Complexity: connects to each host, and waits for at most two seconds for each.
  func open(_ url: String, name: String) throws(PostgreSQLError) -> PostgreSQL {
    let hosts: [PostgreSQL.Host?] = PostgreSQL.Host.all(of: url)
    var found: [Candidate] = []
    var errors: [PostgreSQLError] = []
    for host in hosts.isEmpty ? [nil] : hosts {
      switch Self.candidate(url, name, host) {
      case .success(let candidate): found.append(candidate)
      case .failure(let error): errors.append(error)
      }
    }
    guard let first = found.first else {
      guard errors.count > 1 else { throw errors.first ?? .unreachable(reason: "the address has no host") }
      throw PostgreSQLError.unreachable(reason: errors.map { $0.reason }.joined(separator: "; "))
    }
    let known = seen.withLock { $0 }
    // Numbers of different systems cannot be compared.
    let isKnown = found.contains { $0.value?.system == known?.system }
    let system = isKnown ? known?.system : first.value?.system
    var newest = first
    for candidate in found where candidate.value?.system == system {
      let isNewer = (candidate.value?.timeline ?? 0) > (newest.value?.timeline ?? 0)
      if newest.value?.system != system || isNewer { newest = candidate }
    }
    guard let path, let value = newest.value else { return newest.connection }
    if let known, known.system == value.system, known.timeline > value.timeline {
      throw PostgreSQLError.former(
        host: newest.connection.host, timeline: value.timeline, newest: known.timeline, path: path)
    }
    if value != known { note(value, at: path) }
    return newest.connection
  }

  private func note(_ value: Value, at path: String) {
    seen.withLock { $0 = value }
    // Without the file, only this run knows.
    if let data = try? JSONEncoder().encode(value) { try? PlainFiles.write(Array(data), to: path) }
  }

  /// A host that can be written.
  private struct Candidate {
    var connection: PostgreSQL
    /// Nil for a service that answers like PostgreSQL, but has no timelines.
    var value: Value?
  }

  private static func candidate(
    _ url: String, _ name: String, _ host: PostgreSQL.Host?
  ) -> Result<Candidate, PostgreSQLError> {
    do throws(PostgreSQLError) {
      let connection = try PostgreSQL(url, name: name, host: host)
      return .success(Candidate(connection: connection, value: try value(of: connection)))
    } catch { return .failure(error) }
  }

  private static func value(of connection: PostgreSQL) throws(PostgreSQLError) -> Value? {
    let rows: [PostgreSQL.Row]
    do {
      rows = try connection.rows(
        """
        SELECT system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
        FROM pg_control_system()
        """)
    } catch {
      guard case .refused = error else { throw error }
      return nil
    }
    guard let row = rows.first, let system = row.text(0) else { return nil }
    return Value(system: system, timeline: row.int(1))
  }
}
