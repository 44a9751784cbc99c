/// What a key may be used for.
package enum Scope: String, CaseIterable, Sendable {
  case search, batch
  /// Changing listings, areas and pictures.
  case `import`
  /// Asking and acting in the name of members.
  case actAs = "members:act-as"
  /// Keys, backups, checks, and everything else.
  case admin
}
