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
    for row in try host.map(names) ?? allNames() {
      let name = Name(host: row.host, folded: FoldedName.fold(row.name))
      if let other = known[name] {
        throw CatalogError.nameTaken(row.name, host: row.host, ids: [other, row.id])
      }
      known[name] = row.id
    }
  }

  private typealias Row = (id: String, host: String, name: String)

  private func allNames() throws -> [Row] {
    try statements.rows(
      """
      SELECT l.id, d.host, l.name FROM listing_detail d JOIN listing l USING (fid)
      WHERE d.host IS NOT NULL AND l.name IS NOT NULL ORDER BY l.fid
      """, body: Self.row)
  }

  private func names(ofHost host: String) throws -> [Row] {
    try statements.rows(
      """
      SELECT l.id, d.host, l.name FROM listing_detail d JOIN listing l USING (fid)
      WHERE d.host = ?1 AND l.name IS NOT NULL ORDER BY l.fid
      """, host, body: Self.row)
  }

  private static func row(_ row: Statement) -> Row {
    (id: row.string(0) ?? "", host: row.string(1) ?? "", name: row.string(2) ?? "")
  }

  private struct Name: Hashable {
    var host: String
    var folded: String
  }
}
