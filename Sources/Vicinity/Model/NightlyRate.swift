import CivilTime

/// Some nights of a couch on which its host asks for something else than usual.
///
/// What is nil is as on other nights. The numbers of nights are those of a stay that *arrives* on one of the nights, as lodging sites mean them;
/// the price is that of each of the nights, whenever the stay arrives.
public struct NightlyRate: Hashable, Sendable {
  /// The nights; those of one couch do not overlap.
  public var nights: Nights
  /// What each of the nights costs.
  public var price: Price?
  /// The fewest nights of a stay that arrives then.
  public var minNights: Int?
  /// The most nights of a stay that arrives then.
  public var maxNights: Int?

  /// Makes a rate.
  public init(nights: Nights, price: Price? = nil, minNights: Int? = nil, maxNights: Int? = nil) {
    self.nights = nights
    self.price = price
    self.minNights = minNights
    self.maxNights = maxNights
  }

  /// Whether nothing is other than usual.
  var isUsual: Bool { price == nil && minNights == nil && maxNights == nil }

  private func hasTerms(of other: NightlyRate) -> Bool {
    (price, minNights, maxNights) == (other.price, other.minNights, other.maxNights)
  }

  /// The first two of some rates, sorted by their nights, that overlap; nil when none do.
  static func firstOverlap(in sorted: [NightlyRate]) -> (NightlyRate, NightlyRate)? {
    zip(sorted, sorted.dropFirst()).first { $0.nights.overlaps($1.nights) }
  }

  /// The same rates in their order, without what the couch asks for anyway, neighbours that are alike joined.
  package static func normalized(_ rates: [NightlyRate], of couch: Listing) -> [NightlyRate] {
    var normalized: [NightlyRate] = []
    for rate in rates.sorted(by: { $0.nights < $1.nights }) {
      var rate = rate
      if rate.price == couch.price { rate.price = nil }
      if rate.minNights == couch.minNights ?? 1 { rate.minNights = nil }
      if rate.maxNights == couch.maxNights { rate.maxNights = nil }
      if let last = normalized.last, last.nights.to == rate.nights.from, last.hasTerms(of: rate) {
        normalized[normalized.count - 1].nights.to = rate.nights.to
      } else if !rate.isUsual {
        normalized.append(rate)
      }
    }
    return normalized
  }
}

extension [NightlyRate] {
  /// The rate of a night among rates that are sorted and disjoint; nil where everything is as usual.
  /// - Complexity: O(log n).
  package func rate(on night: LocalDate) -> NightlyRate? {
    let index = partitioningIndex { $0.nights.to > night }
    return index < count && self[index].nights.from <= night ? self[index] : nil
  }

  /// The currency of all that a couch asks for.
  /// - Parameter usual: what it asks for on other nights.
  func currency(besides usual: Price?) -> String? {
    usual.map(\.currency) ?? lazy.compactMap(\.price?.currency).first
  }
}

extension Listing {
  /// The currency of all that a couch asks for.
  var rateCurrency: String? { nightlyRates.currency(besides: price) }
}
