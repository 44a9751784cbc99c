import Geography

/// The tables that a shard has beside those of every catalog.
///
/// `shard` has one row for each file of the set, with the first tile of each; the row of this file is marked. The words
/// of the whole catalog, which decide what is a typing error, are in `shard_word`.
enum ShardTable {
  static let definition = """
    CREATE TABLE shard (
      number INTEGER PRIMARY KEY NOT NULL,
      first_tile INTEGER NOT NULL,
      zoom INTEGER NOT NULL,
      halo DOUBLE NOT NULL,
      is_this INTEGER NOT NULL CHECK (is_this IN (0, 1))
    );
    CREATE TABLE shard_word (word BLOB PRIMARY KEY NOT NULL) WITHOUT ROWID;
    """

  /// 1 in a shard, 0 in a whole catalog.
  static let exists = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'shard'"

  /// - Throws: `CatalogError.damaged` for tiles that are no division of the map.
  static func region(in source: some StatementSource) throws -> ShardRegion? {
    guard try source.count(exists) == 1 else { return nil }
    var (starts, zoom, halo, number) = ([Int64](), 0, 0.0, -1)
    _ = try source.rows("SELECT first_tile, zoom, halo, is_this FROM shard ORDER BY number") { row in
      if row.int(3) == 1 { number = starts.count }
      starts.append(Int64(row.int(0)))
      (zoom, halo) = (row.int(1), row.double(2))
    }
    guard starts.first == 0, starts.indices.contains(number), (0...MapTiles.mostZoom).contains(zoom), halo >= 0,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }), let last = starts.last,
      last <= MapTiles(zoom: zoom).count
    else { throw CatalogError.damaged(place: "the table shard", problem: "its tiles do not divide the map") }
    return ShardRegion(number: number, tiles: MapTiles(zoom: zoom), starts: starts, haloMeters: halo)
  }

  static func write(_ region: ShardRegion, with statements: PreparedStatements) throws {
    for (number, start) in region.starts.enumerated() {
      try statements.run(
        "INSERT INTO shard VALUES (?1, ?2, ?3, ?4, ?5)", number, Int(start), region.tiles.zoom, region.haloMeters,
        number == region.number ? 1 : 0)
    }
  }

  /// Whether a listing of the whole catalog has a word, or one that begins like it.
  static func hasWord(_ word: String, isPrefix: Bool, in source: some StatementSource) throws -> Bool {
    let bytes = Array(word.utf8)
    let statement = try source.statement(
      isPrefix
        ? "SELECT 1 FROM shard_word WHERE word >= ?1 AND word < ?2 LIMIT 1" : "SELECT 1 FROM shard_word WHERE word = ?1"
    )
    statement.bind(1, blob: bytes)
    // The bytes of UTF-8 are below FF.
    if isPrefix { statement.bind(2, blob: bytes + [0xFF]) }
    defer { statement.reset() }
    return try statement.step()
  }

  /// Passes on the words of the whole catalog in order.
  static func forEachWord(
    work: WorkMeter, in source: some StatementSource, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let words = try source.statement("SELECT word FROM shard_word ORDER BY word")
    defer { words.reset() }
    while try words.step() {
      try work.visitNodes()
      try body(words.bytes(0))
    }
  }
}
