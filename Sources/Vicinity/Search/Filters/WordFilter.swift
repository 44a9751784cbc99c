/// The listings that have the words of a text.
struct WordFilter {
  /// A listing is among each of these.
  let wanted: [FoundRows]
  /// A listing is not among these.
  let unwanted: FoundRows?
  /// The text to search: with corrections and synonyms.
  let text: SearchText
  /// The corrections of the text.
  let corrections: [WordCorrection]

  private let score: Score

  /// How the listings are scored.
  enum Score {
    case none, relevance
    /// `WordQuality`.
    case quality
  }

  /// The scores by row; nil without scores.
  var scores: FoundRows? { score == .none ? nil : wanted[0] }

  /// The shortest of the lists of wanted words.
  var shortest: FoundRows { wanted.dropFirst().reduce(wanted[0]) { $0.count <= $1.count ? $0 : $1 } }

  /// Whether the listing in a row has the words.
  ///
  /// - Complexity: O(log n) for each list.
  func admits(_ row: UInt32) -> Bool { wanted.allSatisfy { $0.hold(row) } && unwanted?.hold(row) != true }

  /// The same as places in the tree.
  func placed(in order: TreeOrder) -> WordFilter {
    if unwanted == nil, wanted.allSatisfy({ $0.places != nil }) { return self }
    return WordFilter(
      wanted: wanted.map { $0.placed(in: order) }, unwanted: unwanted?.placed(in: order), text: text,
      corrections: corrections, score: score)
  }
}

extension WordFilter {
  /// Which words are searched instead of mistyped ones.
  enum Corrections {
    case assuming(TypingErrors)
    /// The corrections of an earlier page.
    case known([WordCorrection])
  }

  /// The listings that match a text or its synonyms; results of earlier queries are reused.
  ///
  /// Words are looked up only where they may be mistyped: if nothing is found, or in addition to others.
  ///
  /// - Parameter work: charged for rows and words that are read.
  init(
    _ text: SearchText, _ corrections: Corrections, score: Score, in snapshot: IndexSnapshot, by reader: IndexReader,
    work: WorkMeter
  ) throws {
    switch corrections {
    case .known(let known):
      try self.init(text, known, score, snapshot, reader, work)
    case .assuming(let errors):
      let corrector = WordCorrector(snapshot: snapshot, reader: reader, work: work)
      if errors.extendsKnownWords || text.alternatives.contains(where: { $0.count > 1 }) {
        try self.init(text, corrector.corrections(of: text, assuming: errors), score, snapshot, reader, work)
        return
      }
      try self.init(text, [], score, snapshot, reader, work)
      guard errors != .none, wanted.contains(where: { $0.count == 0 }) else { return }
      let found = try corrector.corrections(of: text, assuming: errors)
      if !found.isEmpty { try self.init(text, found, score, snapshot, reader, work) }
    }
  }

  private init(
    _ text: SearchText, _ corrections: [WordCorrection], _ score: Score, _ snapshot: IndexSnapshot,
    _ reader: IndexReader, _ work: WorkMeter
  ) throws {
    let typed = text.corrected(by: corrections)
    let text = try snapshot.hasSynonyms(by: reader) ? typed.expanded(by: reader.synonyms) : typed
    (self.text, self.corrections) = (text, corrections)
    let (found, order) = (snapshot.found, snapshot.knownOrder)
    self.score = score
    func rows(_ terms: [SearchText.Term]) throws -> FoundRows {
      try found.rows(.words(terms), in: order, by: reader) {
        try FoundRows(in: order) { add in
          for term in terms { try TextIndex.forEachRow(with: term, work: work, in: reader, add) }
        }
      }
    }
    switch score {
    case .none:
      wanted = try text.alternatives.map(rows)
      unwanted = try text.excluded.isEmpty ? nil : rows(text.excluded)
    case .relevance:
      let all = try found.rows(.relevance(text), in: order, by: reader) {
        try FoundRows(scoredIn: order) { add in
          try TextIndex.forEachRelevance(matching: TextIndex.expression(text), work: work, in: reader, add)
        }
      }
      (wanted, unwanted) = ([all], nil)
    case .quality:
      let all = try found.rows(.quality(text), in: order, by: reader) {
        let quality = WordQuality(text)
        return try FoundRows(scoredIn: order) { add in
          try TextIndex.forEachHits(of: text, work: work, in: reader) { add($0, quality.quality(of: $1)) }
        }
      }
      (wanted, unwanted) = ([all], nil)
    }
  }
}
