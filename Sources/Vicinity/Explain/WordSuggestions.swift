import CodedErrors

/// Finds the nearest tags and words of a catalog for those that no listing has.
struct WordSuggestions {
  let worker: SearchWorker

  /// A tag or a word that no listing has, and the nearest one that the catalog knows.
  struct Correction {
    var unknown: String
    var nearest: String
  }

  /// The corrections of the tags that no listing has; without tags that have no near match.
  ///
  /// - Complexity: compares all tags of the catalog; the work is charged.
  func tags(insteadOf tags: [String], in snapshot: IndexSnapshot) throws -> [Correction] {
    let unknown = try tags.filter { try !isUsed($0) }
    guard !unknown.isEmpty else { return [] }
    let known = try worker.tagNames(of: snapshot)
    return try unknown.compactMap { tag in
      try worker.scratch.work.visitNodes(known.count / 16)
      // The names may be slightly out of date.
      guard let nearest = Suggestion.nearest(to: tag, among: known), try isUsed(nearest) else { return nil }
      return Correction(unknown: tag, nearest: nearest)
    }
  }

  private func isUsed(_ tag: String) throws -> Bool {
    // In a part of a catalog the counts are exact, and of the whole.
    let sql =
      try worker.shard() == nil
      ? "SELECT 1 FROM listing_tag WHERE tag_id = (SELECT tag_id FROM tag WHERE name = ?1)"
      : "SELECT 1 FROM tag_statistic WHERE tag_id = (SELECT tag_id FROM tag WHERE name = ?1)"
    return try worker.first(sql, TagWords.kept(tag), body: { _ in true }) != nil
  }

  /// The most words of a text that are corrected.
  private static let mostWords = 3

  /// The nearest words, at most three, for the words of a text, also in phrases, that no listing has; without words
  /// that have no near match.
  ///
  /// - Complexity: as for corrections in searches; the work is charged.
  func words(insteadOf text: SearchText, in snapshot: IndexSnapshot) throws -> [Correction] {
    let corrector = WordCorrector(snapshot: snapshot, reader: worker, work: worker.scratch.work)
    var corrections: [Correction] = []
    for word in text.wantedWords where corrections.count < Self.mostWords {
      guard !corrections.contains(where: { $0.unknown == word.phrase }) else { continue }
      let terms = try corrector.terms(for: word, assuming: .generous)
      if terms != [word] { corrections.append(Correction(unknown: word.phrase, nearest: terms[0].phrase)) }
    }
    return corrections
  }
}
