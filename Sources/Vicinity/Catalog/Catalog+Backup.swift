import Foundation
import Geography

/// A copy of a catalog.
public struct CatalogCopy: Hashable, Sendable {
  /// The file.
  public var path: String
  /// Its size.
  public var bytes: Int
  /// The listings in it.
  public var listings: Int
  /// The migrations that a catalog of this version has and the copy lacks, oldest first.
  public var missing: [String] = []
  /// The migrations that only a newer version of this library knows.
  public var unknown: [String] = []
}

extension Catalog {
  /// Copies the catalog to a new file while it is used, and checks the copy: it has one version of everything, that of
  /// the moment at which the call begins or a later one.
  ///
  /// As the static function, for a catalog that is open.
  @discardableResult
  public func backUp(to path: String) throws -> CatalogCopy {
    try Self.backUp(self.path, to: path, areas: areas)
  }

  /// Copies a catalog of this or another version to a new file while it is used, and checks the copy. The catalog is
  /// not changed, and not migrated.
  ///
  /// The copy is written under another name and renamed once it is sound, so that a file of this name is always whole.
  /// Its owner alone may read it. The content of a catalog of another version is not understood: of its copy the pages
  /// are checked.
  /// - Parameters:
  ///   - source: the catalog.
  ///   - path: where there is no file yet, in a folder that exists.
  ///   - areas: the geometry engine for areas, which the check of a catalog with areas needs.
  /// - Throws: `CatalogError.cannotMake` when there is a file, or it cannot be written, `damaged` when the copy is not
  ///   sound, `SQLiteFailure` with the code `disk-full`; nothing is left behind then.
  /// - Complexity: reads and writes the whole file, and reads the copy several times.
  @discardableResult
  public static func backUp(
    _ source: String, to path: String, areas: (any AreaEngine)? = nil
  ) throws -> CatalogCopy {
    let files = CatalogFiles(catalog: path)
    guard FileStamp(path: path) == nil else {
      throw CatalogError.cannotMake(path: path, reason: "a file of this name exists")
    }
    let owner = files.owner
    let draft = try DraftFolder.make(for: path, as: owner)
    defer { draft.remove() }
    let copy = files.inFolder(draft.path)
    var made = try Self.copy(source, to: copy.catalog, as: owner, accounts: nil, areas: areas)
    made.path = path
    try owner.run { try copy.move(to: files) }
    return made
  }

  /// Copies a catalog, and its accounts file as both were at one moment, to new files, and checks the copy of the
  /// catalog.
  ///
  /// - Parameters:
  ///   - source: the catalog.
  ///   - path: the copy, in a folder that is a draft.
  ///   - writer: the owner of the folder of this folder.
  ///   - accounts: the accounts file and its copy.
  ///   - areas: the geometry engine for areas.
  /// - Throws: as `backUp(_:to:areas:)`; incomplete copies may remain.
  static func copy(
    _ source: String, to path: String, as writer: FolderOwner, accounts: (source: String, copy: String)?,
    areas: (any AreaEngine)?
  ) throws -> CatalogCopy {
    let reader = FolderOwner(reading: CatalogPath.folder(of: source))
    // Kept open until the end: where it may, it removes the log that reading needs.
    var opened: OpenedFile? = try reader.run { try CatalogFile.openEveryVersion(CatalogPath(source)) }
    defer { try? reader.run { opened = nil } }
    guard let version = try opened?.withConnection({ try SchemaVersion(of: $0) }) else {
      throw CatalogError.notFound(path: source)
    }
    do {
      try writer.run { try CatalogFile.makePrivateFile(at: path) }
      if let accounts {
        try writer.run { try CatalogFile.makePrivateFile(at: accounts.copy) }
        try CatalogFile.backUp(
          source, as: reader, to: path, as: writer, accounts: accounts.source, to: accounts.copy)
      } else {
        try CatalogFile.backUp(source, as: reader, to: path, as: writer)
      }
    } catch let failure as SQLiteFailure where failure.isFull {
      throw failure
    } catch let failure as SQLiteFailure {
      throw CatalogError.cannotMake(path: path, reason: failure.sql.hasPrefix("open ") ? failure.message : "\(failure)")
    } catch {
      throw CatalogError.cannotMake(path: path, reason: "\(error)")
    }
    var made = CatalogCopy(path: path, bytes: 0, listings: 0)
    made.missing = CatalogFile.migrator.missing(from: version)
    made.unknown = CatalogFile.migrator.unknown(in: version)
    let copied = made
    (made.listings, made.bytes) = try writer.run {
      (try checkedListings(of: path, copied, areas), FileStamp(path: path)?.size ?? 0)
    }
    return made
  }

  /// The accounts file of a catalog: `NAME.accounts.sqlite` next to `NAME.gpkg`. A server creates it.
  package static func accountsPath(of catalog: String) -> String { stem(of: catalog) + ".accounts.sqlite" }

  /// The path of a catalog without `.gpkg`, with which the names of all its companion files begin.
  package static func stem(of catalog: String) -> String {
    catalog.hasSuffix(".gpkg") ? String(catalog.dropLast(5)) : catalog
  }

  private static func checkedListings(
    of draft: String, _ made: CatalogCopy, _ areas: (any AreaEngine)?
  ) throws -> Int {
    guard made.missing.isEmpty, made.unknown.isEmpty else { return try CatalogFile.checkPages(of: draft) }
    let copy = try Catalog(path: draft, areas: areas)
    if let defect = try copy.check().first { throw CatalogError.damaged(place: "the copy", problem: "\(defect)") }
    return try copy.statistics().listings
  }
}
