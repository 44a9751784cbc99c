import Geography

/// A plan bound to one version of the catalog: its filters and its order, with names resolved to numbers.
///
/// For one worker. One search uses it at a time; a later one of the same plan may use it again.
final class BoundPlan {
  let plan: Plan
  private let snapshot: IndexSnapshot
  let filters: Filters
  let ranking: Ranking
  /// The custom fields of the catalog that the query names.
  let own: OwnFields
  /// Set if the query depends on opening.
  let clock: OpeningClock?
  /// The listings with the words; nil without words.
  let words: WordFilter?
  /// Finds the words of a match; nil if they are not shown, or if the text has no alternatives.
  let matchedWords: MatchedWords?
  /// The private places that the caller may know; nil without any.
  let exact: ExactPlaces?
  /// The price of the stay; nil without a stay.
  let stayPrices: StayPrices?
  /// The source of distances other than a single origin.
  let source: DistanceSource?
  /// Effective travel distance for arrivals, where it differs from the distance; nil otherwise.
  let arrivals: ArrivalModel?
  /// Areas that listings must lie inside or outside of.
  let areas: [AreaFilter]
  /// The filter expression, if it depends on the place.
  let placedTree: FilterTree?

  /// - Parameter only: a further area that listings must lie in.
  init(_ plan: Plan, worker: SearchWorker, snapshot: IndexSnapshot, only: AreaFilter? = nil) throws {
    let (numbers, scratch) = (worker.numbers, worker.scratch)
    let clock =
      plan.needsClock
      ? OpeningClock(
        now: plan.now, arriving: plan.arrivalTravel, numbers: numbers, scratch: scratch, table: scratch.verdicts) : nil
    let own = try OwnFields(plan, worker, snapshot)
    let source = plan.hasOtherDistance ? DistanceSource(plan) : nil
    let stayPrices = plan.query.stay.map { StayPrices($0, at: plan.now, worker: worker, numbers: numbers) }
    let tree = try FilterCompiler.tree(
      of: plan, source, own, stayPrices, worker: worker, snapshot: snapshot, numbers: numbers)
    let filters = try Filters(plan, tree: tree, clock: clock, stayPrices: stayPrices, own, numbers: numbers)
    let meansBest = plan.order.use(.best) && plan.query.limit > 0
    var (found, qualities): (WordFilter?, WordFilter?)
    if let words = plan.words {
      func filter(_ score: WordFilter.Score) throws -> WordFilter {
        try WordFilter(words, plan.corrections, score: score, in: snapshot, by: worker, work: scratch.work)
      }
      if meansBest { qualities = try filter(.quality) }
      found = try plan.order.use(.relevance) ? filter(.relevance) : qualities ?? filter(.none)
    }
    exact = try plan.query.caller.flatMap { try worker.exactPlaces(for: $0, at: plan.asked, numbers) }
    if let exact {
      let usesHistory = plan.shows.history || plan.order.use(.added) || plan.order.use(.changed)
      let textOrder = plan.order.first { own.isText($0.property) }.flatMap { own.order(of: $0.property) }
      try exact.load(
        filters.columns + (usesHistory ? [.added, .changed] : []) + (textOrder.map { [$0] } ?? []), snapshot.texts,
        by: worker)
    }
    areas = (plan.query.hasRareParts ? try AreaFilter.all(of: plan, worker, snapshot) : []) + (only.map { [$0] } ?? [])
    let needsMean = plan.order.use(.rating) || meansBest || plan.shows.weightedRating || plan.isRecommended
    let voteAware = VoteAwareMean(prior: needsMean ? try plan.cursor?.meanRating ?? worker.meanRating() : 0)
    (self.plan, self.snapshot) = (plan, snapshot)
    (self.filters, self.own, self.clock, self.stayPrices, self.source) = (filters, own, clock, stayPrices, source)
    words = found
    matchedWords = plan.showsMatchedWords(found) ? found.flatMap(MatchedWords.init) : nil
    arrivals = plan.isArriving ? ArrivalModel(plan, source: source) : nil
    placedTree = tree?.isPlaced == true ? tree : nil
    ranking = Ranking(
      order: plan.order, textPosition: plan.order.firstIndex { own.isText($0.property) }, clock: clock,
      moment: plan.openingMoment, voteAware: voteAware, relevance: found?.scores, worker: worker, own: own,
      source: source, isPlaced: plan.query.hasDistance, arrivals: arrivals,
      stayPrices: plan.order.use(.stayPrice) || plan.order.use(.nightPrice) ? stayPrices : nil,
      bestMatch: meansBest
        ? BestMatch(plan.query.bestMatch ?? BestMatchWeights(), words: qualities?.scores, voteAware: voteAware) : nil)
  }

  /// Whether another search may use it: what it has bound depends neither on the place nor on what a search has done.
  var isReusable: Bool {
    placedTree == nil && words == nil && exact == nil && source == nil && arrivals == nil && areas.isEmpty
      && plan.filter.rest == nil && plan.cursor == nil
  }

  /// Whether it is the one of a plan and version; if so, it is ready for another search.
  func serves(_ other: Plan, _ version: IndexSnapshot) -> Bool {
    guard other === plan, version === snapshot else { return false }
    clock?.restart()
    return true
  }
}
