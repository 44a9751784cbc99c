import CivilTime

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
  /// The last of the best once there are as many as wanted; nothing after it can become one of them.
  private var worst: Outing?
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
      // A quarter too many, so that long answers are not sorted time and again.
      if found.count / 5 * 4 > request.limit || found.count < 100 { keepBest() }
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
    // Equal scores may still be a shorter way.
    worst.map { best.total >= $0.score.total } ?? true
  }

  private mutating func offer(_ outing: Outing) {
    if let worst, !outing.precedes(worst) { return }
    found.append(outing)
  }

  /// Sorts what has been found and drops what is too much.
  private mutating func keepBest() {
    found.sort { $0.precedes($1) }
    guard found.count >= request.limit else { return }
    found.removeLast(found.count - request.limit)
    worst = found.last
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
