/// What a condition says about the listings with a field that few have, from the index of the file.
///
/// Those without the field are alike, apart from their kind.
struct RareRows {
  /// The most listings with the field for which its index is read.
  private static let most = 200_000
  /// The rows of an index that cost as much as visiting a node.
  private static let rowsPerNode = 4

  /// The listings with the field.
  let present: FoundRows
  /// Those for which the condition is true.
  let holding: FoundRows
  /// The verdict on a listing without the field, by kind.
  let missing: [Bool?]

  /// - Parameter verdict: on a listing without any values but that of the field.
  /// - Returns: nil without an index, and for a field that many listings have.
  init?(
    of condition: FilterExpression, on field: StoredField, _ verdict: (Listing) -> Bool?, in snapshot: IndexSnapshot,
    by worker: IndexReader
  ) throws {
    guard Schema.rare.contains(field.field) else { return nil }
    let (index, order) = (Schema.index(of: field), snapshot.knownOrder)
    // The condition on the row number makes it a search of the index.
    let rows = "FROM \(field.column.table.rawValue) INDEXED BY \(index) WHERE \(Schema.presence(of: field)) AND fid > 0"
    let isRare = try snapshot.verdicts.isRare(field.field) {
      // A catalog of an earlier schema that is open for reading only has no index.
      try worker.count("SELECT count(*) FROM sqlite_schema WHERE name = ?1", index) > 0
        && worker.count("SELECT count(*) FROM (SELECT 1 \(rows) LIMIT ?1)", Self.most + 1) <= Self.most
    }
    guard isRare else { return nil }
    func blank(_ kind: Kind) -> Listing { Listing(id: "", kind: kind, coordinate: .init(latitude: 0, longitude: 0)) }
    let table: StaticString = field.column.table == .listing ? "listing" : "listing_detail"
    var lists: (all: [Int], holding: [Int])?
    func read() throws -> (all: [Int], holding: [Int]) {
      if let lists { return lists }
      // Only an event has whole days; to other fields the kind does not matter.
      let empty = blank(.event)
      var read: (all: [Int], holding: [Int]) = ([], [])
      _ = try worker.rows("SELECT fid, \(field.column.name) \(rows)") { row in
        read.all.append(row.int(0))
        var listing = empty
        try field.read(StoredRow(row, of: table, row.int(0)), 1, into: &listing)
        if verdict(listing) == true { read.holding.append(row.int(0)) }
      }
      try worker.work.visitNodes(read.all.count / Self.rowsPerNode)
      lists = read
      return read
    }
    present = try snapshot.found.rows(.present(field.field), in: order, by: worker) {
      let rows = try read().all
      return FoundRows(in: order) { rows.forEach($0) }
    }
    holding = try snapshot.found.rows(.condition(condition), in: order, by: worker) {
      let rows = try read().holding
      return FoundRows(in: order) { rows.forEach($0) }
    }
    missing = Kind.allCases.map { verdict(blank($0)) }
  }

  /// The listings that may pass the condition or, if it is negated, its opposite; nil if most may.
  func list(isNegated: Bool) -> FoundRows? {
    missing.contains(!isNegated) ? nil : isNegated ? present : holding
  }
}
