import CivilTime

extension IndexReader {
  /// The name of a listing; the names of a leaf are read together and cached.
  @inline(__always)
  func name(of entry: Entry, in snapshot: IndexSnapshot) throws -> String? {
    if let names = entry.leaf.names { return names[entry.index] }
    return try loadNames(of: entry.leaf, in: snapshot.arena)[entry.index]
  }

  @inline(never)
  func loadNames(of leaf: Leaf, in arena: PageArena) throws -> LeafNames {
    var names = [String?](repeating: nil, count: leaf.count)
    let statement = try statement("SELECT fid, name FROM listing WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid")
    try forEachRow(of: leaf, statement) { names[$0] = statement.string(1) }
    return leaf.keep(LeafNames(names, in: arena))
  }

  /// Passes on the positions of listings on a leaf, each while the statement is at a row of the listing.
  ///
  /// - Parameter statement: returns the rows between its first two parameters, each with its number as first column.
  func forEachRow(of leaf: Leaf, _ statement: Statement, body: (Int) -> Void) throws {
    for run in LeafLoader.runs(of: (0..<leaf.count).map { Int(leaf.fids[$0]) }.sorted()) {
      statement.bind(1, run.first)
      statement.bind(2, run.last)
      defer { statement.reset() }
      while try statement.step() {
        if let position = leaf.position(ofRow: UInt32(clamping: statement.int(0))) { body(position) }
      }
    }
  }

  /// Passes on some listings of a leaf with one of their fields and their kinds, and nothing else.
  ///
  /// - Parameter field: in a column of its own, not a number in a dictionary.
  func forEach(
    of entries: EntrySet, on leaf: Leaf, with field: StoredField, body: (Int, Listing) throws -> Void
  ) throws {
    let table: StaticString = field.column.table == .listing ? "listing" : "listing_detail"
    let statement = try statement("SELECT fid, \(field.column.name) FROM \(table) WHERE fid BETWEEN ?1 AND ?2")
    func blank(_ position: Int) -> Listing {
      let entry = Entry(leaf: leaf, index: position)
      return Listing(id: "", kind: entry.kind, coordinate: entry.coordinate)
    }
    var left = entries
    for run in LeafLoader.runs(of: entries.map { Int(leaf.fids[$0]) }.sorted()) {
      statement.bind(1, run.first)
      statement.bind(2, run.last)
      defer { statement.reset() }
      while try statement.step() {
        let row = statement.int(0)
        guard let position = leaf.position(ofRow: UInt32(clamping: row)), left.contains(position) else { continue }
        left.subtract(EntrySet(range: position..<(position + 1)))
        var listing = blank(position)
        try field.read(StoredRow(statement, of: table, row), 1, into: &listing)
        try body(position, listing)
      }
    }
    for position in left { try body(position, blank(position)) }
  }

  /// The name of the listing in a row.
  func name(of row: Int64) throws -> String? {
    let statement = try statement("SELECT name FROM listing WHERE fid = ?1")
    statement.bind(1, row)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.string(0)
  }

  /// The tag of a number, cached: numbers are never reused.
  func tagName(_ number: Int32) throws -> String? {
    if let name = names.tags[number] { return name }
    let name = try text("SELECT name FROM tag WHERE tag_id = ?1", number)
    names.tags[number] = name
    return name
  }

  /// The ISO 4217 code of a number, cached.
  func currencyCode(_ number: Int32) throws -> String? {
    guard number != 0 else { return nil }
    if let code = names.currencies[number] { return code }
    let code = try text("SELECT code FROM currency WHERE currency_id = ?1", number)
    names.currencies[number] = code
    return code
  }

  /// The name of the import source of a row, cached; nil for a row that has gone.
  func sourceName(ofRow row: Int64) throws -> String? {
    let statement = try statement("SELECT source_id FROM listing WHERE fid = ?1")
    statement.bind(1, row)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    let number = Int32(truncatingIfNeeded: statement.int(0))
    if let name = names.sources[number] { return name }
    let name = try text("SELECT name FROM source WHERE source_id = ?1", number)
    names.sources[number] = name
    return name
  }

  /// The opening hours of the number of a schedule; nil for 0.
  func hours(_ number: Int32) throws -> String? {
    number == 0 ? nil : try text("SELECT hours FROM schedule WHERE schedule_id = ?1", number)
  }

  /// The text that a statement returns for a number.
  func text(_ sql: String, _ number: Int32) throws -> String? {
    let statement = try statement(sql)
    statement.bind(1, Int64(number))
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.string(0)
  }

  /// Names of numbers shown in answers, cached without a lock, unlike the cache shared by all threads.
  struct Names {
    var tags: [Int32: String] = [:]
    var currencies: [Int32: String] = [:]
    var sources: [Int32: String] = [:]
    /// The last zone used: nearby listings share one.
    var latestZone: (number: Int32, zone: Zone)?
  }
}
