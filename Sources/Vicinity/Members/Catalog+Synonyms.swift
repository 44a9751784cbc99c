import CivilTime

extension Catalog {
  /// Replaces the synonyms of the catalog, which the text of every query then also finds.
  ///
  /// - Parameter synonyms: the new ones; those without rules remove all.
  public func replaceSynonyms(by synonyms: Synonyms) throws {
    try transaction(at: .distantPast) { transaction in
      try transaction.run("DELETE FROM synonym")
      for (phrase, others) in synonyms.others {
        for other in others { try transaction.run("INSERT INTO synonym VALUES (?1, ?2)", phrase, other) }
      }
      transaction.note(.imported)
    }
  }

  /// The folded words and phrases that each folded word or phrase also finds, in order.
  public func synonyms() throws -> [(phrase: String, others: [String])] {
    try readFile { worker in
      let rows = try worker.rows("SELECT phrase, other FROM synonym ORDER BY phrase, other") {
        (phrase: $0.string(0) ?? "", other: $0.string(1) ?? "")
      }
      return rows.reduce(into: []) { groups, row in
        if groups.last?.phrase == row.phrase {
          groups[groups.count - 1].others.append(row.other)
        } else {
          groups.append((row.phrase, [row.other]))
        }
      }
    }
  }
}
