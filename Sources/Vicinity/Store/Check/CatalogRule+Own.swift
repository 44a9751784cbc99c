extension CatalogRule {
  /// The index of custom fields contains the values of the listings, and no others.
  static let ownValues = CatalogRule("own-values") { file, limit in
    let rows = try file.rows(StoredOwnField.sql) { (number: $0.int(0), field: StoredOwnField($0)) }
    let fields = rows.compactMap(\.field)
    var found = try file.texts(
      """
      SELECT 'row ' || fid || ' has indexed values of own fields, and no such values' FROM own_value
      WHERE fid NOT IN (SELECT fid FROM listing_detail WHERE own IS NOT NULL) GROUP BY fid LIMIT \(limit)
      """)
    found += rows.filter { $0.field == nil }.map { "row \($0.number) of own_field is not a field" }
    let listings = try file.statement("SELECT fid, own FROM listing_detail WHERE own IS NOT NULL")
    let values = try file.statement("SELECT own_id, value FROM own_value WHERE fid = ?1")
    defer { listings.reset() }
    while found.count < limit, try listings.step() {
      let own = OwnValues.values(listings.string(1) ?? "")
      var wanted: Set<Pair> = []
      for field in fields {
        guard let value = own[field.field.name] else { continue }
        for value in field.field.type.values(of: value) { wanted.insert(Pair(field: field.number, value: value)) }
      }
      values.bind(1, Int64(listings.int(0)))
      var indexed: Set<Pair> = []
      while try values.step() {
        indexed.insert(Pair(field: values.int(0), value: OwnValue(values, 1)))
      }
      if wanted != indexed { found.append("row \(listings.int(0)) has other values of custom fields than their index") }
    }
    return found
  }

  private struct Pair: Hashable {
    let field: Int
    let value: OwnValue
  }
}
