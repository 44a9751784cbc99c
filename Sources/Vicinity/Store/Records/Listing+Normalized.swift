import CivilTime
import Geography

extension Listing {
  /// The stored form of a listing: tags normalized by `TagWords`, sorted and distinct, the category that they name where
  /// it has none, blocked nights merged.
  func normalized() -> Listing {
    var listing = self
    if !tags.allSatisfy(TagWords.isPlain) { listing.tags = tags.map(TagWords.kept) }
    if !zip(listing.tags, listing.tags.dropFirst()).allSatisfy(<) { listing.tags = Set(listing.tags).sorted() }
    listing.category = listing.category ?? ListingCategory.named(by: listing.tags, of: kind)
    if !zip(unavailable, unavailable.dropFirst()).allSatisfy({ $0.to < $1.from }) {
      listing.unavailable = Nights.merged(unavailable)
    }
    if !nightlyRates.isEmpty { listing.nightlyRates = NightlyRate.normalized(nightlyRates, of: self) }
    if let days = wholeDays, ends == nil { listing.ends = days.zone.midnight(of: days.last + 1) }
    // Smaller than an atom, and zero in the 32-bit numbers of the R-tree, whose boxes must contain the listing.
    if abs(coordinate.latitude) < 1e-30 { listing.coordinate.latitude = 0 }
    if abs(coordinate.longitude) < 1e-30 { listing.coordinate.longitude = 0 }
    // SQLite stores no negative zero.
    if rating == 0 { listing.rating = 0 }
    return listing
  }
}
