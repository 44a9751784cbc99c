import CivilTime
import GRDB
import Streams
import Vicinity

extension AccountStore {
  /// The accounts file's data about a member, as JSON: one array of objects per table. Passwords, session texts, codes
  /// and the calendar address are stored as hashes and left out, as are tokens of switches and the texts of waiting
  /// emails, which contain codes.
  package func ownData(of member: String) throws -> JSONObject {
    try file.read { db in
      var data = JSONObject()
      for (name, sql) in Self.ownTables {
        data[name] = .array(
          try Row.fetchAll(db, sql: sql, arguments: ["member": member]).map { row in
            var object = JSONObject()
            for (column, value) in row {
              switch value.storage {
              case .null: continue
              case .int64(let number) where Self.instants.contains(column):
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

  private static let instants: Set = [
    "at", "created", "seen", "expires", "added", "until", "moved", "decided", "checked", "made", "due",
  ]

  private static let ownTables = [
    (
      "account",
      """
      SELECT name, display AS displayName, mail, role, about, telephone, zone, language, created, terms, suspended,
        CASE WHEN quiet_from IS NOT NULL THEN printf('%02d:%02d-%02d:%02d', quiet_from / 60, quiet_from % 60,
          quiet_to / 60, quiet_to % 60) END AS quietHours,
        mails_reminders AS reminderMails, calendar_hash IS NOT NULL AS hasCalendar, picture_type AS picture
      FROM account WHERE name = :member
      """
    ), ("sessions", "SELECT id, created, seen, expires, agent FROM session WHERE member = :member ORDER BY created"),
    (
      "conversations",
      """
      SELECT c.id, c.one, c.other, c.listing, coalesce(c.starts, c.former_starts) AS starts, c.created
      FROM conversation c JOIN participant p ON p.conversation = c.number WHERE p.member = :member ORDER BY c.number
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
    ),
    (
      "switches",
      """
      SELECT listing, name, url, token IS NOT NULL AS hasToken FROM home_switch WHERE host = :member
      ORDER BY listing, name
      """
    ),
    (
      "rules",
      """
      SELECT r.listing, r.name, r.url, r.pointer, CASE WHEN r.above THEN r.degrees END AS above,
        CASE WHEN NOT r.above THEN r.degrees END AS below, r.state, r.otherwise, r.holds,
        nullif(r.checked, 0) AS checked, r.degrees_now AS temperature
      FROM weather_rule r JOIN home_switch s ON s.listing = r.listing AND s.name = r.name WHERE s.host = :member
      ORDER BY r.listing, r.name
      """
    ),
    (
      "mails",
      """
      SELECT recipient, made, due, attempts FROM mail
      WHERE lower(recipient) = (SELECT lower(mail_key) FROM account WHERE name = :member) ORDER BY +number
      """
    ), ("changes", "SELECT number, at, kind, data FROM change WHERE member = :member ORDER BY number"),
    (
      // Without the reporter, and without their words, which may identify them.
      "reported",
      """
      SELECT subject, target, reason, at, status, decision, decided FROM report WHERE author = :member ORDER BY number
      """
    ),
    (
      "audit",
      "SELECT at, action, subject, detail FROM audit WHERE actor = 'member ' || :member ORDER BY number"
    ),
  ]
}
