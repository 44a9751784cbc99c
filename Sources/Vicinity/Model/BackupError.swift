import CodedErrors

/// Why a backup cannot be restored.
package enum BackupError: CodedError, Hashable {
  /// There is no backup at this path.
  case none(path: String)
  /// A folder has backups of several catalogs.
  case several(path: String, names: [String])
  /// A file of the backup is missing, or has another size than it had.
  case incomplete(path: String, file: String)
  /// Pictures or videos of the backup have another content than the one that their names derive from.
  case damaged(path: String, files: [String])
  /// There are files already at the path of the catalog.
  case taken(path: String)
  /// Another program is changing the file that is to be replaced.
  case written(path: String)

  /// Stable, for programs.
  package var code: String {
    switch self {
    case .none: "no-backup"
    case .several: "several-backups"
    case .incomplete: "incomplete-backup"
    case .damaged: "damaged-backup"
    case .taken: "catalog-exists"
    case .written: "catalog-in-use"
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
    case .damaged(let path, let files):
      "\(path) has \(files.count == 1 ? "a damaged picture or video" : "damaged pictures or videos"): "
        + "\(files.prefix(10).joined(separator: ", "))\(files.count > 10 ? " and \(files.count - 10) more" : ""). "
        + "A restore takes them as they are. The next backup replaces those that are intact next to the catalog."
    case .written(let path):
      "\(path) is being changed by another program, such as an import. Nothing was changed. "
        + "Try again when it has ended."
    case .taken(let path):
      "\(path) exists already. Nothing was changed."
    }
  }
}
