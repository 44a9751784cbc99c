extension Catalog {
  /// Identifies the current content of the catalog, in this file: it changes with every commit, by any process, and
  /// when another file takes its name; it may also change when the content does not.
  ///
  /// Never waits: a new file is opened by this or another call once the old one has no readers. Until then the new
  /// content is called the successor of the old file, by a value that neither of them has.
  ///
  /// - Throws: as queries, when the file cannot be read.
  /// - Complexity: six words of shared memory, and a look at the file every 100 ms.
  package func contentVersion() throws -> CatalogContentVersion {
    switch try workers.current() {
    case .open(let file, let version): CatalogContentVersion(file: file.serial, words: version)
    case .successor(let serial): CatalogContentVersion(file: serial, words: nil)
    }
  }
}

/// The content of a catalog, comparable while the process runs.
package struct CatalogContentVersion: Hashable, Sendable {
  private let file: UInt64
  /// Nil for the unknown content of the file that has replaced this one.
  private let words: CatalogVersion?

  init(file: UInt64, words: CatalogVersion?) { (self.file, self.words) = (file, words) }
}

extension Catalog {
  /// Reopens the file as for reading, with a new connection that has nothing cached, and reads its beginning.
  /// - Throws: as `init`, and for a file that was cut off or overwritten.
  package func probe() throws {
    let place = CatalogPath(path)
    let file = try CatalogFile.openForReading(place)
    guard FileHeader.isWhole(place.absolute) else {
      throw CatalogError.notACatalog(path: path, reason: "some of its pages are missing")
    }
    try file.withConnection { connection in
      let first = try connection.statement("SELECT fid FROM listing LIMIT 1")
      _ = try first.step()
      first.reset()
    }
  }
}
