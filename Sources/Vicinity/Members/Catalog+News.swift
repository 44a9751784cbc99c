import CivilTime

extension Catalog {
  /// News for members, in the order in which it happened.
  ///
  /// - Parameters:
  ///   - id: of the last one that is known; 0 for all.
  ///   - limit: the most of them.
  public func news(after id: Int64 = 0, limit: Int = 1000) throws -> [MemberNews] {
    try eachNews(after: id, limit: limit).map { try $0.news.get() }
  }

  /// The same, with what cannot be read, such as news of a later version.
  package func eachNews(after id: Int64, limit: Int) throws -> [(id: Int64, news: Result<MemberNews, any Error>)] {
    try read { worker, _, _ in
      try worker.rows(
        """
        SELECT news_id, at, recipient, kind, listing, name, member, booking, starts, detail FROM news
        WHERE news_id > ?1 ORDER BY news_id LIMIT ?2
        """, Int(id), limit
      ) { row in
        (Int64(row.int(0)), Result { try MemberNews(row) })
      }
    }
  }

  /// Removes delivered news: this item and all before it.
  public func removeNews(upTo id: Int64) throws {
    try transactionBesideListings { try $0.run("DELETE FROM news WHERE news_id <= ?1", Int(id)) }
  }
}
