extension Catalog {
  /// What stands for the present content of the catalog, of this file: it changes with every commit, by any process, and
  /// when another file takes its name; also at times when the content does not.
  ///
  /// - Throws: as queries, when the file cannot be read.
  /// - Complexity: six words of shared memory, and a look at the file every 100 ms.
  package func contentVersion() throws -> CatalogContentVersion {
    let (file, version) = try workers.current()
    return CatalogContentVersion(file: file.serial, words: version)
  }
}

/// The content of a catalog, comparable while the process runs.
package struct CatalogContentVersion: Hashable, Sendable {
  private let file: UInt64
  private let words: CatalogVersion

  init(file: UInt64, words: CatalogVersion) { (self.file, self.words) = (file, words) }
}
