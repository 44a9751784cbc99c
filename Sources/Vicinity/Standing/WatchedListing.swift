import Geography

/// One listing of one version of a catalog, with everything that standing queries test.
struct WatchedListing {
  /// At its public point.
  let entry: Entry
  /// The exact place of a private couch.
  let exact: Coordinate?
  let tags: [String]
  let words: ListingWords
  /// The currency of its price.
  let currency: String?
  /// The keys of the areas in which it lies; nil if they are not known.
  let areaKeys: [String]?
  /// The memory of the entry.
  private let arena: PageArena

  /// - Parameters:
  ///   - synonyms: the phrases that each folded phrase also finds.
  ///   - readsAreas: whether its areas are needed.
  /// - Returns: nil when there is no such listing.
  init?(_ id: String, by worker: SearchWorker, synonyms: [String: [String]], readsAreas: Bool) throws {
    guard let row = try worker.number(of: id) else { return nil }
    let draft = try worker.draft(ofRows: [row])
    guard !draft.rows.isEmpty else { return nil }
    arena = PageArena()
    let leaf = draft.leaf(of: 0, in: arena)
    let entry = Entry(leaf: leaf, index: 0)
    self.entry = entry
    exact =
      entry.kind == .couch
      ? try ExactPoint.read(row, with: try worker.statement(ExactPoint.sql))?.coordinate : nil
    tags = try (0..<Int(leaf.shape.tags)).compactMap { try worker.tagName(leaf.tagNumbers[$0]) }
    currency = entry.price.isNaN ? nil : try worker.currencyCode(Int32(leaf.currencies[0]))
    words = try worker.words(ofRow: row, synonyms)
    // The areas are those of the public point.
    areaKeys = try exact == nil ? readsAreas ? worker.areaKeys(ofRow: row) : [] : nil
  }

  /// The facts that gates test, at the public and at the exact location.
  var facts: [StandingFacts] {
    let guests = entry.kind == .couch ? UInt16(clamping: max(entry.guests ?? 1, 1)) : .max
    let shown = StandingFacts(
      kind: entry.kind, guests: guests, latitude: Float(entry.coordinate.latitude),
      longitude: Float(entry.coordinate.longitude), price: Float(entry.price), rating: Float(entry.rating),
      tags: StandingMarks.tags(tags), words: words.isSure ? words.marks : SIMD2(repeating: .max))
    guard let exact else { return [shown] }
    var known = shown
    (known.latitude, known.longitude, known.isForCallers) = (Float(exact.latitude), Float(exact.longitude), true)
    return [shown, known]
  }
}

extension SearchWorker {
  /// The words of a row in the text index.
  fileprivate func words(ofRow row: Int, _ synonyms: [String: [String]]) throws -> ListingWords {
    var words = ListingWords()
    _ = try first("SELECT c0, c1, c2, c3 FROM listing_text_content WHERE id = ?1", row) { statement in
      for column in 0..<4 { words.add(statement.string(Int32(column)) ?? "") }
    }
    words.addMarks(by: synonyms)
    return words
  }

  fileprivate func areaKeys(ofRow row: Int) throws -> [String] {
    try rows("SELECT a.name FROM listing_area l JOIN area a ON a.fid = l.area_fid WHERE l.fid = ?1", row) {
      StandingPlace.keys(ofArea: $0.string(0) ?? "")
    }.flatMap { $0 }
  }
}
