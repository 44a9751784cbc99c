import CivilTime

/// Decides which listings of an import are written, and with which values.
struct StagingRules {
  private let statements: any StatementSource
  private let source: String
  /// Whether listings of other sources with the same ids are replaced, and belong to this source from then on.
  private let takesOver: Bool
  private let hasListings: Bool
  /// Nil without hidden listings.
  private let merged: MergedListings?
  /// Whether listings are merged into others; most hidden ones have only vanished from their source.
  private let hasMerged: Bool

  init(_ statements: any StatementSource, source: String, takesOver: Bool) throws {
    (self.statements, self.source, self.takesOver) = (statements, source, takesOver)
    hasListings = try statements.count("SELECT EXISTS (SELECT 1 FROM listing)") == 1
    let hasHidden = try statements.count("SELECT EXISTS (SELECT 1 FROM hidden_listing)") == 1
    merged = hasHidden ? MergedListings(statements: statements) : nil
    hasMerged = try hasHidden && statements.count("SELECT EXISTS (SELECT 1 FROM merged_listing)") == 1
  }

  /// What becomes of a listing.
  enum Decision: Equatable {
    /// It is written.
    case written
    /// It is written, and belonged to another source before.
    case takenOver
    /// Another source has it, in the same form.
    case kept
    /// Another source has a listing with its id.
    case foreign(source: String)
  }

  /// Whether a listing is hidden, and why.
  func hiding(of id: String) throws -> MergedListings.Hiding { try merged?.hiding(of: id, in: source) ?? .visible }

  /// A listing with the values that it takes from those merged into it.
  func filled(_ listing: Listing) throws -> Listing {
    guard hasMerged, let merged else { return listing }
    return try merged.filled(listing)
  }

  /// What becomes of a listing that is not hidden.
  /// - Parameter listing: in the form in which it is stored.
  func decision(for listing: Listing) throws -> Decision {
    guard hasListings, let other = try otherSource(of: listing.id) else { return .written }
    if takesOver { return .takenOver }
    return try isStored(listing) ? .kept : .foreign(source: other)
  }

  /// Whether the catalog has a listing in the form in which it is stored, of any source.
  func isStored(_ listing: Listing) throws -> Bool {
    let reader = try RecordReader(withExactPoints: true, prepare: statements.statement)
    guard let row = try reader.number(of: listing.id), let stored = try reader.listing(row) else { return false }
    return try RatingSums(statements: statements).asTold(stored, fid: row).isStored(as: listing)
  }

  private func otherSource(of id: String) throws -> String? {
    try statements.first(
      "SELECT s.name FROM listing l JOIN source s USING (source_id) WHERE l.id = ?1 AND s.name <> ?2", id, source,
      body: { $0.string(0) }) ?? nil
  }
}
