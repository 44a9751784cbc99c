/// The copy of a file before it is migrated.
package enum MigrationCopy {
  /// The path for a copy of a file whose first missing migration is this one.
  package static func path(of path: String, before step: String) -> String {
    // Names of migrations may have spaces.
    "\(path).before-\(step.split(separator: " ").joined(separator: "-"))"
  }
}
