/// The tables of a cluster in PostgreSQL, in the schema `vicinity` of its database.
enum LogSchema {
  /// The migrations, oldest first.
  private static let steps: [(name: String, sql: String)] = [("1-log", log)]

  private static let log = """
    -- One row, which every append and every renewal of the lease changes: free space keeps its versions on one page.
    CREATE TABLE vicinity.cluster (
      one boolean PRIMARY KEY DEFAULT true CHECK (one), id uuid NOT NULL, key bytea NOT NULL,
      sqlite text NOT NULL, schema text NOT NULL, created timestamptz NOT NULL DEFAULT clock_timestamp(),
      epoch bigint NOT NULL, leader text, url text, expires timestamptz NOT NULL, snapshot_wanted timestamptz,
      head bigint NOT NULL, at bigint NOT NULL, catalog bigint NOT NULL, catalog_hash bytea NOT NULL,
      accounts bigint NOT NULL, accounts_hash bytea NOT NULL) WITH (fillfactor = 20);
    CREATE TABLE vicinity.snapshot (
      id uuid PRIMARY KEY, file smallint NOT NULL, entry bigint NOT NULL, hash bytea NOT NULL, at bigint NOT NULL,
      size bigint NOT NULL, sha256 bytea NOT NULL, made timestamptz NOT NULL DEFAULT clock_timestamp(),
      complete boolean NOT NULL DEFAULT false);
    CREATE TABLE vicinity.snapshot_part (
      snapshot uuid NOT NULL REFERENCES vicinity.snapshot ON DELETE CASCADE, part integer NOT NULL,
      bytes bytea NOT NULL, PRIMARY KEY (snapshot, part));
    ALTER TABLE vicinity.snapshot_part ALTER bytes SET STORAGE EXTERNAL;
    -- The payload of a snapshot is its id.
    CREATE TABLE vicinity.entry (
      number bigint PRIMARY KEY, epoch bigint NOT NULL, file smallint NOT NULL, previous bytea NOT NULL,
      hash bytea NOT NULL, at bigint NOT NULL, sequences text NOT NULL, snapshot text, sha256 bytea,
      bytes integer NOT NULL,      payload bytea NOT NULL);
    ALTER TABLE vicinity.entry ALTER payload SET STORAGE EXTERNAL;
    CREATE TABLE vicinity.medium (hash text PRIMARY KEY, added timestamptz NOT NULL DEFAULT clock_timestamp());
    CREATE TABLE vicinity.medium_part (
      hash text NOT NULL REFERENCES vicinity.medium ON DELETE CASCADE, part integer NOT NULL, bytes bytea NOT NULL,
      PRIMARY KEY (hash, part));
    ALTER TABLE vicinity.medium_part ALTER bytes SET STORAGE EXTERNAL;
    CREATE TABLE vicinity.node (
      name text PRIMARY KEY, url text NOT NULL, seen timestamptz NOT NULL, entry bigint NOT NULL, role text NOT NULL,
      version text NOT NULL, sqlite text NOT NULL);
    """

  /// Makes the tables that are missing.
  /// - Throws: `PostgreSQLError`.
  static func migrate(_ connection: PostgreSQL) throws {
    try connection.run(
      """
      BEGIN; SELECT pg_advisory_xact_lock(7310868735);
      CREATE SCHEMA IF NOT EXISTS vicinity;
      CREATE TABLE IF NOT EXISTS vicinity.migration (step text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
      """, within: 30)
    let applied = Set(try connection.rows("SELECT step FROM vicinity.migration").compactMap { $0.text(0) })
    let unknown = applied.subtracting(steps.map(\.name))
    guard unknown.isEmpty else {
      try connection.run("ROLLBACK")
      throw ClusterFailure.tooNew(steps: unknown.sorted())
    }
    for step in steps where !applied.contains(step.name) {
      try connection.run("\(step.sql) INSERT INTO vicinity.migration (step) VALUES ('\(step.name)')", within: 30)
    }
    try connection.run("COMMIT", within: 30)
  }
}
