/// The affinities stored in a catalog, read row by row.
struct StoredAffinities: AffinityRows {
  let statements: any StatementSource
  let listingBound: Int
  private let kept = Kept()

  /// Rows of one version of the catalog, cached for repeated use.
  private final class Kept {
    var rows: [Int: [UInt8]] = [:]
    /// The number of a member's interactions that are cached, about 5 kB each.
    static let most = 2000
  }

  init(in statements: some StatementSource) throws {
    self.statements = statements
    // A part of a catalog has affinities to listings that it does not have.
    let sql =
      try statements.count(ShardTable.exists) == 0
      ? "SELECT max(fid) AS fid FROM listing" : "SELECT seq AS fid FROM sqlite_sequence WHERE name = 'listing'"
    let highest = try statements.first(sql) { row -> Int in
      try StoredRow(row, of: "listing", row.int(0)).reference(0, in: StoredRange.recommendedRow)
    }
    listingBound = (highest ?? 0) + 1
  }

  /// Calls `body` with the bytes of a row in the format of `AffinityBlob`; not for a missing row.
  func withTargets(of listing: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    if let row = kept.rows[listing] { return try row.withUnsafeBytes(body) }
    let row = try statements.first("SELECT targets FROM affinity WHERE fid = ?1", listing) { Array($0.bytes(0)) }
    guard let row else { return }
    if kept.rows.count < Kept.most { kept.rows[listing] = row }
    try row.withUnsafeBytes(body)
  }

  @inline(__always)
  func forEachTarget(of listing: Int, _ body: (Int, Float) -> Void) throws {
    let bound = listingBound
    try withTargets(of: listing) { row in
      AffinityBlob.forEach(in: row) { target, affinity in
        if target < bound { body(target, affinity) }
      }
    }
  }
}
