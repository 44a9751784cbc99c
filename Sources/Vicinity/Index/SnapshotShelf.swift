import Synchronization

/// Holds the newest snapshot for all workers of a catalog.
final class SnapshotShelf: Sendable {
  let path: String
  private let oracle: VersionOracle
  private let newest = Mutex<IndexSnapshot?>(nil)

  init(path: String) throws {
    self.path = path
    oracle = try VersionOracle(path: path)
  }

  /// Opens a read transaction on `connection` and tells which version it sees.
  ///
  /// The oracle is asked before and after: equal numbers mean that nobody has committed in between, so the transaction, which
  /// began in between, sees just that version.
  /// - Returns: the version, and the connection's own number for it.
  func beginRead(on connection: ReadConnection) throws -> (version: Int, dataVersion: Int) {
    while true {
      let before = try oracle.current()
      let dataVersion = try connection.beginRead()
      if try oracle.current() == before { return (before, dataVersion) }
      connection.endRead()
    }
  }

  /// The snapshot of a version: the one on the shelf, or a new one, which is put there.
  func snapshot(of version: Int, make: () throws -> IndexSnapshot) throws -> IndexSnapshot {
    if let snapshot = newest.withLock({ $0 }), snapshot.version == version { return snapshot }
    let made = try make()
    return newest.withLock { newest in
      if let newest, newest.version == version { return newest }
      newest = made
      return made
    }
  }
}
