/// Puts outings together: couches, events near each, bars near each event, the most promising first.
///
/// A couch, or a couch with an event, is left out when the best that can still come of it is worse than the worst of the best so far;
/// so the answer is the one that looking at all would give.
struct OutingSearch {
  let request: OutingRequest
  let now: Instant
  let voteAware: VoteAwareMean
  /// Answers a query; all from one version of the catalog.
  let ask: (Query) throws -> Answer
  private(set) var found: [Outing] = []
  private(set) var work = OutingWork()
  /// The bars after each occurrence: the same event may be near many couches.
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
    }
  }

  /// The nearest events that are over on the evening, and not yet over now.
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
    guard found.count == request.limit, let worst = found.last else { return true }
    // Equal scores may still be a shorter way.
    return best.total >= worst.score.total
  }

  private mutating func offer(_ outing: Outing) {
    if found.count == request.limit, let worst = found.last, !outing.precedes(worst) { return }
    let place = found.firstIndex(where: outing.precedes) ?? found.count
    found.insert(outing, at: place)
    if found.count > request.limit { found.removeLast() }
  }
}

/// What a search for outings has looked at.
public struct OutingWork: Hashable, Sendable {
  /// Couches that are free.
  public var couches = 0
  /// Events near those of them that could still make a good outing, one for each couch.
  public var events = 0
  /// Bars open after those of the events that could.
  public var bars = 0
}
