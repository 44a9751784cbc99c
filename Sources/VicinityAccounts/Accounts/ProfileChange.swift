import CivilTime
import GRDB
import Streams
import Vicinity

/// A change of a member's profile and settings.
package struct ProfileChange: Sendable {
  /// The columns with their new values; nil removes one.
  private(set) var values: [(column: String, value: (any DatabaseValueConvertible & Sendable)?)] = []

  private static let keys = [
    "displayName", "about", "telephone", "zone", "language", "quietHours", "reminderMails", "terms",
  ]

  /// - Parameter terms: the current version of the terms; nil when there are none.
  package init(json: JSONValue, terms: String?) throws {
    let members = try QueryMembers(json, path: "", keys: Self.keys, example: #"{"displayName":"Ana P."}"#)
    // A member of the object that is null removes; one that is not there changes nothing.
    let given = Set(json.object?.members.map(\.key) ?? [])
    if given.contains("displayName") {
      guard let name = try DisplayName.read(members) else {
        throw QueryError.outOfRange(
          path: "displayName", found: "null", allowed: "1 to 80 characters: it cannot be removed")
      }
      values.append(("display", name))
    }
    func text(_ key: String, _ most: Int, _ check: (String) -> Bool, _ allowed: String) throws {
      guard given.contains(key) else { return }
      let value = try members.string(key, expected: allowed, example: #""…""#)
      if let value { try TextLimit(atMost: most).checkBytes(value, at: key) }
      if let value, !TextLimit(atMost: most).allows(value) || !check(value) {
        throw QueryError.outOfRange(path: key, found: value.shortened, allowed: allowed)
      }
      values.append((key, value))
    }
    try text("about", 2000, { _ in true }, "at most 2000 characters")
    try text(
      "telephone", 40, { $0.wholeMatch(of: /\+?[0-9][0-9 ()\/.-]{3,38}/) != nil }, "a number such as +40 265 123456")
    try text("zone", 64, { Zone(identifier: $0) != nil }, "the IANA name of a time zone, such as Europe/Bucharest")
    if given.contains("language") { values.append(("language", try MailLanguage.read(members))) }
    if let isMailed = try members.bool("reminderMails") { values.append(("mails_reminders", isMailed)) }
    if let accepted = try members.string("terms", expected: "the version of the terms", example: #""2026-11""#) {
      guard accepted == terms else {
        throw QueryError.outOfRange(
          path: "terms", found: accepted.shortened, allowed: terms.map { "\"\($0)\"" } ?? "nothing: there are no terms")
      }
      values.append(("terms", accepted))
    }
    if given.contains("quietHours") {
      let hours = try members["quietHours"].map { try QuietHours(json: $0, zone: .utc) }
      values.append(("quiet_from", hours?.from))
      values.append(("quiet_to", hours?.to))
    }
  }
}

extension ProfileChange {
  /// Whether the member accepts the terms.
  package var acceptsTerms: Bool { values.contains { $0.column == "terms" } }
}

extension AccountStore {
  /// Changes a member's profile and settings.
  /// - Returns: the changed account.
  package func change(_ name: String, by change: ProfileChange) throws -> Account {
    let account = try file.write { db in
      for (column, value) in change.values {
        try db.execute(sql: "UPDATE account SET \(column) = ? WHERE name = ?", arguments: [value, name])
      }
      return try Self.account(name, in: db)
    }
    guard let account else { throw RefusedWrite.accountEnded }
    return account
  }
}
