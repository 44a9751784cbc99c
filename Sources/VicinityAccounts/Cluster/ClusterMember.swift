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

  /// Lets another node lead, and leads no more. Returns once it does not lead.
  func resign()

  /// Ends.
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
  ///
  /// - Parameter isAwaited: whether a request waits for it: others do not keep it waiting.
  /// - Returns: whether there is one.
  /// - Throws: `ClusterError.notFetched` for one that is on its way to the log.
  func fetchMedium(_ hash: String, to path: String, isAwaited: Bool) throws -> Bool
  /// The files of media that have been stored for a minute.
  func storedMedia() throws -> [String]
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
  /// The node has compared itself with the log: signatures are those of the cluster from now on.
  func joined()
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

/// What has gone through the log at one node since its start.
package struct ClusterTraffic: Sendable {
  /// Bytes of entries that it has appended.
  package var appendedBytes: Int64 = 0
  /// Bytes of entries of others that it has applied.
  package var appliedBytes: Int64 = 0
  /// Listings in them that its index reads again.
  package var changedListings: Int64 = 0
  /// Nodes of the R-tree in them that its index reads again.
  package var changedNodes: Int64 = 0

  package init() {}
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
  /// Whether it has had all entries of the log once since its start.
  package var hasCaughtUp: Bool
  /// Since when the node has not had the newest entry; nil if it has it.
  package var behindSince: ContinuousClock.Instant?
  /// When the log was asked for its last answer.
  package var heard: ContinuousClock.Instant
  /// What has gone through the log here.
  package var traffic: ClusterTraffic

  package init(
    node: String, isLeader: Bool, leaderURL: String?, epoch: Int64, applied: Int64, head: Int64, lastTime: Int64,
    hasCaughtUp: Bool, behindSince: ContinuousClock.Instant?, heard: ContinuousClock.Instant, traffic: ClusterTraffic
  ) {
    (self.node, self.isLeader, self.leaderURL, self.epoch) = (node, isLeader, leaderURL, epoch)
    (self.applied, self.head, self.lastTime, self.hasCaughtUp) = (applied, head, lastTime, hasCaughtUp)
    (self.behindSince, self.heard, self.traffic) = (behindSince, heard, traffic)
  }

  /// Seconds for which a node that lacks what the log has still knows who may see what.
  package static let authoritySeconds = 10

  /// - Throws: `ClusterError.cutOff` when the node has not heard from the log for too long, or not applied it.
  package func checkAuthority() throws(ClusterError) {
    let now = ContinuousClock.now
    let seconds = Int(max(now - heard, behindSince.map { now - $0 } ?? .zero).components.seconds)
    if seconds >= Self.authoritySeconds || !hasCaughtUp { throw .cutOff(seconds: seconds) }
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
