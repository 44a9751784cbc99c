import Crypto
import Foundation
import Streams

/// How a node belongs to a cluster.
package struct ClusterSettings: Sendable {
  /// The address of PostgreSQL, as libpq reads it.
  package var log: String
  /// The name of the node: another one for each.
  package var node: String
  /// Where the other nodes reach it.
  package var url: String
  /// The catalog.
  package var catalog: String
  /// The accounts file.
  package var accounts: String
  /// How long a leader may be silent. Shorter ones change the leader whenever a machine or its network pauses, longer
  /// ones leave users waiting when it dies.
  package var leaseMilliseconds: Int64 = 5000
  /// How long to wait for the answer of PostgreSQL to an entry, while the write lock of the file is held.
  package var appendSeconds = 5.0
  /// How long a leader tries to find out whether an entry was appended.
  package var doubtSeconds = 8.0
  /// Entries after the newest snapshot beyond which the leader makes another one; more for large files.
  package var snapshotEntries: Int64 = 20_000
  /// Seconds since 1970, as this node sees it.
  package var clock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
  /// Safeguards that tests remove, to show that they find what then goes wrong.
  package var removedSafeguards: Set<Safeguard> = []

  package init(log: String, node: String, url: String, catalog: String, accounts: String) {
    (self.log, self.node, self.url) = (log, node, url)
    (self.catalog, self.accounts) = (catalog, accounts)
  }

  /// What keeps the files of the nodes equal.
  package enum Safeguard: String, CaseIterable, Sendable {
    /// A leader appends only in its own epoch.
    case epoch
    /// A leader whose append has no answer finds out whether it has happened.
    case doubt
    /// An entry continues the one that the file has.
    case predecessor
    /// A node waits for the entry that a client has seen.
    case position
    /// A node that applies an entry does not do again what triggers have done.
    case triggers

    /// Those that tests have removed, by the variable VICINITY_TEST_WITHOUT; none in a release.
    package static var removed: Set<Safeguard> {
      #if DEBUG
        let names = ProcessInfo.processInfo.environment["VICINITY_TEST_WITHOUT"]?.split(separator: ",") ?? []
        return Set(names.compactMap { Safeguard(rawValue: String($0)) })
      #else
        return []
      #endif
    }
  }

  /// The name of a connection in `pg_stat_activity`. PostgreSQL shortens it to 63 bytes.
  func connection(_ use: String) -> String { "\(connectionMark) \(use) \(node)" }

  /// What the names of all connections of this node begin with, and those of no other.
  var connectionMark: String { "vicinity " + SHA256.hash(data: Array(node.utf8)).prefix(4).hexadecimal }

  func path(of file: ClusterFile) -> String {
    switch file {
    case .catalog: catalog
    case .accounts: accounts
    }
  }
}
