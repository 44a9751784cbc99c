import Synchronization

/// Holds the newest snapshot for all workers of a catalog.
final class SnapshotShelf: Sendable {
  let path: String
  /// The most bytes of decoded pages that a snapshot may grow to.
  let memoryLimit: Int
  private let oracle: VersionOracle
  private let newest = Mutex<IndexSnapshot?>(nil)

  init(path: String, memoryLimit: Int) throws {
    self.path = path
    self.memoryLimit = memoryLimit
    oracle = try VersionOracle(path: path)
  }

  /// Whether a snapshot shows the current version and is not full.
  @inline(__always)
  func isCurrent(_ snapshot: IndexSnapshot) throws -> Bool {
    try oracle.current() == snapshot.version && snapshot.byteCount <= memoryLimit
  }

  /// Whether the transaction that has just begun sees the version of a snapshot that was current before.
  func isUnchanged(_ snapshot: IndexSnapshot) throws -> Bool { try oracle.current() == snapshot.version }

  /// Opens a read transaction on `connection` and tells which version it sees.
  ///
  /// The oracle is asked before and after: equal answers mean that nobody has committed in between, so the transaction, which
  /// began in between, sees just that version.
  func beginRead(on connection: ReadConnection) throws -> CatalogVersion {
    while true {
      let before = try oracle.current()
      _ = try connection.beginRead()
      if try oracle.current() == before { return before }
      connection.endRead()
    }
  }

  /// The snapshot of a version: the one on the shelf, or a new one, which is put there.
  ///
  /// One that has grown beyond the limit is replaced; searches that still use it keep it alive until they end.
  func snapshot(of version: CatalogVersion, make: () throws -> IndexSnapshot) throws -> IndexSnapshot {
    func fits(_ snapshot: IndexSnapshot) -> Bool {
      snapshot.version == version && snapshot.byteCount <= memoryLimit
    }
    if let snapshot = newest.withLock({ $0 }), fits(snapshot) { return snapshot }
    let made = try make()
    return newest.withLock { newest in
      if let newest, fits(newest) { return newest }
      newest = made
      return made
    }
  }
}
