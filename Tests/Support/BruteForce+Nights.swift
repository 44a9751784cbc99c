import CivilTime
import Foundation
import Vicinity

/// Prices of a night, in decimal arithmetic.
extension BruteForce {
  /// The price per night of the query's stay: the sum over its nights, and their number.
  struct NightPrice {
    var sum: Price
    var nights: Int

    /// -1, 0 or 1, as the price of a night is less than, equal to or greater than a bound in major units.
    func order(to bound: Double) -> Int {
      let perMajor = Decimal(Price.minorUnitsPerMajor(of: sum.currency))
      let limit = (Decimal(string: "\(bound)") ?? 0) * Decimal(nights) * perMajor
      let total = Decimal(sum.minorUnits)
      return total < limit ? -1 : total == limit ? 0 : 1
    }
  }

  /// The price of a night of the stay; the cheapest if there are several stays.
  func nightPrice(of listing: Listing, _ stay: Query.Stay?, _ now: Instant) -> NightPrice? {
    guard listing.kind == .couch, let stay, !stay.partly else { return nil }
    let stays = stay.nightCount == nil ? [stay.nights] : windows(of: listing, stay, now: now)
    let sums = stays.compactMap { price(of: listing, $0) }
    return sums.min { $0.minorUnits < $1.minorUnits }.map {
      NightPrice(sum: $0, nights: stay.nightCount ?? stay.nights.count)
    }
  }

  /// Whether a night of the stay costs as much as wanted.
  func isAffordableByNight(_ listing: Listing, _ asked: Asked) -> Bool {
    guard let filter = asked.query.nightPrice else { return true }
    guard let price = nightPrice(of: listing, asked.query.stay, asked.now) else { return false }
    if let currency = filter.currency, price.sum.currency != currency, price.sum.minorUnits != 0 { return false }
    return filter.min.map { price.order(to: $0) >= 0 } ?? true && filter.max.map { price.order(to: $0) <= 0 } ?? true
  }

  /// The counts of the facet `nightPrice`; matches without such a price count as "".
  package func nightPriceCounts(among matches: [Listing], _ query: Query, now: Instant) -> [String: Int] {
    let stay = query.stay.map { Self.dated($0, near: query.near, query.now ?? now) }
    var counts: [String: Int] = [:]
    for listing in matches {
      var band = ""
      if let price = nightPrice(of: listing, stay, query.now ?? now) {
        let bands = [("100+", 100.0), ("50-100", 50), ("20-50", 20), ("10-20", 10), ("5-10", 5)]
        band =
          price.sum.minorUnits == 0 ? "free" : bands.first { price.order(to: $0.1) >= 0 }?.0 ?? "0-5"
      }
      counts[band, default: 0] += 1
    }
    return counts
  }
}
