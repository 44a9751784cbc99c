extension Catalog {
  /// Counts of the catalog's contents.
  /// - Complexity: O(n) in the listings and tags.
  public func statistics() throws -> CatalogStatistics {
    try readFile { try CatalogStatistics(from: $0) }
  }

  /// The number of listings.
  /// - Complexity: reads the smallest index of listings.
  package func listingCount() throws -> Int {
    try readFile { try $0.count("SELECT count(*) FROM listing") }
  }

  /// The defects of the file, at most ten of each kind; empty when it is sound.
  ///
  /// The file is not changed. The text index is copied to a temporary file, since checking it requires write access.
  /// - Complexity: reads the whole file, some parts several times.
  public func check() throws -> [CatalogDefect] {
    try readFile { worker in
      let check = CatalogCheck(connection: worker.connection.handle)
      let defects = try check.defects()
      guard defects.isEmpty else { return defects }
      return try check.defects("image") { try LeafImages.defects(in: check, limit: check.limit) }
    }
  }

  /// Existing ids similar to `id`, most likely first: ids that share the longest prefix with it, at least half of it,
  /// ignoring case.
  /// - Throws: `BeyondShard` in a part of a divided catalog: another part may have the id itself.
  /// - Complexity: a few rows of the index of ids, whatever the size of the catalog.
  public func similarIds(to id: String, limit: Int = 3) throws -> [String] {
    let id = String(decoding: id.utf8.prefix(FieldRange.id.upperBound), as: UTF8.self)
    let forms = Set([id, id.lowercased(), id.uppercased()])
    let found = try read { worker, _, _ in
      if try worker.shard() != nil { throw BeyondShard() }
      return try forms.flatMap { form in try worker.neighbors(of: form, limit: limit).map { SimilarId($0, to: form) } }
    }
    let longest = found.map(\.shared).max() ?? 0
    guard longest > 0, 2 * longest >= id.utf8.count else { return [] }
    let likely = found.filter { $0.shared == longest }.map(\.id)
    return Array(Set(likely).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(max(0, limit)))
  }
}

/// An id and the length of the prefix it shares with another one.
private struct SimilarId {
  let id: String
  /// Bytes of UTF-8.
  let shared: Int

  init(_ id: String, to other: String) {
    self.id = id
    shared = zip(id.utf8, other.utf8).prefix { $0 == $1 }.count
  }
}

extension SearchWorker {
  /// The ids around a text in byte order, which include those that share the longest prefix with it.
  fileprivate func neighbors(of id: String, limit: Int) throws -> [String] {
    try ids("SELECT id FROM listing WHERE id >= ?1 ORDER BY id LIMIT ?2", id, limit)
      + ids("SELECT id FROM listing WHERE id < ?1 ORDER BY id DESC LIMIT ?2", id, limit)
  }

  private func ids(_ sql: String, _ id: String, _ limit: Int) throws -> [String] {
    let statement = try statement(sql)
    statement.bind(1, id)
    statement.bind(2, Int64(max(0, limit)))
    var ids: [String] = []
    while try statement.step() { ids.append(contentsOf: [statement.string(0)].compactMap { $0 }) }
    return ids
  }
}
