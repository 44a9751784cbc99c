import CivilTime

/// Statistics of a catalog for the planner: the number of listings of each kind, and the distributions of prices,
/// ratings and times.
///
/// Stored with the catalog and updated when a sufficient part of it has changed; need not be exact.
struct CatalogProfile: Hashable, Sendable {
  /// The statistics of one kind.
  struct KindProfile: Hashable, Sendable {
    var listings = 0.0
    /// The share with a price, 0...1.
    var priced = 0.0
    /// Prices in major units of any currency.
    var prices = Deciles(bounds: [])
    /// The share with a rating.
    var rated = 0.0
    var ratings = Deciles(bounds: [])
    /// Starts of events, Unix seconds.
    var starts = Deciles(bounds: [])
  }

  /// In the order of `Kind.allCases`.
  var kinds = Kind.allCases.map { _ in KindProfile() }

  var listings: Double { kinds.reduce(0) { $0 + $1.listings } }

  /// The approximate share of all listings that pass the filters of a plan other than place, tags and words.
  ///
  /// Filters are assumed to be independent.
  func share(of plan: Plan) -> Double {
    guard listings > 0 else { return 1 }
    return Kind.allCases.filter(plan.wants).reduce(0) {
      $0 + kinds[$1.ordinal].listings / listings * share(of: plan, among: $1)
    }
  }

  private func share(of plan: Plan, among kind: Kind) -> Double {
    let profile = kinds[kind.ordinal]
    var share = 1.0
    if let price = plan.query.price, price.min != nil || price.max != nil {
      share *= profile.priced * profile.prices.share(from: price.min ?? 0, through: price.max ?? .infinity)
    }
    if let rating = plan.query.rating {
      share *= profile.rated * profile.ratings.share(from: rating.min ?? 0, through: .infinity)
    }
    if plan.query.hasRareParts {
      for condition in QueryPart.wholeConditions where condition.isGiven(plan.query) { share *= condition.share }
    }
    if let filter = plan.filter.rest { share *= profile.share(of: filter, among: kind) }
    switch kind {
    case .bar: if plan.query.open != nil { share *= Self.openBars }
    case .event: share *= shareOfEvents(plan, profile)
    case .couch: if let stay = plan.query.stay { share *= Self.share(freeFor: stay) }
    }
    if let price = plan.query.nightPrice {
      // Most nights have the usual price.
      share *=
        kind == .couch
        ? profile.priced * profile.prices.share(from: price.min ?? 0, through: price.max ?? .infinity) : 0
    }
    return share
  }

  private static func share(freeFor stay: Query.Stay) -> Double {
    let nights = stay.partly ? 1 : stay.nightCount ?? stay.nights.count
    let once = freeCouches / (1 + 0.2 * Double(nights))
    // A longer range of nights is more likely to have a free stay.
    return stay.nightCount == nil ? once : min(1, once * (1 + 0.2 * Double(stay.nights.count - nights)))
  }

  private func shareOfEvents(_ plan: Plan, _ profile: KindProfile) -> Double {
    if let during = plan.query.during {
      guard let extent = during.extent(in: .utc, now: plan.now) else { return 0 }
      return profile.starts.share(from: Double(extent.from) - Self.usualEvent, through: Double(extent.to))
    }
    let now = Double(plan.now.secondsSince1970)
    guard plan.query.open != nil else { return 1 }
    return profile.starts.share(from: now - Self.usualEvent, through: now)
  }

  /// The approximate share of bars open at a typical time.
  private static let openBars = 0.5
  /// The approximate share of couches that are free on a night and large enough.
  private static let freeCouches = 0.6
  /// The approximate length of an event in seconds.
  private static let usualEvent = 4.0 * 3600
}
