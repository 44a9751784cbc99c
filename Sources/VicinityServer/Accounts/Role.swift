/// What a member may do; each role includes those before it.
enum Role: String, CaseIterable, Sendable, Comparable {
  /// Search, favour, join, rate, book and write to others.
  case member
  /// Offer listings of one's own.
  case host
  /// Change all listings, and decide what has been reported.
  case editor
  /// Change roles, and what operators do with keys.
  case admin

  /// That of new members.
  static func first(_ settings: ServerSettings) -> Role { Role(rawValue: settings.firstMemberRole) ?? .member }

  static func < (one: Role, other: Role) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

extension Problem {
  /// A request of a member with too low a role.
  static func needsRole(_ least: Role) -> Problem {
    Problem(.forbidden, "forbidden", "This is for members with the role \(least.rawValue).")
  }
}
