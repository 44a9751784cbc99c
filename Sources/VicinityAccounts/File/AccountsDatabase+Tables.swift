import GRDB

extension AccountsDatabase {
  /// The tables, in the steps in which they came.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (name, tables) in steps { migrator.registerMigration(name) { try $0.execute(sql: tables) } }
    return migrator
  }

  /// Instants are seconds since 1970.
  private static let steps = [
    (
      "keys and audit",
      """
      CREATE TABLE key (
        id TEXT PRIMARY KEY NOT NULL, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL, scopes TEXT NOT NULL,
        created INTEGER NOT NULL, expires INTEGER) STRICT;
      CREATE TABLE audit (
        number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
        subject TEXT NOT NULL, detail TEXT) STRICT;
      CREATE TABLE picture (
        listing TEXT NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL, type TEXT NOT NULL,
        bytes INTEGER NOT NULL, added INTEGER NOT NULL, PRIMARY KEY (listing, number)) STRICT, WITHOUT ROWID;
      CREATE INDEX picture_hash ON picture (hash);
      """
    ),
    (
      "accounts",
      """
      CREATE TABLE account (
        name TEXT PRIMARY KEY NOT NULL, display TEXT NOT NULL, mail TEXT, mail_key TEXT UNIQUE, password TEXT NOT NULL,
        role TEXT NOT NULL, about TEXT, telephone TEXT, zone TEXT, language TEXT, picture TEXT, picture_type TEXT,
        created INTEGER NOT NULL, terms TEXT, suspended TEXT) STRICT;
      CREATE TABLE former_account (name_hash BLOB PRIMARY KEY NOT NULL, ended INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE session (
        hash BLOB PRIMARY KEY NOT NULL, id TEXT NOT NULL UNIQUE,
        member TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
        created INTEGER NOT NULL, seen INTEGER NOT NULL, expires INTEGER NOT NULL, is_kept INTEGER NOT NULL,
        agent TEXT) STRICT, WITHOUT ROWID;
      CREATE INDEX session_member ON session (member);
      CREATE TABLE mail_token (
        hash BLOB PRIMARY KEY NOT NULL, purpose TEXT NOT NULL, member TEXT, form TEXT, expires INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
      CREATE TABLE mail (
        number INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, message TEXT NOT NULL, made INTEGER NOT NULL,
        attempts INTEGER NOT NULL, due INTEGER NOT NULL) STRICT;
      """
    ),
    (
      "changes and conversations",
      """
      CREATE TABLE change (
        number INTEGER PRIMARY KEY AUTOINCREMENT, member TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
        at INTEGER NOT NULL, kind TEXT NOT NULL, by TEXT, message INTEGER, data TEXT NOT NULL) STRICT;
      CREATE INDEX change_member ON change (member, number);
      CREATE INDEX change_by ON change (by) WHERE by IS NOT NULL;
      CREATE INDEX change_at ON change (at);
      CREATE TABLE forgotten_change (
        member TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE, number INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
      CREATE TABLE progress (name TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE conversation (
        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, one TEXT, other TEXT, listing TEXT,
        starts INTEGER, title TEXT, created INTEGER NOT NULL, UNIQUE (one, other), UNIQUE (listing, starts)) STRICT;
      CREATE TABLE participant (
        conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
        member TEXT NOT NULL REFERENCES account ON DELETE CASCADE, read INTEGER NOT NULL,
        PRIMARY KEY (conversation, member)) STRICT, WITHOUT ROWID;
      CREATE INDEX participant_member ON participant (member);
      CREATE TABLE medium (
        id TEXT PRIMARY KEY NOT NULL, owner TEXT NOT NULL REFERENCES account ON DELETE CASCADE, hash TEXT NOT NULL,
        type TEXT NOT NULL, bytes INTEGER NOT NULL, added INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX medium_hash ON medium (hash);
      CREATE INDEX medium_owner ON medium (owner);
      CREATE TABLE message (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
        sender TEXT REFERENCES account ON DELETE CASCADE, at INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT,
        medium TEXT REFERENCES medium ON DELETE SET NULL, lat REAL, lon REAL, name TEXT, address TEXT, telephone TEXT,
        until INTEGER, moved INTEGER, booking TEXT, key TEXT, UNIQUE (sender, key)) STRICT;
      CREATE INDEX message_conversation ON message (conversation, number);
      CREATE INDEX message_medium ON message (medium) WHERE medium IS NOT NULL;
      CREATE TABLE blocked_member (
        member TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
        other TEXT NOT NULL REFERENCES account ON DELETE CASCADE, at INTEGER NOT NULL, PRIMARY KEY (member, other))
        STRICT, WITHOUT ROWID;
      """
    ),
    (
      "moderation",
      """
      CREATE TABLE report (
        number INTEGER PRIMARY KEY AUTOINCREMENT, reporter TEXT REFERENCES account ON DELETE SET NULL,
        subject TEXT NOT NULL, target TEXT NOT NULL, author TEXT, reason TEXT NOT NULL, text TEXT, at INTEGER NOT NULL,
        status TEXT NOT NULL, decision TEXT, decided INTEGER, kept TEXT, UNIQUE (reporter, subject, target)) STRICT;
      CREATE INDEX report_status ON report (status, number);
      CREATE INDEX report_author ON report (author) WHERE author IS NOT NULL;
      """
    ),
    (
      "alerts",
      """
      ALTER TABLE account ADD COLUMN quiet_from INTEGER;
      ALTER TABLE account ADD COLUMN quiet_to INTEGER;
      ALTER TABLE account ADD COLUMN calendar_hash BLOB;
      ALTER TABLE account ADD COLUMN mails_reminders INTEGER NOT NULL DEFAULT 1;
      CREATE UNIQUE INDEX account_calendar ON account (calendar_hash) WHERE calendar_hash IS NOT NULL;
      CREATE TABLE alert (
        id TEXT PRIMARY KEY NOT NULL, member TEXT NOT NULL REFERENCES account ON DELETE CASCADE, name TEXT NOT NULL,
        query TEXT NOT NULL, is_mailed INTEGER NOT NULL, webhook TEXT, secret TEXT, failures INTEGER NOT NULL,
        created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX alert_member ON alert (member);
      CREATE TABLE delivery (
        number INTEGER PRIMARY KEY AUTOINCREMENT, alert TEXT NOT NULL REFERENCES alert ON DELETE CASCADE,
        body TEXT NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL) STRICT;
      """
    ),
    (
      "home",
      """
      CREATE TABLE home_switch (
        listing TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, token TEXT, failures INTEGER NOT NULL,
        PRIMARY KEY (listing, name)) STRICT, WITHOUT ROWID;
      CREATE TABLE weather_rule (
        listing TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, pointer TEXT NOT NULL, above INTEGER NOT NULL,
        degrees REAL NOT NULL, state TEXT NOT NULL, otherwise TEXT, holds INTEGER, checked INTEGER NOT NULL,
        degrees_now REAL, failures INTEGER NOT NULL, PRIMARY KEY (listing, name),
        FOREIGN KEY (listing, name) REFERENCES home_switch ON DELETE CASCADE) STRICT, WITHOUT ROWID;
      """
    ),
    (
      "hosts of switches",
      """
      ALTER TABLE home_switch ADD COLUMN host TEXT REFERENCES account ON DELETE CASCADE;
      CREATE INDEX home_switch_host ON home_switch (host);
      """
    ),
    (
      // The row of the event in the catalog: another listing may get its id. Then `starts` becomes `former_starts`.
      "events of conversations",
      """
      ALTER TABLE conversation ADD COLUMN event_row INTEGER;
      ALTER TABLE conversation ADD COLUMN former_starts INTEGER;
      CREATE INDEX conversation_event ON conversation (event_row) WHERE event_row IS NOT NULL;
      """
    ),
    (
      // A member has at most one open report of a subject; once decided, there may be another.
      "reports of the same",
      """
      CREATE TABLE new_report (
        number INTEGER PRIMARY KEY AUTOINCREMENT, reporter TEXT REFERENCES account ON DELETE SET NULL,
        subject TEXT NOT NULL, target TEXT NOT NULL, author TEXT, reason TEXT NOT NULL, text TEXT, at INTEGER NOT NULL,
        status TEXT NOT NULL, decision TEXT, decided INTEGER, kept TEXT) STRICT;
      INSERT INTO new_report
        SELECT number, reporter, subject, target, author, reason, text, at, status, decision, decided, kept FROM report;
      DROP TABLE report;
      ALTER TABLE new_report RENAME TO report;
      CREATE INDEX report_status ON report (status, number);
      CREATE INDEX report_author ON report (author) WHERE author IS NOT NULL;
      CREATE INDEX report_subject ON report (subject, target);
      CREATE INDEX report_reporter ON report (reporter) WHERE reporter IS NOT NULL;
      CREATE UNIQUE INDEX report_open ON report (reporter, subject, target) WHERE status = 'open';
      """
    ),
    (
      // The marks of changes that the catalog stores and whose alerts are sent already.
      "judged changes", "CREATE TABLE judged_change (mark INTEGER PRIMARY KEY NOT NULL) STRICT;"
    ),
    (
      // The member named in an email to another one.
      "those of whom mails tell", "ALTER TABLE mail ADD COLUMN about TEXT;"
    ),
    (
      // The id of the listing that a location is.
      "listings in messages", "ALTER TABLE message ADD COLUMN listing TEXT;"
    ),
    (
      // Replaced scans of whole tables.
      "seeks",
      """
      CREATE INDEX account_role ON account (role);
      CREATE INDEX account_picture ON account (picture) WHERE picture IS NOT NULL;
      CREATE INDEX blocked_member_other ON blocked_member (other);
      CREATE INDEX audit_action ON audit (action);
      CREATE INDEX audit_actor ON audit (actor);
      CREATE INDEX audit_subject ON audit (subject);
      CREATE INDEX change_message ON change (message) WHERE message IS NOT NULL;
      CREATE INDEX change_moderated ON change (json_extract(data, '$.member')) WHERE kind = 'moderation';
      CREATE INDEX change_reviewed ON change (json_extract(data, '$.review.member')) WHERE kind = 'moderation';
      CREATE INDEX conversation_other ON conversation (other);
      CREATE INDEX delivery_alert ON delivery (alert);
      CREATE INDEX delivery_due ON delivery (due);
      CREATE INDEX mail_about ON mail (about) WHERE about IS NOT NULL;
      CREATE INDEX mail_due ON mail (due);
      CREATE INDEX mail_recipient ON mail (lower(recipient));
      CREATE INDEX mail_token_expires ON mail_token (expires);
      CREATE INDEX mail_token_mail ON mail_token (lower(json_extract(form, '$.mail')));
      CREATE INDEX mail_token_member ON mail_token (member);
      CREATE INDEX session_expires ON session (expires);
      CREATE INDEX weather_rule_checked ON weather_rule (checked);
      """
    ),
    ("shares of members", sharesStep),
    (
      // Accepted requests in progress: an email for the owner of an address, or for the registration with it.
      "requests for mails",
      """
      CREATE TABLE mail_request (
        number INTEGER PRIMARY KEY AUTOINCREMENT, purpose TEXT NOT NULL, address TEXT NOT NULL,
        member TEXT REFERENCES account ON DELETE CASCADE, form TEXT, made INTEGER NOT NULL) STRICT;
      CREATE INDEX mail_request_member ON mail_request (member) WHERE member IS NOT NULL;
      CREATE INDEX mail_request_address ON mail_request (lower(address));
      """
    ),
    ("messages of bookings", bookingMessagesStep),
    ("shares of the catalog", catalogSharesStep),
    (
      // Replaced scans of whole tables: emails for `/metrics`, and members by the first letters of their name and
      // public name. ASCII letters are in lower case, as LIKE compares them.
      "counts and directory",
      """
      CREATE TABLE mail_count (
        id INTEGER PRIMARY KEY CHECK (id = 1), waiting INTEGER NOT NULL, tried INTEGER NOT NULL) STRICT;
      INSERT INTO mail_count SELECT 1, count(*), count(*) FILTER (WHERE attempts > 0) FROM mail;
      CREATE TRIGGER mail_count_insert AFTER INSERT ON mail BEGIN
        UPDATE mail_count SET waiting = waiting + 1, tried = tried + (NEW.attempts > 0);
      END;
      CREATE TRIGGER mail_count_update AFTER UPDATE OF attempts ON mail BEGIN
        UPDATE mail_count SET tried = tried + (NEW.attempts > 0) - (OLD.attempts > 0);
      END;
      CREATE TRIGGER mail_count_delete AFTER DELETE ON mail BEGIN
        UPDATE mail_count SET waiting = waiting - 1, tried = tried - (OLD.attempts > 0);
      END;
      CREATE TABLE account_prefix (
        prefix TEXT NOT NULL, name TEXT NOT NULL REFERENCES account ON DELETE CASCADE, PRIMARY KEY (prefix, name))
        STRICT, WITHOUT ROWID;
      CREATE INDEX account_prefix_name ON account_prefix (name);
      INSERT INTO account_prefix
        SELECT DISTINCT lower(substr(text, 1, length)), name
        FROM (SELECT name, name AS text FROM account UNION ALL SELECT name, display FROM account),
          (SELECT 1 AS length UNION ALL SELECT 2 UNION ALL SELECT 3);
      CREATE TRIGGER account_prefix_insert AFTER INSERT ON account BEGIN
        INSERT OR IGNORE INTO account_prefix VALUES
          (lower(substr(NEW.name, 1, 1)), NEW.name), (lower(substr(NEW.name, 1, 2)), NEW.name),
          (lower(substr(NEW.name, 1, 3)), NEW.name), (lower(substr(NEW.display, 1, 1)), NEW.name),
          (lower(substr(NEW.display, 1, 2)), NEW.name), (lower(substr(NEW.display, 1, 3)), NEW.name);
      END;
      CREATE TRIGGER account_prefix_update AFTER UPDATE OF display ON account BEGIN
        DELETE FROM account_prefix WHERE name = OLD.name;
        INSERT OR IGNORE INTO account_prefix VALUES
          (lower(substr(NEW.name, 1, 1)), NEW.name), (lower(substr(NEW.name, 1, 2)), NEW.name),
          (lower(substr(NEW.name, 1, 3)), NEW.name), (lower(substr(NEW.display, 1, 1)), NEW.name),
          (lower(substr(NEW.display, 1, 2)), NEW.name), (lower(substr(NEW.display, 1, 3)), NEW.name);
      END;
      """
    ),
  ]
}
