import Streams

extension Catalog {
  /// Migrates the file of an older version of this library, in one transaction, and keeps a copy of the original.
  ///
  /// Opening for writing does the same; this is for programs that otherwise only read.
  /// - Parameters:
  ///   - path: the file.
  ///   - keepsCopy: whether the file is copied first, as `NAME.gpkg.before-STEP`; this needs the same space again.
  /// - Returns: the steps performed, oldest first; none for a file that is up to date.
  /// - Throws: as `init`.
  @discardableResult
  public static func migrate(path: String, keepsCopy: Bool = true) throws -> [String] {
    try migrated(path: path, keepsCopy: keepsCopy)?.steps ?? []
  }

  /// The same, which also returns the path of the copy.
  package static func migrated(path: String, keepsCopy: Bool) throws -> CatalogMigration? {
    let path = CatalogPath(path)
    let missing = try CatalogFile.openAnyVersion(path).withConnection {
      CatalogFile.migrator.missing(from: try SchemaVersion(of: $0))
    }
    guard !missing.isEmpty else { return nil }
    return try CatalogFile.openForWriting(path, create: false, keepsCopy: keepsCopy).migration
  }

  /// The migration by opening this catalog for writing; nil when none was needed.
  public var migration: CatalogMigration? { (try? writing())?.migration }

  /// The copies that migrations have made of a file: only copies with names that this version gives.
  ///
  /// - Returns: the paths of the existing copies.
  package static func migrationCopies(of path: String) -> [String] {
    guard let target = CatalogPath(path).target else { return [] }
    return CatalogFile.migrator.migrations.map { MigrationCopy.path(of: target, before: $0) }
      .filter { FileStamp(path: $0)?.kind == .file }
  }
}
