import CivilTime

extension Catalog {
  /// Makes a catalog for tests and previews, which is deleted with its last reference.
  ///
  ///     let catalog = try Catalog.inMemory([bar])
  ///
  /// It does everything that a catalog in a file does: several threads may read and write it, and bookings are
  /// transactions. SQLite cannot share a database in memory in this way, so it is a file in a folder that this user
  /// alone may read: in the memory file system `/dev/shm` on Linux, which containers often limit to 64 MB, and in the
  /// folder for temporary files elsewhere. A process that is killed leaves the folder there.
  ///
  /// - Parameters:
  ///   - listings: saved at once, each id once.
  ///   - source: the source of the listings.
  ///   - now: when they were added.
  ///   - areas: the geometry engine for areas, if any.
  /// - Throws: as ``save(_:source:at:)``; `CatalogError.cannotMake`.
  public static func inMemory(
    _ listings: [Listing] = [], source: String = "memory", at now: Instant = .now, areas: (any AreaEngine)? = nil
  ) throws -> Catalog {
    let folder = try TemporaryFolder()
    let catalog = try Catalog(path: folder.path + "/catalog.gpkg", access: .create, areas: areas, folder: folder)
    if !listings.isEmpty { try catalog.save(listings, source: source, at: now) }
    return catalog
  }
}
