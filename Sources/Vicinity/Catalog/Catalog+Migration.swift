extension Catalog {
  /// Migrates the file of an older version of this library, in one transaction.
  ///
  /// Opening for writing does the same; this is for programs that otherwise only read.
  /// - Returns: the steps performed, oldest first; none for a file that is up to date.
  /// - Throws: as `init`.
  @discardableResult
  public static func migrate(path: String) throws -> [String] {
    let path = CatalogPath(path)
    let missing = try CatalogFile.openAnyVersion(path).withConnection {
      CatalogFile.migrator.missing(from: try SchemaVersion(of: $0))
    }
    if !missing.isEmpty { _ = try CatalogFile.openForWriting(path, create: false) }
    return missing
  }
}
