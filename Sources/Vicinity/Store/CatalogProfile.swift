import CivilTime

/// What a planner knows of a catalog: how many listings of which kinds there are, and how their prices, ratings and times are spread.
///
/// Kept with the catalog and brought up to date when a good part of it has changed; it need not be exact.
struct CatalogProfile: Hashable, Sendable {
  /// What is known of one kind.
  struct KindProfile: Hashable, Sendable {
    var listings = 0.0
    /// The share that has a price, 0...1.
    var priced = 0.0
    /// Prices in major units, whatever the currency.
    var prices = Deciles(bounds: [])
    /// The share that has a rating.
    var rated = 0.0
    var ratings = Deciles(bounds: [])
    /// Beginnings of events, Unix seconds.
    var starts = Deciles(bounds: [])
  }

  /// In the order of `Kind.allCases`.
  var kinds = Kind.allCases.map { _ in KindProfile() }

  var listings: Double { kinds.reduce(0) { $0 + $1.listings } }

  /// About the share of all listings that pass the tests of a plan, other than those of place, tags and words.
  ///
  /// The tests are taken to be independent of one another.
  func share(of plan: Plan) -> Double {
    guard listings > 0 else { return 1 }
    return plan.kinds.reduce(0) { $0 + kinds[$1.ordinal].listings / listings * share(of: plan, among: $1) }
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
    switch kind {
    case .bar: if plan.query.open != nil { share *= Self.openBars }
    case .event: share *= shareOfEvents(plan, profile)
    case .couch: if let stay = plan.query.stay { share *= Self.share(freeFor: stay) }
    }
    return share
  }

  private static func share(freeFor stay: Query.Stay) -> Double {
    let nights = stay.partly ? 1 : stay.length ?? stay.nights.count
    let once = freeCouches / (1 + 0.2 * Double(nights))
    // Looked for among more nights, one stay or another is free.
    return stay.length == nil ? once : min(1, once * (1 + 0.2 * Double(stay.nights.count - nights)))
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

  /// Of all bars, about so many are open at a time that somebody asks about.
  private static let openBars = 0.5
  /// Of all couches, about so many are free on a night and large enough.
  private static let freeCouches = 0.6
  /// Seconds that an event lasts, about.
  private static let usualEvent = 4.0 * 3600
}
