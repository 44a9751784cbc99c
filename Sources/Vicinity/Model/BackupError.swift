import CodedErrors

/// Why a backup cannot be restored.
package enum BackupError: CodedError, Hashable {
  /// There is no backup at this path.
  case none(path: String)
  /// A folder has backups of several catalogs.
  case several(path: String, names: [String])
  /// A file of the backup is missing, or has another size than it had.
  case incomplete(path: String, file: String)
  /// There are files already at the path of the catalog.
  case taken(path: String)

  /// Stable, for programs.
  package var code: String {
    switch self {
    case .none: "no-backup"
    case .several: "several-backups"
    case .incomplete: "incomplete-backup"
    case .taken: "catalog-exists"
    }
  }

  /// The error and its location.
  package var description: String {
    switch self {
    case .none(let path):
      "\(path) is no backup, and has none in it: a backup is a folder such as near-2026-11-26T193000Z, or a catalog."
    case .several(let path, let names):
      "\(path) has backups of several catalogs: \(names.joined(separator: ", ")). Choose one of the folders in it."
    case .incomplete(let path, let file):
      "\(path) is not complete: \(file) is missing or was changed. Choose another backup."
    case .taken(let path):
      "\(path) exists already. Nothing was changed."
    }
  }
}
