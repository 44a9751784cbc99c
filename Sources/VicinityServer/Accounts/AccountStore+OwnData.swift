import CivilTime
import GRDB
import Streams
import Vicinity

extension AccountStore {
  /// What the accounts file knows of a member, as JSON: one array of objects for each table. Passwords, and the texts
  /// of sessions and codes, are kept as hashes, and are left out.
  func ownData(of member: String) throws -> JSONObject {
    try keys.file().read { db in
      var data = JSONObject()
      for (name, sql) in Self.ownTables {
        data[name] = .array(
          try Row.fetchAll(db, sql: sql, arguments: ["member": member]).map { row in
            var object = JSONObject()
            for (column, value) in row {
              switch value.storage {
              case .null: continue
              case .int64(let number)
              where ["at", "created", "seen", "expires", "added", "until", "moved", "decided"].contains(column):
                object[column] = .string(Instant(secondsSince1970: number).description)
              case .int64(let number): object[column] = .int(number)
              case .double(let number): object[column] = .double(number)
              case .string(let text): object[column] = .string(text)
              case .blob: continue
              }
            }
            return .object(object)
          })
      }
      return data
    }
  }

  private static let ownTables = [
    (
      "account",
      """
      SELECT name, display AS displayName, mail, role, about, telephone, zone, language, created, terms, suspended
      FROM account WHERE name = :member
      """
    ), ("sessions", "SELECT id, created, seen, expires, agent FROM session WHERE member = :member ORDER BY created"),
    (
      "conversations",
      """
      SELECT c.id, c.one, c.other, c.listing, c.starts, c.created FROM conversation c
      JOIN participant p ON p.conversation = c.number WHERE p.member = :member ORDER BY c.number
      """
    ),
    (
      "messages",
      """
      SELECT m.number, c.id AS conversation, m.sender, m.at, m.kind, m.text, m.medium AS media, m.lat, m.lon, m.name,
        m.address, m.telephone, m.until, m.moved, m.booking
      FROM message m JOIN conversation c ON c.number = m.conversation
      JOIN participant p ON p.conversation = c.number WHERE p.member = :member ORDER BY m.number
      """
    ), ("media", "SELECT id, type, bytes, added FROM medium WHERE owner = :member ORDER BY added, id"),
    (
      "alerts",
      """
      SELECT id, name, query, is_mailed AS mail, webhook, created FROM alert WHERE member = :member
      ORDER BY created, id
      """
    ),
    ("blocked", "SELECT other, at FROM blocked_member WHERE member = :member ORDER BY other"),
    (
      "reports",
      """
      SELECT number, subject, target, reason, text, at, status, decision, decided FROM report WHERE reporter = :member
      ORDER BY number
      """
    ), ("changes", "SELECT number, at, kind, data FROM change WHERE member = :member ORDER BY number"),
  ]
}
