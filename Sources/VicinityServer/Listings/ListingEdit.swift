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
    return try catalog.put(listing, source: "http", at: now) {
      try precondition.checkReplacing($0.map(ListingTag.hash))
    }
  }
}
