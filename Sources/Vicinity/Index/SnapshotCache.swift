import Synchronization

/// Holds the newest snapshot for all workers of a catalog.
final class SnapshotCache: Sendable {
  /// The file of the versions.
  let file: OpenedFile
  /// The meaning of dictionary numbers in the file.
  let numbers = DictionaryCache()
  /// The places of the file.
  let places = PlaceCache()
  /// The maximum size of a snapshot's decoded nodes in bytes.
  let memoryLimit: Int
  private let newest = Mutex<IndexSnapshot?>(nil)
  /// The commits of this process; nil if it has no writer.
  let trail: CommitTrail?

  /// The maximum number of times a transaction restarts because of concurrent commits; each takes some microseconds.
  private static let attempts = 1000

  init(_ file: OpenedFile, memoryLimit: Int, trail: CommitTrail? = nil) {
    self.file = file
    self.trail = trail
    self.memoryLimit = memoryLimit
  }

  /// Whether a snapshot shows the current version and is within the memory limit.
  @inline(__always)
  func isCurrent(_ snapshot: IndexSnapshot) throws -> Bool {
    try file.version() == snapshot.version && snapshot.byteCount <= memoryLimit
  }

  /// Whether the new transaction sees the version of a previously current snapshot.
  func isUnchanged(_ snapshot: IndexSnapshot) throws -> Bool { try file.version() == snapshot.version }

  /// Opens a read transaction on `connection` and determines its version.
  ///
  /// The commit counter is read before and after: equal values mean that nobody has committed in between, so the
  /// transaction, which began in between, sees exactly that version.
  ///
  /// - Throws: `FileReplaced`, `CatalogError.busy`.
  func beginRead(on connection: ReadConnection) throws -> CatalogVersion {
    for _ in 0..<Self.attempts {
      let before = try file.version()
      _ = try connection.beginRead()
      // An unknown version may be that of another file, whose log has the same name.
      try file.look()
      if try file.version() == before { return before }
      connection.endRead()
    }
    throw CatalogError.busy(path: file.path.given)
  }

  /// The snapshot of a version: the cached one, or a new one, which is cached.
  ///
  /// One beyond the memory limit is replaced; searches that still use it keep it alive until they end.
  ///
  /// - Parameter make: makes one; from the newest one, if there is one within the memory limit.
  func snapshot(of version: CatalogVersion, make: (IndexSnapshot?) throws -> IndexSnapshot) throws -> IndexSnapshot {
    func fits(_ snapshot: IndexSnapshot) -> Bool {
      snapshot.version == version && snapshot.byteCount <= memoryLimit
    }
    let last = newest.withLock { $0 }
    if let last, fits(last) { return last }
    let made = try make(last.flatMap { $0.byteCount <= memoryLimit ? $0 : nil })
    return newest.withLock { newest in
      if let newest, fits(newest) { return newest }
      if let newest, !newest.shares(made) { newest.stop.raise() }
      newest = made
      return made
    }
  }

  /// Ends what is still being made, because nobody will read this file any more.
  func stop() { newest.withLock { $0 }?.stop.raise() }
}
