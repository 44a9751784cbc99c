import CivilTime
import Streams
import Synchronization
import Vicinity

/// Saves a listing as a whole.
enum ListingEdit {
  /// Of requests that make listings: of two for the same id, the second finds that of the first.
  private static let turn = Mutex(())

  /// - Returns: whether there was none.
  static func put(
    _ form: JSONObject, _ id: String, _ precondition: Precondition, in catalog: Catalog, at now: Instant
  ) throws -> Bool {
    var decoder = ListingDecoder(isStrict: true)
    let listing: Listing
    do throws(RowRejection) { listing = try decoder.listing(form) } catch {
      throw CatalogError.invalidListing(id: id, rejection: error)
    }
    let isNew = try turn.withLock { _ in
      guard try catalog.listing(id) == nil else { return false }
      try precondition.checkMissing()
      try catalog.save([listing], source: "http", at: now)
      return true
    }
    if isNew { return true }
    try precondition.checkPresent()
    let precondition = try precondition.required()
    try catalog.edit(id) { known in
      try precondition.check(ListingTag.hash(known))
      known = listing
    }
    return false
  }
}
