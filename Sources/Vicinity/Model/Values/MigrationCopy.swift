/// The copy of a file before it is migrated.
package enum MigrationCopy {
  /// Where the copy of a file is whose version lacks this migration, the first one that is missing.
  package static func path(of path: String, before step: String) -> String {
    // Names of migrations may have spaces.
    "\(path).before-\(step.split(separator: " ").joined(separator: "-"))"
  }
}
