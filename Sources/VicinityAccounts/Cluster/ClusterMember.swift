import CivilTime
import Vicinity

/// The node of a cluster that a server is, without the way in which the nodes agree.
package protocol ClusterMember: AnyObject, Sendable {
  /// Has each transaction of the accounts file before it is committed.
  var accountsLog: any TransactionLog { get }
  /// The present state.
  var state: ClusterState { get }

  /// Begins to follow the log, or to lead.
  ///
  /// - Parameters:
  ///   - files: the files, open for the server.
  ///   - listener: hears of what changes without the server.
  func begin(_ files: ClusterFiles, _ listener: any ClusterListener)

  /// Lets another node lead, and ends.
  func stop()

  /// Waits until this node has an entry of the log.
  /// - Returns: whether it has it in time.
  func reaches(_ entry: Int64, within limit: Duration) async -> Bool

  /// A text that only nodes of this cluster can make.
  func signature(of text: String) -> String

  /// Replaces what the log has of earlier states, in which the data of ended accounts is, by the present files.
  /// - Throws: `ClusterError`; it can be repeated.
  func eraseEarlier() throws

  /// Stores a file of media for all nodes.
  func storeMedium(_ hash: String, path: String) throws
  /// Fetches a file of media that another node has stored.
  /// - Returns: whether there is one.
  func fetchMedium(_ hash: String, to path: String) throws -> Bool
  /// Removes files of media that no entry names any longer.
  func removeMedia(_ hashes: [String]) throws
}

/// The open files of a node.
package struct ClusterFiles: Sendable {
  package var catalog: Catalog
  package var accounts: AccountsFile

  package init(catalog: Catalog, accounts: AccountsFile) { (self.catalog, self.accounts) = (catalog, accounts) }
}

/// Hears of changes that other nodes have made.
package protocol ClusterListener: Sendable {
  /// Entries have been applied to the accounts file.
  /// - Parameters:
  ///   - tables: the tables with changed rows.
  ///   - members: those with new changes in their streams.
  func appliedToAccounts(tables: Set<String>, members: Set<String>)
  /// A whole file has been put in place.
  func replaced()
  /// The node leads from now on, or no longer.
  func isLeader(_ leads: Bool)
}

/// What a node knows of its cluster.
package struct ClusterState: Sendable {
  /// Its name.
  package var node: String
  /// Whether it decides on changes.
  package var isLeader: Bool
  /// Where the leader is reached, if another node leads.
  package var leaderURL: String?
  package var epoch: Int64
  /// The last entry that this node has.
  package var applied: Int64
  /// The last entry of the log, as far as the node knows.
  package var head: Int64
  /// The time of the last entry, in seconds since 1970: no later entry has an earlier one.
  package var lastTime: Int64
  /// Since when the node has not had the newest entry; nil if it has it.
  package var behindSince: ContinuousClock.Instant?
  /// When the log has last answered.
  package var heard: ContinuousClock.Instant
  /// Bytes of entries that the node has appended, and applied.
  package var appendedBytes: Int64
  package var appliedBytes: Int64

  package init(
    node: String, isLeader: Bool, leaderURL: String?, epoch: Int64, applied: Int64, head: Int64, lastTime: Int64,
    behindSince: ContinuousClock.Instant?, heard: ContinuousClock.Instant, appendedBytes: Int64, appliedBytes: Int64
  ) {
    (self.node, self.isLeader, self.leaderURL, self.epoch) = (node, isLeader, leaderURL, epoch)
    (self.applied, self.head, self.lastTime, self.behindSince) = (applied, head, lastTime, behindSince)
    (self.heard, self.appendedBytes, self.appliedBytes) = (heard, appendedBytes, appliedBytes)
  }

  /// Seconds for which a node that does not hear from the log still knows who may see what.
  package static let authoritySeconds = 10

  /// - Throws: `ClusterError.cutOff` when the node has not heard from the log for too long.
  package func checkAuthority() throws(ClusterError) {
    let seconds = Int((ContinuousClock.now - heard).components.seconds)
    if seconds >= Self.authoritySeconds { throw .cutOff(seconds: seconds) }
  }

  /// Seconds for which it has not had the newest entry, or not heard from the log.
  package var lag: Double {
    let now = ContinuousClock.now
    let silent = now - heard - .seconds(2)
    let behind = behindSince.map { now - $0 } ?? .zero
    let most = max(silent, behind, .zero).components
    return Double(most.seconds) + Double(most.attoseconds) * 1e-18
  }
}
