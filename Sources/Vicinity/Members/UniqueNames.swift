import Streams

/// The setting that no host has two listings of the same name.
struct UniqueNames {
  let statements: any StatementSource

  /// Checks all listings, or those of one host; does nothing while the setting is off.
  ///
  /// Names are compared without case and diacritics.
  /// - Throws: `CatalogError.nameTaken` for the first name that two listings of a host have.
  /// - Complexity: O(n) in the number of listings with a host.
  func check(ofHost host: String? = nil) throws {
    if try statements.isOn(.uniqueNames) { try checkAll(ofHost: host) }
  }

  /// The same, whether the setting is on or off.
  func checkAll(ofHost host: String? = nil) throws {
    var known: [Name: String] = [:]
    let rows = try statements.rows(
      """
      SELECT l.id, d.host, l.name FROM listing_detail d JOIN listing l USING (fid)
      WHERE d.host IS NOT NULL AND l.name IS NOT NULL AND (?1 IS NULL OR d.host = ?1) ORDER BY l.fid
      """, host
    ) { (id: $0.string(0) ?? "", host: $0.string(1) ?? "", name: $0.string(2) ?? "") }
    for row in rows {
      let name = Name(host: row.host, folded: FoldedName.fold(row.name))
      if let other = known[name] {
        throw CatalogError.nameTaken(row.name, host: row.host, ids: [other, row.id])
      }
      known[name] = row.id
    }
  }

  private struct Name: Hashable {
    var host: String
    var folded: String
  }
}
