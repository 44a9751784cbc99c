import Synchronization

/// Holds the newest snapshot for all workers of a catalog.
final class SnapshotCache: Sendable {
  /// The file whose versions they are.
  let file: OpenedFile
  /// What numbers in the file mean.
  let numbers = DictionaryCache()
  /// The places of the file.
  let places = PlaceCache()
  /// The most bytes of decoded pages that a snapshot may grow to.
  let memoryLimit: Int
  private let newest = Mutex<IndexSnapshot?>(nil)

  /// How often a transaction begins anew because others commit; each time takes some microseconds.
  private static let attempts = 1000

  init(_ file: OpenedFile, memoryLimit: Int) {
    self.file = file
    self.memoryLimit = memoryLimit
  }

  /// Whether a snapshot shows the current version and is not full.
  @inline(__always)
  func isCurrent(_ snapshot: IndexSnapshot) throws -> Bool {
    try file.version() == snapshot.version && snapshot.byteCount <= memoryLimit
  }

  /// Whether the transaction that has just begun sees the version of a snapshot that was current before.
  func isUnchanged(_ snapshot: IndexSnapshot) throws -> Bool { try file.version() == snapshot.version }

  /// Opens a read transaction on `connection` and tells which version it sees.
  ///
  /// The counter of commits is read before and after: equal answers mean that nobody has committed in between, so the transaction, which
  /// began in between, sees just that version.
  ///
  /// - Throws: `FileReplaced`, `CatalogError.busy`.
  func beginRead(on connection: ReadConnection) throws -> CatalogVersion {
    for _ in 0..<Self.attempts {
      let before = try file.version()
      _ = try connection.beginRead()
      // A version that nobody knows yet may be that of another file, whose log lies under the same name.
      try file.look()
      if try file.version() == before { return before }
      connection.endRead()
    }
    throw CatalogError.busy(path: file.path.given)
  }

  /// The snapshot of a version: the cached one, or a new one, which is cached.
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
