import CivilTime

/// The listings of one source.
public struct SourceSummary: Hashable, Sendable {
  /// The name of the source, usually that of a file without its extensions.
  public var name: String
  /// The number of its listings.
  public var listings: Int
  /// When one of them was last added or changed; nil if that is not known.
  public var changed: Instant?
}

extension Catalog {
  /// The sources of the listings, by name.
  /// - Complexity: O(n) in the listings.
  public func sources() throws -> [SourceSummary] {
    try readFile { file in
      try file.rows(
        """
        SELECT s.name, count(*), max(l.changed) FROM listing l JOIN source s USING (source_id) GROUP BY 1 ORDER BY 1
        """
      ) { row in
        SourceSummary(
          name: row.string(0) ?? "", listings: row.int(1),
          changed: row.isNull(2) ? nil : Instant(secondsSince1970: Int64(row.int(2))))
      }
    }
  }

  /// Removes all listings of a source, in one transaction. What members have stored about them, such as favorites, is
  /// kept for a while, as for listings that an import no longer has.
  ///
  /// - Returns: the number of removed listings.
  /// - Throws: `CatalogError.unknownSource`.
  @discardableResult
  public func removeSource(_ name: String, at now: Instant = .now) throws -> Int {
    let names = try sources().map(\.name)
    // All its listings may be merged into those of others.
    let isMerged = try readFile { try !MergedListings(statements: $0).ids(ofSource: name).isEmpty }
    guard names.contains(name) || isMerged else {
      throw CatalogError.unknownSource(name: name, similar: Suggestion.nearest(to: name, among: names))
    }
    return try bulkLoad(source: name, at: now) { $0.replacesSource = true }.removed
  }
}
