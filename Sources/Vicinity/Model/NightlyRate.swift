import CivilTime

/// Different terms for some nights of a couch.
///
/// Nil values are as on other nights. The limits on the number of nights apply to a stay that *arrives* on one of the
/// nights, as is usual on lodging sites; the price is that of each of the nights, whenever the stay arrives.
public struct NightlyRate: Hashable, Sendable {
  /// The nights; rates of one couch do not overlap.
  public var nights: Nights
  /// The price per night.
  public var price: Price?
  /// The minimum number of nights of a stay that arrives then.
  public var minNights: Int?
  /// The maximum number of nights of a stay that arrives then.
  public var maxNights: Int?

  /// Makes a rate.
  public init(nights: Nights, price: Price? = nil, minNights: Int? = nil, maxNights: Int? = nil) {
    self.nights = nights
    self.price = price
    self.minNights = minNights
    self.maxNights = maxNights
  }

  /// Whether nothing differs from other nights.
  var isUsual: Bool { price == nil && minNights == nil && maxNights == nil }

  private func hasTerms(of other: NightlyRate) -> Bool {
    (price, minNights, maxNights) == (other.price, other.minNights, other.maxNights)
  }

  /// The first two overlapping rates in an array sorted by nights; nil when there are none.
  static func firstOverlap(in sorted: [NightlyRate]) -> (NightlyRate, NightlyRate)? {
    zip(sorted, sorted.dropFirst()).first { $0.nights.overlaps($1.nights) }
  }

  /// The same rates in order, without values equal to the couch's own, and with adjacent equal rates merged.
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
  /// The rate of a night in sorted disjoint rates; nil for a night without special terms.
  /// - Complexity: O(log n).
  package func rate(on night: LocalDate) -> NightlyRate? {
    let index = partitioningIndex { $0.nights.to > night }
    return index < count && self[index].nights.from <= night ? self[index] : nil
  }

  /// The currency of all prices of a couch.
  /// - Parameter usual: the price of other nights.
  func currency(besides usual: Price?) -> String? {
    usual.map(\.currency) ?? lazy.compactMap(\.price?.currency).first
  }
}

extension Listing {
  /// The currency of all prices of a couch.
  var rateCurrency: String? { nightlyRates.currency(besides: price) }
}
