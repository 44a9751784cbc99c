import CivilTime
import Geography

extension Listing {
  /// The form in which the catalog keeps a listing: tags as `TagWords` writes them, sorted and distinct, blocked nights merged.
  func normalized() -> Listing {
    var listing = self
    if !tags.allSatisfy(TagWords.isPlain) { listing.tags = tags.map(TagWords.kept) }
    if !zip(listing.tags, listing.tags.dropFirst()).allSatisfy(<) { listing.tags = Set(listing.tags).sorted() }
    if !zip(unavailable, unavailable.dropFirst()).allSatisfy({ $0.to < $1.from }) {
      listing.unavailable = Nights.merged(unavailable)
    }
    if !nightlyRates.isEmpty { listing.nightlyRates = NightlyRate.normalized(nightlyRates, of: self) }
    if let days = wholeDays, ends == nil { listing.ends = days.zone.midnight(of: days.last + 1) }
    // Narrower than an atom, and nothing in the 32-bit numbers of the R-tree, in whose boxes the listing has to lie.
    if abs(coordinate.latitude) < 1e-30 { listing.coordinate.latitude = 0 }
    if abs(coordinate.longitude) < 1e-30 { listing.coordinate.longitude = 0 }
    // SQLite keeps no negative zero.
    if rating == 0 { listing.rating = 0 }
    return listing
  }
}
