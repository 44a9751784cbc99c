/// The permissions of a key.
package enum Scope: String, CaseIterable, Sendable {
  case search, batch
  /// Changing listings, areas and pictures.
  case `import`
  /// Queries and actions on behalf of members.
  case actAs = "members:act-as"
  /// Keys, backups, checks, and everything else.
  case admin
}
