import Foundation

/// The changes that opening an older catalog for writing made to its file.
public struct CatalogMigration: Hashable, Sendable {
  /// The steps performed, oldest first.
  public var steps: [String]
  /// The copy of the file before the migration; nil when none was requested.
  public var copy: String?

  package init(steps: [String], copy: String?) { (self.steps, self.copy) = (steps, copy) }
}

extension MigrationCopy {
  /// Makes a copy by `write`, which takes its name once it is whole and on the disk; an earlier one is replaced.
  ///
  /// - Parameters:
  ///   - write: writes the copy to the path that it gets, where there is an empty file that its owner alone may read.
  /// - Throws: errors of `write`, and `CocoaError` when the folder cannot be written; nothing is left behind then.
  package static func make(at copy: String, _ write: (String) throws -> Void) throws {
    let draft = copy + ".part"
    CatalogFile.remove([draft] + CatalogPath.journals(of: draft))
    defer { CatalogFile.remove([draft] + CatalogPath.journals(of: draft)) }
    try CatalogFile.makePrivateFile(at: draft)
    try write(draft)
    guard rename(draft, copy) == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [:]) }
    _ = DiskSync.folder(of: copy)
  }
}
