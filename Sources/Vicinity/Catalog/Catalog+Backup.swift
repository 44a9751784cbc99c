import Foundation

/// A copy of a catalog.
public struct CatalogCopy: Hashable, Sendable {
  /// The file.
  public var path: String
  /// Its size.
  public var bytes: Int
  /// The listings in it.
  public var listings: Int
}

extension Catalog {
  /// Copies the catalog to a new file while it is used, and checks the copy: it has one version of everything, that of
  /// the moment at which the call begins or a later one.
  ///
  /// The copy is written beside its name and takes it once it is sound, so that a file of this name is always whole.
  /// - Parameter path: where there is no file yet, in a folder that exists.
  /// - Throws: `CatalogError.cannotMake` when there is a file, or it cannot be written, `damaged` when the copy is not
  ///   sound, `SQLiteFailure` with the code `disk-full`; nothing is left behind then.
  /// - Complexity: reads and writes the whole file, and reads the copy several times.
  @discardableResult
  public func backUp(to path: String) throws -> CatalogCopy {
    let files = FileManager.default
    guard !files.fileExists(atPath: path) else {
      throw CatalogError.cannotMake(path: path, reason: "there is a file of this name")
    }
    let draft = path + ".part"
    func clear() { for end in ["", "-wal", "-shm", "-journal"] { try? files.removeItem(atPath: draft + end) } }
    clear()
    defer { clear() }
    do { try CatalogFile.backUp(self.path, to: draft) } catch let failure as SQLiteFailure where failure.isFull {
      throw failure
    } catch {
      throw CatalogError.cannotMake(path: path, reason: "\(error)")
    }
    let listings = try {
      let copy = try Catalog(path: draft, areas: areas)
      if let defect = try copy.check().first { throw CatalogError.damaged(place: "the copy", problem: "\(defect)") }
      return try copy.statistics().listings
    }()
    // A link fails where a file has taken the name meanwhile; moving would replace it.
    guard link(draft, path) == 0 else {
      throw CatalogError.cannotMake(path: path, reason: String(cString: strerror(errno)))
    }
    let size = (try? files.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
    return CatalogCopy(path: path, bytes: size ?? 0, listings: listings)
  }
}
