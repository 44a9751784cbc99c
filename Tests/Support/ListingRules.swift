import CivilTime
import Geography

@testable import Vicinity

/// Rules for every listing that is shipped or generated.
package enum ListingRules {
  package static func violations(of listing: Listing) -> [String] {
    var violations: [String] = []
    func demand(_ holds: Bool, _ violation: String) { if !holds { violations.append(violation) } }
    demand(!listing.id.isEmpty && listing.id.utf8.count <= 255, "id")
    demand(listing.coordinate.isValid, "coordinate")
    demand(listing.timeZone.flatMap(Zone.init(identifier:)) != nil, "zone")
    demand(listing.name?.isEmpty == false, "name")
    demand(listing.tags == Set(listing.tags).sorted() && !listing.tags.contains(""), "tags")
    demand((1...4).contains(listing.priceLevel ?? 1), "price level")
    demand((0...5).contains(listing.rating ?? 0), "rating")
    demand((listing.rating == nil) == (listing.ratingCount == nil), "rating count")
    if let price = listing.price {
      demand(price.minorUnits >= 0, "price")
      demand((price.currency == nil) == (price.minorUnits == 0), "currency")
    }
    return violations + kindViolations(of: listing)
  }

  private static func kindViolations(of listing: Listing) -> [String] {
    var violations: [String] = []
    func demand(_ holds: Bool, _ violation: String) { if !holds { violations.append(violation) } }
    demand(listing.kind == .bar || listing.openingHours == nil, "opening hours")
    if let starts = listing.starts, let ends = listing.ends { demand(starts < ends, "end before start") }
    demand((listing.kind == .event) == (listing.starts != nil && listing.ends != nil), "times")
    demand((listing.kind == .couch) == (listing.guests != nil), "guests")
    demand((listing.guests ?? 1) >= 1, "guest count")
    demand((listing.minNights ?? 1) <= (listing.maxNights ?? .max), "night limits")
    demand(listing.unavailable == Nights.merged(listing.unavailable), "taken nights")
    return violations
  }
}
