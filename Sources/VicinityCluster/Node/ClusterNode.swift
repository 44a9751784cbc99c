import CSQLiteSession
import Crypto
import Foundation
import Logging
import Streams
import Synchronization
import Vicinity
import VicinityAccounts

/// A server as a node of a cluster: it follows the log in PostgreSQL and applies it to its files, or leads and appends
/// to it.
///
/// One thread follows, renews the lease, and changes the role (`ClusterNode+Following`); the threads that change the
/// files append, each by the connection of its file (`ClusterNode+Leading`).
package final class ClusterNode: ClusterMember {
  let settings: ClusterSettings
  let logger: Logger
  let known = NodeState()
  private let seen: SeenTimeline
  /// The name of the node with a mark of this process: the holder of a lease.
  let holder: String
  /// The connections that append entries of the catalog, and of the accounts file.
  private let appending: [LogConnection]
  /// The connections for storing files of media, for fetching one that a request waits for, for fetching the others,
  /// and for ending the lease.
  let storing: LogConnection
  let fetching: LogConnection
  let copying: LogConnection
  let ending: LogConnection
  let identity = Mutex<ClusterLog.Identity?>(nil)
  let files = Mutex<ClusterFiles?>(nil)
  let listener = Mutex<(any ClusterListener)?>(nil)
  let hasEnded = DispatchSemaphore(value: 0)
  let isMakingSnapshot = Atomic<Bool>(false)
  /// Held while snapshots are made.
  let snapshotTurn = Mutex(())
  let nextSnapshotLook = Mutex(ContinuousClock.now)

  package init(_ settings: ClusterSettings, logger: Logger) {
    (self.settings, self.logger) = (settings, logger)
    holder = "\(settings.node)/\(UUID().uuidString.prefix(8))"
    let seen = SeenTimeline(beside: settings.catalog)
    self.seen = seen
    func connection(_ use: String) -> LogConnection {
      LogConnection(settings.log, name: settings.connection(use), seen: seen)
    }
    appending = ClusterFile.allCases.map { connection($0.name) }
    (storing, fetching, copying, ending) = (
      connection("storing"), connection("fetching"), connection("copying"), connection("ending")
    )
  }

  /// A connection to the log of its own.
  func openLog(for use: String) throws -> ClusterLog {
    try ClusterLog(settings.log, name: settings.connection(use), seen: seen)
  }

  package var state: ClusterState { known.state(of: settings.node) }

  func appending(_ file: ClusterFile) -> LogConnection { appending[file.rawValue] }

  /// Has each transaction of the catalog before it is committed.
  package var catalogLog: any TransactionLog { FileLog(file: .catalog, node: self) }
  package var accountsLog: any TransactionLog { FileLog(file: .accounts, node: self) }

  private final class FileLog: TransactionLog {
    let file: ClusterFile
    let node: ClusterNode

    init(file: ClusterFile, node: ClusterNode) { (self.file, self.node) = (file, node) }

    func recorder(of connection: OpaquePointer) throws -> any TransactionRecorder {
      try SessionRecorder(connection, of: file, by: node)
    }
  }

  // MARK: From the start to the end

  /// Joins the cluster: compares versions, and fetches the files if there are none, or if they differ from the log.
  ///
  /// - Throws: `ClusterFailure`; `PostgreSQLError` when PostgreSQL cannot be reached and there are no files of the
  ///   cluster to begin with.
  package func join() throws {
    do {
      let log = try openLog(for: "joining")
      try compareVersions(log)
      try checkName(log)
      try checkFiles(log)
    } catch let error as PostgreSQLError {
      let positions = try ClusterFile.allCases.map { file in
        let path = settings.path(of: file)
        return Catalog.isHalfPlaced(path) ? nil : try FileCopy.position(of: path, in: nil)
      }
      guard positions.allSatisfy({ $0?.isPending == false }) else { throw error }
      known.update { $0.applied = positions.compactMap { $0?.entry }.min() ?? 0 }
      logger.warning("PostgreSQL cannot be reached; the node begins with what it has", metadata: ["error": "\(error)"])
    }
  }

  /// - Throws: `ClusterFailure.nameTaken` while another node with the same name runs.
  private func checkName(_ log: ClusterLog) throws {
    for other in try log.nodes() where other.name == settings.node && other.url != settings.url && other.runs {
      throw ClusterFailure.nameTaken(settings.node, url: other.url)
    }
  }

  package func begin(_ files: ClusterFiles, _ listener: any ClusterListener) {
    self.files.withLock { $0 = files }
    self.listener.withLock { $0 = listener }
    Thread.start(named: "cluster") { [self] in
      follow()
      hasEnded.signal()
    }
  }

  package func resign() {
    known.update { $0.hasResigned = true }
    for _ in 0..<300 where known.role != .follower { usleep(10_000) }
  }

  package func stop() {
    known.update { $0.isStopping = true }
    _ = hasEnded.wait(timeout: .now() + 10)
  }

  package func reaches(_ entry: Int64, within limit: Duration) async -> Bool {
    if settings.removedSafeguards.contains(.position) { return true }
    return await known.reaches(entry, within: limit)
  }

  package func signature(of text: String) -> String {
    // Before the node knows the key of the cluster: a text that no client can make either.
    let key = SymmetricKey(data: identity.withLock { $0?.key } ?? Array(holder.utf8))
    return HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key).hexadecimal
  }

  /// - Throws: `ClusterFailure.otherVersion`, `otherSchema`, `noCluster`.
  func compareVersions(_ log: ClusterLog) throws {
    let found = try log.identity()
    identity.withLock { $0 = found }
    let asked = ContinuousClock.now
    let status = try log.status()
    known.note(status, asked: asked)
    try Self.compareVersions(status)
  }

  /// - Throws: `ClusterFailure.otherVersion`, `otherSchema`.
  static func compareVersions(_ found: LogStatus) throws {
    // The tables behind the R-tree and the text index are SQLite's own format.
    guard found.sqlite == sqlite else { throw ClusterFailure.otherVersion(here: sqlite, there: found.sqlite) }
    guard found.schema == schema else { throw ClusterFailure.otherSchema(here: schema, there: found.schema) }
  }

  /// The version of SQLite that this program uses.
  package static var sqlite: String { String(cString: sqlite3_libversion()) }

  /// The migrations of both files that this version knows.
  package static var schema: String {
    "\(Catalog.schemaSteps.last ?? ""), \(AccountsDatabase.schemaSteps.last ?? "")"
  }
}
