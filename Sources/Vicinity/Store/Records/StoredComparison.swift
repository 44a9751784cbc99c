/// Compares listings with those of the catalog.
struct StoredComparison<Statements: StatementSource> {
  private let statements: Statements

  init(_ statements: Statements) { self.statements = statements }

  /// Whether the catalog has a listing in the form in which it is staged, apart from ratings by members.
  func isStored(_ listing: Listing) throws -> Bool {
    let reader = try RecordReader(withExactPoints: true, prepare: statements.statement)
    guard let row = try reader.number(of: listing.id), let stored = try reader.listing(row) else { return false }
    return try RatingSums(statements: statements).asTold(stored, fid: row).isStored(as: listing)
  }
}
