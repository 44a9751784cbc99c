import CivilTime
import Streams
import Vicinity

/// Saves a listing as a whole.
enum ListingEdit {
  /// - Returns: whether there was none.
  static func put(
    _ form: JSONObject, _ id: String, _ precondition: Precondition, as principal: Principal, in catalog: Catalog,
    at now: Instant
  ) throws -> Bool {
    let former = try catalog.listing(id)
    let own = try catalog.ownFields().map(\.name) + (former?.own.keys ?? [:].keys)
    try ListingPatch.checkKeys(of: form, own: own, isStrict: principal != .owner)
    let zone = { @Sendable in try? catalog.locality(of: $0).timeZone }
    var decoder = ListingDecoder(.init(zone: zone), isStrict: true)
    var listing: Listing
    do throws(RowRejection) { listing = try decoder.listing(form) } catch {
      throw CatalogError.invalidListing(id: id, rejection: error)
    }
    // Members offer what is theirs.
    if case .member(let name) = principal, listing.host == nil { listing.host = name }
    // As in imports. The zone of a private couch could reveal on which side of a border it is.
    if listing.timeZone == nil, listing.kind != .couch { listing.timeZone = zone(listing.coordinate) }
    do throws(RowRejection) { try listing.checkRegion(after: former) } catch {
      throw CatalogError.invalidListing(id: id, rejection: error)
    }
    return try catalog.put(listing, source: "http", as: principal, at: now) {
      try precondition.checkReplacing($0.map(ListingTag.hash))
    }
  }
}
