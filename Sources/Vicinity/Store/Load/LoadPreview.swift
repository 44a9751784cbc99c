/// Counts what a load would do, without writing.
package final class LoadPreview {
  private let statements: any StatementSource
  private let source: String
  private let rules: StagingRules
  private let points: PublicPoints
  private var lines: [String: Int] = [:]
  private var counts = BulkLoadCounts()
  /// The staged listings that the source has in the catalog.
  private var known = 0

  init(_ statements: any StatementSource, source: String, takesOver: Bool) throws {
    (self.statements, self.source) = (statements, source)
    rules = try StagingRules(statements, source: source, takesOver: takesOver)
    points = try PublicPoints(statements, isPreview: true)
  }

  /// Sets the radius of all couches without one, from now on.
  package func setUsualPublicRadius(_ radius: Double) throws { try points.setUsualRadius(radius) }

  /// Notes one listing from `line` of its file.
  package func stage(_ listing: Listing, line: Int) throws -> BulkLoad.Staged {
    switch try rules.hiding(of: listing.id) {
    case .hidden, .merged:
      counts.hidden += 1
      return .hidden
    case .foreign(let source): return .foreign(source: source)
    case .visible, .returning: break
    }
    if let first = lines[listing.id] { return .duplicate(firstLine: first) }
    let listing = try points.coarsened(rules.filled(listing).normalized())
    let decision = try rules.decision(for: listing)
    if case .foreign(let source) = decision { return .foreign(source: source) }
    if decision == .kept {
      counts.unchanged += 1
      return .kept
    }
    lines[listing.id] = line
    if decision == .takenOver {
      counts.takenOver += 1
      counts.updated += 1
    } else if try statements.first("SELECT 1 FROM listing WHERE id = ?1", listing.id, body: { _ in true }) == nil {
      counts.added += 1
    } else {
      known += 1
      if try rules.isStored(listing) { counts.unchanged += 1 } else { counts.updated += 1 }
    }
    return .staged
  }

  /// The result for everything staged.
  /// - Parameter replacesSource: whether listings of the source that are not staged would be removed.
  package func finish(replacesSource: Bool) throws -> BulkLoadCounts {
    guard replacesSource else { return counts }
    counts.removed =
      try statements.count(
        "SELECT count(*) FROM listing WHERE source_id = (SELECT source_id FROM source WHERE name = ?1)", source) - known
    return counts
  }
}
