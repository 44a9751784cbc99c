import CivilTime
import GRDB
import Streams
import Vicinity

extension ConversationStore {
  /// Sends a message, and notifies all participants; the same key means the same message.
  ///
  /// - Returns: the message, and whether it is new.
  package func send(
    _ form: MessageForm, to id: String, by member: String, at now: Instant
  ) throws -> (message: Message, isNew: Bool) {
    try bringUpToDate(id)
    try refuseGone(id, for: member)
    let (message, participants, isNew) = try file.write { db in
      let conversation = try Conversation.find(id, of: member, in: db)
      if let partner = conversation.partner(of: member) { try Self.refuseBlocked(member, partner, in: db) }
      if let known = try Self.earlier(form, conversation, by: member, in: db) { return (known, [String](), false) }
      try Self.check(form.medium, of: member, in: db)
      try db.execute(
        sql: """
          INSERT INTO message
            (conversation, sender, at, kind, text, medium, lat, lon, name, address, telephone, listing, until, key)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          conversation.number, member, now.secondsSince1970,
          form.location != nil ? "location" : form.medium != nil ? "medium" : "text", form.text, form.medium,
          form.location?.coordinate.latitude, form.location?.coordinate.longitude, form.location?.name,
          form.location?.address, form.location?.telephone, form.location?.listing,
          form.location?.until?.secondsSince1970, form.key,
        ])
      let number = db.lastInsertedRowID
      let participants = try Self.tell(.message, number, of: conversation, by: member, at: now, in: db)
      return (try Self.message(number, in: db), participants, true)
    }
    changes.signals.notify(participants)
    return (message, isNew)
  }

  private static func message(_ number: Int64, in db: Database) throws -> Message {
    guard let message = try Message.find(number, in: db) else {
      throw DatabaseError(message: "a new message cannot be read")
    }
    return message
  }

  private static func earlier(
    _ form: MessageForm, _ conversation: Conversation, by member: String, in db: Database
  ) throws -> Message? {
    guard let key = form.key else { return nil }
    let number = try Int64.fetchOne(
      db, sql: "SELECT number FROM message WHERE sender = ? AND key = ?", arguments: [member, key])
    guard let number, let message = try Message.find(number, in: db) else { return nil }
    guard message.conversation == conversation.id else {
      throw ConversationError.keyReused(key, inOther: true)
    }
    guard form.says(message.content) else {
      throw ConversationError.keyReused(key, inOther: false)
    }
    return message
  }

  private static func check(_ medium: String?, of member: String, in db: Database) throws {
    guard let medium else { return }
    // One that was hidden with its message is not sent again.
    let isOwn = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM medium WHERE id = ?1 AND owner = ?2)
          AND NOT EXISTS (SELECT 1 FROM message WHERE medium = ?1 AND kind = 'removed')
        """, arguments: [medium, member])
    guard isOwn == true else { throw MediaError.unknown(id: medium) }
  }

  /// Adds a change for every participant, except those who block the sender.
  /// - Returns: the notified members.
  static func tell(
    _ kind: MemberChange.Kind, _ number: Int64, of conversation: Conversation, by sender: String?, at now: Instant,
    in db: Database
  ) throws -> [String] {
    let told = try String.fetchAll(
      db,
      sql: """
        SELECT member FROM participant p WHERE conversation = ?1
          AND NOT EXISTS (SELECT 1 FROM blocked_member b WHERE b.member = p.member AND b.other = ?2)
        """, arguments: [conversation.number, sender])
    let data = JSONObject([("conversation", .string(conversation.id)), ("messageNumber", .int(number))])
    for member in told {
      try ChangeLog.add(kind, for: member, by: sender, message: number, data, at: now, in: db)
    }
    return told
  }

  // MARK: Changing what was sent

  /// Removes what a member has said; the place of the message stays.
  /// - Returns: the file that is no longer used, if any.
  package func remove(_ number: Int64, of id: String, by member: String, at now: Instant) throws -> [String] {
    try bringUpToDate(id)
    let (participants, hashes) = try file.write { db in
      let conversation = try Conversation.find(id, of: member, in: db)
      try Self.refuseOthers(number, conversation, member, in: db)
      // Another message may have the same one.
      let medium = """
        FROM medium WHERE id = (SELECT medium FROM message WHERE number = ?1)
          AND NOT EXISTS (SELECT 1 FROM message WHERE medium = medium.id AND number <> ?1)
        """
      let hashes = try String.fetchAll(db, sql: "SELECT hash \(medium)", arguments: [number])
      try db.execute(sql: "DELETE \(medium)", arguments: [number])
      try db.execute(
        sql: """
          UPDATE message SET kind = 'removed', text = NULL, medium = NULL, lat = NULL, lon = NULL, name = NULL,
            address = NULL, telephone = NULL, listing = NULL, until = NULL, moved = NULL WHERE number = ?
          """, arguments: [number])
      return (try Self.tell(.messageRemoved, number, of: conversation, by: member, at: now, in: db), hashes)
    }
    changes.signals.notify(participants)
    return hashes
  }

  /// Moves a live position.
  /// - Throws: `ConversationError.notLive` when its time is over.
  package func move(
    _ number: Int64, of id: String, by member: String, to place: (latitude: Double, longitude: Double)?, at now: Instant
  ) throws -> Message {
    try bringUpToDate(id)
    if place != nil { try refuseGone(id, for: member) }
    let (message, participants) = try file.write { db in
      let conversation = try Conversation.find(id, of: member, in: db)
      try Self.refuseOthers(number, conversation, member, in: db)
      guard case .location(let location) = try Self.message(number, in: db).content, let until = location.until,
        until > now
      else { throw ConversationError.notLive }
      if let place {
        try db.execute(
          sql: "UPDATE message SET lat = ?, lon = ?, moved = ? WHERE number = ?",
          arguments: [place.latitude, place.longitude, now.secondsSince1970, number])
      } else {
        try db.execute(sql: "UPDATE message SET until = ? WHERE number = ?", arguments: [now.secondsSince1970, number])
      }
      // Its former positions must not remain: one change has the current one.
      try db.execute(
        sql: "DELETE FROM change WHERE message = ? AND kind = ?",
        arguments: [number, MemberChange.Kind.position.rawValue])
      let participants = try Self.tell(.position, number, of: conversation, by: member, at: now, in: db)
      return (try Self.message(number, in: db), participants)
    }
    changes.signals.notify(participants)
    return message
  }

  private static func refuseOthers(
    _ number: Int64, _ conversation: Conversation, _ member: String, in db: Database
  ) throws {
    let sender = try Row.fetchOne(
      db, sql: "SELECT sender FROM message WHERE number = ? AND conversation = ? AND kind <> 'removed'",
      arguments: [number, conversation.number])
    guard let sender else { throw ConversationError.unknownMessage(number, conversation: conversation.id) }
    guard sender["sender"] == member else { throw ConversationError.otherSender }
  }
}
