import GRDB

extension AccountsDatabase {
  /// Whether a member has an account that is not ending.
  static func has(_ member: String, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE name = ? AND ending IS NULL)", arguments: [member]) ?? false
  }

  /// The bytes that members store, and the accounts being deleted.
  ///
  /// Triggers add up what each member stores, whichever code writes it, and refuse what exceeds `quota`; and they
  /// refuse writes by a member whose account is being deleted, including those under way.
  static var sharesStep: String {
    """
    ALTER TABLE account ADD COLUMN ending INTEGER;
    CREATE INDEX account_ends ON account (ending) WHERE ending IS NOT NULL;
    ALTER TABLE alert ADD COLUMN suspended TEXT;
    ALTER TABLE alert ADD COLUMN skipped INTEGER;
    ALTER TABLE picture ADD COLUMN owner TEXT REFERENCES account ON DELETE SET NULL;
    CREATE INDEX picture_owner ON picture (owner) WHERE owner IS NOT NULL;
    CREATE TABLE listing_share (
      listing TEXT NOT NULL, member TEXT NOT NULL REFERENCES account ON DELETE CASCADE, bytes INTEGER NOT NULL,
      PRIMARY KEY (listing, member)) STRICT, WITHOUT ROWID;
    CREATE INDEX listing_share_member ON listing_share (member);
    CREATE TABLE stored (
      member TEXT NOT NULL REFERENCES account ON DELETE CASCADE, kind TEXT NOT NULL, bytes INTEGER NOT NULL,
      PRIMARY KEY (member, kind)) STRICT, WITHOUT ROWID;
    CREATE TABLE stored_total (id INTEGER PRIMARY KEY CHECK (id = 1), bytes INTEGER NOT NULL) STRICT;
    CREATE TABLE quota (name TEXT PRIMARY KEY NOT NULL, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO stored_total (id, bytes) VALUES (1, 0);
    CREATE TRIGGER stored_insert AFTER INSERT ON stored BEGIN
      UPDATE stored_total SET bytes = bytes + NEW.bytes;
    END;
    CREATE TRIGGER stored_update AFTER UPDATE OF bytes ON stored BEGIN
      UPDATE stored_total SET bytes = bytes + NEW.bytes - OLD.bytes;
    END;
    CREATE TRIGGER stored_delete AFTER DELETE ON stored BEGIN
      UPDATE stored_total SET bytes = bytes - OLD.bytes;
    END;
    INSERT INTO stored (member, kind, bytes) SELECT owner, 'media', sum(bytes) FROM medium GROUP BY owner;
    INSERT INTO stored (member, kind, bytes)
      SELECT member, 'texts', sum(bytes) FROM (
        SELECT sender AS member, \(message("message")) AS bytes FROM message WHERE sender IS NOT NULL
        UNION ALL SELECT member, \(alert("alert")) FROM alert
        UNION ALL SELECT reporter, \(report("report")) FROM report WHERE reporter IS NOT NULL
      ) GROUP BY member;
    \(counting("medium", "owner", "media") { "\($0).bytes" })
    \(counting("picture", "owner", "media") { "\($0).bytes" })
    \(counting("message", "sender", "texts", message))
    \(counting("alert", "member", "texts", alert))
    \(counting("report", "reporter", "texts", report))
    \(counting("listing_share", "member", "texts", isRefused: false) { "\($0).bytes" })
    \(refusing("message", "sender"))
    \(refusing("medium", "owner"))
    \(refusing("picture", "owner"))
    \(refusing("alert", "member"))
    \(refusing("report", "reporter"))
    \(refusing("home_switch", "host"))
    \(refusing("blocked_member", "member"))
    \(refusing("session", "member"))
    \(refusing("mail_token", "member", where: "NEW.purpose <> 'register'"))
    CREATE TRIGGER account_ending BEFORE UPDATE ON account WHEN OLD.ending IS NOT NULL BEGIN
      SELECT RAISE(ABORT, 'account-ended');
    END;
    """
  }

  /// The server's messages about bookings count, but are never refused: the news would be stuck behind them.
  static var bookingMessagesStep: String {
    """
    DROP TRIGGER stored_message_insert;
    \(countingInserts("message", "sender", "texts", refusing: "NEW.kind <> 'booking'", message))
    """
  }

  /// Further data of members: their data in the catalog (`StoredShares`), switches with their rules, and blocks.
  static var catalogSharesStep: String {
    """
    DELETE FROM listing_share;
    DROP TABLE listing_share;
    CREATE TABLE catalog_share (
      member TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE, bytes INTEGER NOT NULL,
      counted INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO stored (member, kind, bytes)
      SELECT member, 'texts', sum(bytes) FROM (
        SELECT host AS member, \(homeSwitch("home_switch")) AS bytes FROM home_switch WHERE host IS NOT NULL
        UNION ALL SELECT member, \(block("blocked_member")) FROM blocked_member
      ) WHERE 1 GROUP BY member
      ON CONFLICT (member, kind) DO UPDATE SET bytes = bytes + excluded.bytes;
    \(counting("catalog_share", "member", "texts", isRefused: false) { "\($0).bytes" })
    \(counting("home_switch", "host", "texts", homeSwitch))
    \(counting("blocked_member", "member", "texts", block))
    DROP TRIGGER stored_picture_update;
    \(countingUpdates("picture", "owner", "media") { "\($0).bytes" })
    """
  }

  private static func bytes(_ column: String) -> String { "coalesce(length(CAST(\(column) AS BLOB)), 0)" }

  /// A message counts with the bytes that it takes in addition to its texts; so do the others.
  private static func message(_ row: String) -> String {
    "100 + "
      + ["text", "name", "address", "telephone", "listing"].map { bytes("\(row).\($0)") }.joined(separator: " + ")
  }

  private static func alert(_ row: String) -> String {
    "200 + \(bytes("\(row).query")) + \(bytes("\(row).webhook"))"
  }

  private static func report(_ row: String) -> String { "100 + \(bytes("\(row).text"))" }

  /// With its possible rule, whose addresses have at most 2000 bytes.
  private static func homeSwitch(_ row: String) -> String {
    "2500 + " + ["name", "url", "token"].map { bytes("\(row).\($0)") }.joined(separator: " + ")
  }

  private static func block(_ row: String) -> String { "100 + \(bytes("\(row).other"))" }

  /// - Parameters:
  ///   - owner: the column with the member.
  ///   - size: the bytes of a row.
  private static func counting(
    _ table: String, _ owner: String, _ kind: String, isRefused: Bool = true, _ size: (String) -> String
  ) -> String {
    """
    \(countingInserts(table, owner, kind, refusing: isRefused ? "1" : nil, size))
    \(countingUpdates(table, owner, kind, size))
    CREATE TRIGGER stored_\(table)_delete AFTER DELETE ON \(table) WHEN OLD.\(owner) IS NOT NULL BEGIN
      UPDATE stored SET bytes = bytes - (\(size("OLD"))) WHERE member = OLD.\(owner) AND kind = '\(kind)';
    END;
    """
  }

  /// Also when a row is assigned to another member.
  private static func countingUpdates(
    _ table: String, _ owner: String, _ kind: String, _ size: (String) -> String
  ) -> String {
    """
    CREATE TRIGGER stored_\(table)_update AFTER UPDATE ON \(table) BEGIN
      UPDATE stored SET bytes = bytes - (\(size("OLD"))) WHERE member = OLD.\(owner) AND kind = '\(kind)';
      INSERT INTO stored (member, kind, bytes) SELECT NEW.\(owner), '\(kind)', \(size("NEW"))
        WHERE NEW.\(owner) IS NOT NULL
        ON CONFLICT (member, kind) DO UPDATE SET bytes = bytes + excluded.bytes;
    END;
    """
  }

  /// - Parameter condition: of the new row that is refused beyond the quota; nil where none is.
  private static func countingInserts(
    _ table: String, _ owner: String, _ kind: String, refusing condition: String?, _ size: (String) -> String
  ) -> String {
    let refusal = condition.map {
      """
        SELECT RAISE(ABORT, 'member-\(kind)') FROM stored JOIN quota ON name = 'member-\(kind)'
          WHERE member = NEW.\(owner) AND kind = '\(kind)' AND stored.bytes > quota.bytes AND \($0);
        SELECT RAISE(ABORT, 'max-stored') FROM stored_total JOIN quota ON name = 'max-stored'
          WHERE stored_total.bytes > quota.bytes AND \($0);
      """
    }
    return """
      CREATE TRIGGER stored_\(table)_insert AFTER INSERT ON \(table) WHEN NEW.\(owner) IS NOT NULL BEGIN
        INSERT INTO stored (member, kind, bytes) VALUES (NEW.\(owner), '\(kind)', \(size("NEW")))
          ON CONFLICT (member, kind) DO UPDATE SET bytes = bytes + excluded.bytes;
      \(refusal ?? "")
      END;
      """
  }

  /// - Parameter condition: of the new row.
  private static func refusing(_ table: String, _ owner: String, where condition: String = "1") -> String {
    """
    CREATE TRIGGER \(table)_ending BEFORE INSERT ON \(table) WHEN NEW.\(owner) IS NOT NULL AND \(condition) BEGIN
      SELECT RAISE(ABORT, 'account-ended')
        WHERE NOT EXISTS (SELECT 1 FROM account WHERE name = NEW.\(owner) AND ending IS NULL);
    END;
    """
  }
}
