import TestSupport
import Testing

@Suite("A check of a backup")
struct RestoreCheckTests {
  /// A folder with a backup whose accounts file is what a program in Python writes.
  private static func backup(_ statements: String) throws -> WorkFolder {
    let folder = try WorkFolder()
    let run = try folder.shell(
      """
      echo '{"id":"a","kind":"bar","lat":48,"lon":9}' | vicinity import - --source a --catalog c.gpkg
      vicinity key add importer --scope import --catalog c.gpkg
      python3 - <<'END'
      import sqlite3
      accounts = sqlite3.connect("c.accounts.sqlite")
      \(statements)
      accounts.commit()
      accounts.close()
      END
      vicinity backup backups/ --catalog c.gpkg
      """)
    #expect(run.status == 0, "\(run.error)")
    return folder
  }

  /// An accounts file of the first version.
  private static let old = #"""
    tables = [row[0] for row in accounts.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
    accounts.execute("PRAGMA foreign_keys = OFF")
    for table in tables:
        if table != "grdb_migrations": accounts.execute(f'DROP TABLE "{table}"')
    accounts.execute("DELETE FROM grdb_migrations WHERE identifier <> 'keys and audit'")
    accounts.execute("""CREATE TABLE key (
      id TEXT PRIMARY KEY NOT NULL, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL, scopes TEXT NOT NULL,
      created INTEGER NOT NULL, expires INTEGER) STRICT""")
    accounts.execute("""CREATE TABLE audit (
      number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
      subject TEXT NOT NULL, detail TEXT) STRICT""")
    accounts.execute("""CREATE TABLE picture (
      listing TEXT NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL, type TEXT NOT NULL,
      bytes INTEGER NOT NULL, added INTEGER NOT NULL, PRIMARY KEY (listing, number)) STRICT, WITHOUT ROWID""")
    accounts.execute("CREATE INDEX picture_hash ON picture (hash)")
    """#

  @Test("migrates the accounts file of an older version, and leaves the backup as it is")
  func migrated() throws {
    let folder = try Self.backup(Self.old)
    let run = try folder.shell(
      """
      sha256sum backups/*/* > before 2>&1
      vicinity restore backups --check --catalog c.gpkg && sha256sum backups/*/* 2>&1 | diff before - && echo same
      """)
    #expect(run.status == 0 && run.output == "same\n", "\(run.output) \(run.error)")
  }

  @Test("fails if the server cannot migrate the accounts file")
  func failing() throws {
    let folder = try Self.backup(
      "accounts.execute(\"DELETE FROM grdb_migrations WHERE rowid = (SELECT max(rowid) FROM grdb_migrations)\")")
    let run = try folder.shell("vicinity restore backups --check --catalog c.gpkg")
    #expect(run.status == 1 && run.error.contains("the server cannot use the accounts file: "), "\(run.error)")
    let restored = try folder.shell("vicinity restore backups --catalog other.gpkg")
    #expect(restored.status == 0, "a restore takes what there is: \(restored.error)")
  }
}
