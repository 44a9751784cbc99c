import Geography
import Streams

extension Catalog {
  /// The names of listings, tags and places that complete what somebody has typed so far, best first.
  ///
  /// A text completes to what has it as a whole name, then to what begins with it, then to what has a later word that
  /// does; letters are compared as in the words of queries. Of each, (1 + known) / (1 + kilometers)² decides, where known is the number
  /// of listings with a name or tag, with the votes of those of a name, or the thousands of inhabitants of a place; the
  /// nearest of several listings with one name counts, and tags are everywhere. Each distinct name is listed once. Only
  /// where nothing else completes the text, typing errors are corrected as in queries. Places need a gazetteer. Ratings
  /// since the last change of listings do not count yet.
  /// - Parameters:
  ///   - text: what has been typed; spaces at its ends do not count. A text without letters and digits completes to
  ///     nothing.
  ///   - coordinate: the position; nil leaves nearness out.
  ///   - limit: the maximum number of completions; not negative.
  ///   - budget: the maximum cost of correcting typing errors. To read all names costs nothing of it: another thread does
  ///     it once, for all later calls, and a call waits for that until its deadline.
  /// - Throws: `QueryError` for an invalid coordinate, a negative limit and texts that are too long; `TooExpensive`;
  ///   `SQLiteFailure` when the file cannot be read.
  /// - Complexity: O(log n) and the names that begin so, of frequent beginnings those nearby; the first call after a
  ///   change of listings reads all names.
  public func suggest(
    _ text: String, near coordinate: Coordinate? = nil, limit: Int = Catalog.usualCompletions,
    within budget: WorkBudget = .unlimited
  ) throws -> [Completion] {
    if let coordinate, !coordinate.isValid {
      throw QueryError.outOfRange(
        path: "near", found: "\(coordinate.latitude), \(coordinate.longitude)",
        allowed: "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
    guard limit >= 0 else { throw QueryError.outOfRange(path: "limit", found: "\(limit)", allowed: "0 or more") }
    guard text.utf8.count <= Self.longestBeginning else {
      throw QueryError.outOfRange(
        path: "text", found: "\(text.utf8.count) bytes", allowed: "at most \(Self.longestBeginning) bytes")
    }
    let folded = FoldedWords.text(of: text, for: .search)
    return try read(within: budget) { worker, snapshot, _ in
      let index = try snapshot.completions(by: worker)
      var names = CompletionSearch(index, near: coordinate, limit: limit)
      let named = names.named(Array(folded.utf8))
      let subjects = Set(named.map(\.subject))
      var search = CompletionSearch(index, near: coordinate, limit: limit)
      var found = search.best(of: [Array(folded.utf8)]).filter { !subjects.contains($0.subject) }
      found = Array((named + found).prefix(limit))
      if found.isEmpty, limit > 0 {
        found = search.best(of: try index.corrections(of: folded, work: worker.scratch.work))
      }
      return try found.map { try worker.completion($0, of: index) }
    }
  }

  /// Has the names read for ``suggest(_:near:limit:within:)`` on a thread of their own, and does not wait for it.
  package func prepareSuggestions() throws {
    try read { worker, snapshot, _ in snapshot.prepareCompletions(by: worker) }
  }

  /// The default number of completions.
  public static let usualCompletions = 10

  /// Longer texts are no beginnings; bytes of UTF-8.
  private static let longestBeginning = 200
}

extension SearchWorker {
  fileprivate func completion(_ found: CompletionSearch.Found, of index: CompletionIndex) throws -> Completion {
    let subject = index.subjects[found.subject]
    let point = found.point.map { index.points.points[$0] }
    var completion = Completion(
      kind: subject.kind, text: "", matched: index.matched(found), coordinate: point?.coordinate,
      distanceMeters: found.meters)
    completion.isWhole = found.isWhole
    switch subject.kind {
    case .name:
      completion.count = subject.count
      completion.text = index.name(of: found.subject)
    case .tag:
      completion.count = subject.count
      completion.text = try Int32(exactly: subject.number).flatMap(tagName) ?? ""
    case .place:
      if let division = index.division(of: subject) {
        completion.text = division.description
        completion.population = division.population > 0 ? division.population : nil
        completion.box = division.box
        break
      }
      let place = try GazetteerReader(source: self).place(subject.number)
      completion.text = place?.description ?? ""
      completion.population = place.flatMap { $0.population > 0 ? $0.population : nil }
    }
    return completion
  }
}
