extension Catalog {
  /// What the catalog holds, counted.
  /// - Complexity: O(n) in the listings and tags.
  public func statistics() throws -> CatalogStatistics {
    try read { worker, _, _ in try CatalogStatistics(worker: worker) }
  }

  /// Every fault of the file; empty when it is sound.
  /// - Complexity: reads the whole file.
  public func check() throws -> [CatalogFault] {
    try read { worker, _, _ in try CatalogCheck(worker: worker).faults() }
  }

  /// Ids that look like `id`: the same but for case, or beginning alike.
  public func similarIds(to id: String, limit: Int = 3) throws -> [String] {
    try read { worker, _, _ in
      let statement = try worker.statement(
        "SELECT id FROM listing WHERE id LIKE ?1 ESCAPE '\\' ORDER BY length(id), id LIMIT ?2")
      // The longest beginning that anything shares, so that a slip at the end of a long id is forgiven.
      for length in stride(from: id.count, through: max(1, id.count / 2), by: -1) {
        let beginning = id.prefix(length).map { "\\%_".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        statement.bind(1, beginning + "%")
        statement.bind(2, Int64(limit))
        var ids: [String] = []
        while try statement.step() { ids.append(contentsOf: [statement.string(0)].compactMap { $0 }) }
        if !ids.isEmpty { return ids }
      }
      return []
    }
  }
}
