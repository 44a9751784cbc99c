import CivilTime

/// Builds outings from couches, events near each couch and bars near each event, most promising first: branch and
/// bound.
///
/// A couch, or a couch with an event, is pruned when its upper bound is worse than the worst of the best so far; so the
/// result equals that of an exhaustive search.
struct OutingSearch {
  let request: OutingRequest
  let now: Instant
  let voteAware: VoteAwareMean
  /// Answers a query; all from one version of the catalog.
  let ask: (Query) throws -> Answer
  private(set) var found: [Outing] = []
  /// The worst of the best once there are enough; anything worse can be pruned.
  private var worst: Outing?
  private(set) var work = OutingWork()
  /// The bars after each occurrence, cached because the same event may be near many couches.
  private var bars: [Occasion: [Match]] = [:]

  private struct Occasion: Hashable {
    let id: String
    let over: Instant
  }

  init(_ request: OutingRequest, at now: Instant, meanRating: Double, ask: @escaping (Query) throws -> Answer) {
    self.request = request
    self.now = now
    voteAware = VoteAwareMean(prior: meanRating)
    self.ask = ask
  }

  mutating func run() throws {
    guard request.limit > 0 else { return }
    let couches = try ask(request.couches).matches.compactMap(OutingDraft.init)
    work.couches = couches.count
    for (couch, best) in mostPromising(couches) {
      guard mayEnter(best) else { break }
      try visit(couch)
    }
    keepBest()
  }

  private mutating func visit(_ couch: OutingDraft) throws {
    var drafts: [OutingDraft] = []
    for evening in request.nights.evenings { drafts += try events(near: couch, on: evening) }
    work.events += drafts.count
    for (draft, best) in mostPromising(drafts) {
      guard mayEnter(best), let event = draft.event else { break }
      for bar in try bars(after: event) {
        guard let outing = draft.outing(with: bar, request, voteAware) else { continue }
        offer(outing)
      }
      // A quarter more than needed, so that long answers are not sorted repeatedly.
      if found.count / 5 * 4 > request.limit || found.count < 100 { keepBest() }
    }
  }

  /// The nearest events that end on the evening and after `now`.
  private mutating func events(near couch: OutingDraft, on evening: Evening) throws -> [OutingDraft] {
    var query = request.events(near: couch.couch.listing.coordinate, on: evening)
    var drafts: [OutingDraft] = []
    repeat {
      let answer = try ask(query)
      drafts += answer.matches.compactMap { couch.adding(event: $0, on: evening, after: now) }
      query.after = answer.next
    } while drafts.count < request.bounds.eventsPerEvening && query.after != nil
    return Array(drafts.prefix(request.bounds.eventsPerEvening))
  }

  private mutating func bars(after event: OutingDraft.Event) throws -> [Match] {
    let occasion = Occasion(id: event.stop.listing.id, over: event.over)
    if let known = bars[occasion] { return known }
    let matches = try ask(request.bars(near: event.stop.listing.coordinate, after: event.over)).matches
    work.bars += matches.count
    bars[occasion] = matches
    return matches
  }

  // MARK: The best

  private func mostPromising(_ drafts: [OutingDraft]) -> [(OutingDraft, OutingScore)] {
    drafts.map { ($0, $0.best(request, voteAware)) }.sorted { $0.1.total > $1.1.total }
  }

  private func mayEnter(_ best: OutingScore) -> Bool {
    // With equal scores the distance may still be shorter.
    worst.map { best.total >= $0.score.total } ?? true
  }

  private mutating func offer(_ outing: Outing) {
    if let worst, !outing.precedes(worst) { return }
    found.append(outing)
  }

  /// Sorts the results and drops those beyond the limit.
  private mutating func keepBest() {
    found.sort { $0.precedes($1) }
    guard found.count >= request.limit else { return }
    found.removeLast(found.count - request.limit)
    worst = found.last
  }
}

/// The work of a search for outings.
public struct OutingWork: Hashable, Sendable {
  /// Free couches.
  public var couches = 0
  /// Events near the couches that were not pruned, one for each couch.
  public var events = 0
  /// Bars open after the events that were not pruned.
  public var bars = 0
}
