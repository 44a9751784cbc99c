import CivilTime

extension BulkLoad {
  /// Stages listings after validating them.
  /// - Throws: `CatalogError.invalidListing`, `repeatedListing`.
  func stage(_ listings: [Listing]) throws {
    var validator = ListingValidator()
    for (index, listing) in listings.enumerated() {
      do throws(RowRejection) { try validator.validate(listing) } catch {
        throw CatalogError.invalidListing(id: listing.id, rejection: error)
      }
      if case .duplicate = try stage(listing, line: index + 1) {
        throw CatalogError.repeatedListing(id: listing.id)
      }
    }
  }
}
