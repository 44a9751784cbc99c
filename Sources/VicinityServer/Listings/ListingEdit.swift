import CivilTime
import Streams
import Vicinity

/// Saves a listing as a whole.
enum ListingEdit {
  /// - Returns: whether there was none.
  static func put(
    _ form: JSONObject, _ id: String, _ precondition: Precondition, in catalog: Catalog, at now: Instant
  ) throws -> Bool {
    var decoder = ListingDecoder(isStrict: true)
    let listing: Listing
    do throws(RowRejection) { listing = try decoder.listing(form) } catch {
      throw CatalogError.invalidListing(id: id, rejection: error)
    }
    let isKnown = try catalog.listing(id) != nil
    guard isKnown else {
      try catalog.save([listing], source: "http", at: now)
      return true
    }
    if precondition.wantsNone { throw Precondition.failed }
    let precondition = try precondition.required()
    try catalog.edit(id) { known in
      try precondition.check(ListingTag.hash(known))
      known = listing
    }
    return false
  }
}
