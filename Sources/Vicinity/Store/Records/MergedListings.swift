/// The listings that were merged into others: they are hidden, and the others have values of theirs.
struct MergedListings {
  let statements: any StatementSource

  /// Notes that a hidden listing was merged into another one, and with it those that were merged into it before.
  func note(_ other: String, into id: String) throws {
    try statements.run("UPDATE merged_listing SET into_id = ?1 WHERE into_id = ?2", id, other)
    try statements.run("INSERT INTO merged_listing (id, into_id) VALUES (?1, ?2)", other, id)
  }

  /// A listing of its source with the values that it takes from those merged into it.
  func filled(_ listing: Listing) throws -> Listing {
    let others = try statements.rows(
      """
      SELECT h.id, h.listing FROM merged_listing m JOIN hidden_listing h USING (id)
      WHERE m.into_id = ?1 ORDER BY h.at, h.id
      """, listing.id
    ) { try KeptRecords.listing($0.string(1) ?? "", id: $0.string(0) ?? "") }
    return others.reduce(into: listing) { $0.fill(from: $1) }
  }

  /// Whether a listing is hidden.
  enum Hiding: Equatable {
    case visible
    /// A merged listing of another source has the id.
    case foreign(source: String)
    /// By an editor.
    case hidden
    /// Because it was merged into another one.
    case merged
    /// It was merged into another one, which is gone.
    case returning
  }

  /// Whether a listing is hidden, and why.
  /// - Parameter source: the source that is imported.
  func hiding(of id: String, in source: String) throws -> Hiding {
    let target = try statements.first(
      """
      SELECT m.into_id, EXISTS (SELECT 1 FROM listing WHERE id = m.into_id)
        OR EXISTS (SELECT 1 FROM hidden_listing WHERE id = m.into_id AND until IS NULL), h.source
      FROM hidden_listing h LEFT JOIN merged_listing m USING (id) WHERE h.id = ?1 AND h.until IS NULL
      """, id
    ) { (id: $0.string(0), exists: $0.int(1) == 1, source: $0.string(2) ?? "") }
    guard let target else { return .visible }
    if target.id != nil, target.source != source { return .foreign(source: target.source) }
    return target.id == nil ? .hidden : target.exists ? .merged : .returning
  }

  /// The listing that another one was merged into; nil for one that was not.
  func target(of id: String) throws -> String? {
    try statements.first("SELECT into_id FROM merged_listing WHERE id = ?1", id) { $0.string(0) } ?? nil
  }

  /// The merged listings of a source.
  func ids(ofSource name: String) throws -> [String] {
    try statements.rows(
      "SELECT m.id FROM merged_listing m CROSS JOIN hidden_listing h USING (id) WHERE h.source = ?1", name
    ) { $0.string(0) ?? "" }
  }

  /// Has the source of the listing that another one was merged into imported again, even if its file is unchanged.
  func forgetDownloads(ofTargetOf id: String) throws {
    try statements.run(
      """
      DELETE FROM download WHERE source_id = (SELECT l.source_id FROM merged_listing m JOIN listing l ON l.id = m.into_id
        WHERE m.id = ?1)
      """, id)
  }

  /// Has the sources of merged listings imported again whose targets are gone.
  func forgetDownloadsOfLeft() throws {
    let sources = try statements.rows(
      """
      SELECT DISTINCT h.source FROM merged_listing m CROSS JOIN hidden_listing h USING (id)
      WHERE NOT EXISTS (SELECT 1 FROM listing WHERE id = m.into_id)
      """
    ) { $0.string(0) ?? "" }
    for source in sources {
      try statements.run(
        "DELETE FROM download WHERE source_id = (SELECT source_id FROM source WHERE name = ?1)", source)
    }
  }

  /// Stores the values that a merged listing has in its source now.
  func update(_ listing: Listing) throws {
    try statements.run("UPDATE hidden_listing SET listing = ?2 WHERE id = ?1", listing.id, listing.exactJSONText)
  }

  /// Forgets that a listing was merged into another one.
  func end(_ id: String) throws { try statements.run("DELETE FROM merged_listing WHERE id = ?1", id) }
}

extension Listing {
  /// Takes the values of another listing that this one does not have: not those that promise something, such as times,
  /// a host or a status.
  mutating func fill(from other: Listing) {
    let hasRating = rating != nil
    for row in Field.table where !row.isBinding && !(hasRating && row.field == .ratingCount) {
      row.value.fill(&self, from: other)
    }
    tags += other.tags.filter { !tags.contains($0) }
    images += other.images.filter { !images.contains($0) }
    names.merge(other.names) { own, _ in own }
    links.merge(other.links) { own, _ in own }
    if price == nil { price = other.price }
    if ends == nil, recurrence == nil, other.recurrence == nil, starts == other.starts, allDay == other.allDay {
      ends = other.ends
    }
    for (key, value) in other.own where own[key] == nil { own[key] = value }
  }
}

extension FieldValueType {
  fileprivate func fill(_ listing: inout Listing, from other: Listing) {
    switch self {
    case .text(let access, _): if access.get(listing) == nil { access.set(&listing, access.get(other)) }
    case .whole(let access, _, _): if access.get(listing) == nil { access.set(&listing, access.get(other)) }
    case .number(let access, _, _, _): if access.get(listing) == nil { access.set(&listing, access.get(other)) }
    case .word(let word): if word.get(listing) == nil { word.set(&listing, word.get(other)) }
    case .composite: break
    }
  }
}
