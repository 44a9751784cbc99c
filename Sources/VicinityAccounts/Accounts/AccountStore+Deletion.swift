import CivilTime
import Foundation
import GRDB
import Vicinity

extension AccountStore {
  /// Deletes the member's data in the accounts file, and changes about the member in others' logs.
  ///
  /// `docs/accounts.md` lists what is erased, anonymized and retained. Deleted bytes are overwritten, in the file at
  /// once and in its log before this returns.
  /// - Returns: the files in the media folder that may be unused now.
  package func delete(_ account: Account, at now: Instant) throws -> [String] {
    let name = account.name
    let isRecorded = try file.database().isRecorded
    let hashes = try file.write { db in
      if isRecorded { try WantedErasure.note(in: db) }
      let hashes = try String.fetchAll(
        db,
        sql:
          """
          SELECT hash FROM medium WHERE owner = ?1
          UNION SELECT picture FROM account WHERE name = ?1 AND picture IS NOT NULL
          """,
        arguments: [name])
      // Waiting emails are for the deleted member, including those to a new address.
      try db.execute(
        sql: """
          DELETE FROM mail WHERE lower(recipient) = ?1 OR lower(recipient) IN (
            SELECT lower(json_extract(form, '$.mail')) FROM mail_token WHERE member = ?2)
          """, arguments: [account.mail?.lowercased(), name])
      try db.execute(
        sql: "DELETE FROM mail_request WHERE member = ?1 OR lower(address) = ?2",
        arguments: [name, account.mail?.lowercased()])
      try MailOutbox.takeName(name, offMailsIn: db)
      try send(.accountEnded, to: account, at: now, in: db)
      if isRecorded, account.mail != nil { try WantedErasure.noteNewestEmail(in: db) }
      // A conversation of two ends with one of them; in that of an event the messages of others stay.
      try db.execute(sql: "DELETE FROM conversation WHERE one = ?1 OR other = ?1", arguments: [name])
      try db.execute(
        sql: """
          DELETE FROM change WHERE by = ?1 OR kind = 'moderation' AND json_extract(data, '$.member') = ?1
            OR kind = 'moderation' AND json_extract(data, '$.review.member') = ?1
          """, arguments: [name])
      try db.execute(
        sql: "DELETE FROM mail_token WHERE member = ?1 OR lower(json_extract(form, '$.mail')) = ?2",
        arguments: [name, account.mail?.lowercased()])
      try db.execute(sql: "DELETE FROM report WHERE author = ?", arguments: [name])
      // Ids of listings that the member has made may have the name in them.
      try db.execute(
        sql: """
          UPDATE audit SET subject = 'former member', detail = NULL
          WHERE instr('-' || subject || '-', '-' || ?2 || '-') > 0 AND subject IN (
            SELECT subject FROM audit WHERE actor = ?1 AND action LIKE 'listing.%')
          """, arguments: ["member \(name)", name])
      try db.execute(
        sql: "UPDATE audit SET actor = 'former member' WHERE actor = ?", arguments: ["member \(name)"])
      try db.execute(
        sql: """
          UPDATE audit SET subject = 'former member', detail = NULL
          WHERE subject = ?1 OR action IN ('report.hidden', 'report.restored', 'report.dismissed')
            AND instr(subject, ?2) > 0
          """, arguments: [name, "\"\(name)\""])
      try db.execute(sql: "DELETE FROM account WHERE name = ?", arguments: [name])
      try db.execute(
        sql: "INSERT OR REPLACE INTO former_account (name_hash, ended) VALUES (?, ?)",
        arguments: [Secret.hash(name), now.secondsSince1970])
      return hashes
    }
    sessions.forget()
    return hashes
  }

  /// Removes the titles of a member's listings from the conversations of their attendees.
  package func removeTitles(of listings: [String]) throws {
    try file.write { db in
      for listing in listings {
        try db.execute(sql: "UPDATE conversation SET title = NULL WHERE listing = ?", arguments: [listing])
      }
    }
  }

  /// Empties the log of the file: until then it has former versions of its pages.
  package func eraseRemains() throws { try file.database().emptyLog() }
}
