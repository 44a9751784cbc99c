/// A member's permissions; each role includes those before it.
package enum Role: String, CaseIterable, Sendable, Comparable {
  /// Search, keep favorites, join, rate, book and write to others.
  case member
  /// Offer listings of one's own.
  case host
  /// Change all listings, and decide what has been reported.
  case editor
  /// Change roles, and what operators do with keys.
  case admin

  package static func < (one: Role, other: Role) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}
