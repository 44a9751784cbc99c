import Synchronization

/// Holds the newest snapshot for all workers of a catalog.
final class SnapshotCache: Sendable {
  /// The file of the versions.
  let file: OpenedFile
  /// The meaning of dictionary numbers in the file.
  let numbers = DictionaryCache()
  /// The places of the file by position, by the import of the gazetteer.
  let places: Renewal<Int, PlaceMap>
  /// Names, tags and places for completion, by the basis of a version, like all that follow.
  let completions: Renewal<CatalogVersion, Completions>
  /// The words of the text index.
  let words: Renewal<CatalogVersion, WordList>
  /// The names of the tags, for the correction of unknown ones.
  let tagNames: Renewal<CatalogVersion, TagNames>
  /// Ends the builds for all versions, when this file has no readers any longer.
  let stop = StopSign()
  /// The maximum size of a snapshot's decoded nodes in bytes, and of what all versions share.
  let memoryLimit: Int
  /// The size of what all versions share.
  let renewed = ByteCount()
  private let newest = Mutex<IndexSnapshot?>(nil)

  /// The maximum number of times a transaction restarts because of concurrent commits; each takes a few microseconds.
  private static let attempts = 1000

  init(_ file: OpenedFile, memoryLimit: Int) {
    self.file = file
    self.memoryLimit = memoryLimit
    places = Renewal(in: renewed)
    completions = Renewal(in: renewed)
    words = Renewal(in: renewed)
    tagNames = Renewal(in: renewed)
  }

  /// Whether a snapshot shows the current version and is within the memory limit.
  @inline(__always)
  func isCurrent(_ snapshot: IndexSnapshot) throws -> Bool {
    try file.version() == snapshot.version && isWithinLimit(snapshot)
  }

  /// Whether a snapshot is within the memory limit. Half of the limit is always reserved for the snapshot.
  ///
  /// Memory shared by all versions counts twice, also between builds: otherwise each change would evict decoded nodes.
  private func isWithinLimit(_ snapshot: IndexSnapshot) -> Bool {
    snapshot.byteCount + min(2 * renewed.value, memoryLimit / 2) <= memoryLimit
  }

  /// Whether the new transaction sees the version of a previously current snapshot.
  func isUnchanged(_ snapshot: IndexSnapshot) throws -> Bool { try file.version() == snapshot.version }

  /// Opens a read transaction on `connection` and determines its version.
  ///
  /// The commit counter is read before and after: equal values mean that no commit happened in between, so the
  /// transaction, which began in between, sees exactly that version.
  ///
  /// - Throws: `FileReplaced`, `CatalogError.busy`.
  func beginRead(on connection: ReadConnection) throws -> CatalogVersion {
    for _ in 0..<Self.attempts {
      let before = try file.version()
      _ = try connection.beginRead()
      // An unknown version may belong to another file, whose log has the same name.
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
  /// - Parameter make: makes one, from the newest one, and whether that is within the memory limit.
  func snapshot(
    of version: CatalogVersion, make: ((newest: IndexSnapshot, isWithinLimit: Bool)?) throws -> IndexSnapshot
  ) throws -> IndexSnapshot {
    func fits(_ snapshot: IndexSnapshot) -> Bool { snapshot.version == version && isWithinLimit(snapshot) }
    let last = newest.withLock { $0 }
    if let last, fits(last) { return last }
    let made = try make(last.map { ($0, isWithinLimit($0)) })
    return newest.withLock { newest in
      if let newest, fits(newest) { return newest }
      if let newest, !newest.sharesTree(with: made) { newest.stop.raise() }
      newest = made
      return made
    }
  }

  /// Ends the running builds, because this file will have no readers any longer.
  func stopMaking() {
    stop.raise()
    newest.withLock { $0 }?.stop.raise()
  }
}
