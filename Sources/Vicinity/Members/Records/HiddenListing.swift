import CivilTime
import Streams

/// A listing that an editor has taken out of sight, with everything that belongs to it.
public struct HiddenListing: Hashable, Sendable, Identifiable {
  /// The id of the listing, which no other listing can have in the meantime.
  public var id: String
  /// The listing in the form of its source.
  public var listing: Listing
  /// Why.
  public var reason: String
  /// When.
  public var at: Instant
}

extension HiddenListing {
  /// Reads a kept listing.
  static func listing(_ text: String, id: String) throws -> Listing {
    var decoder = ListingDecoder(.init(zone: { _ in nil }), isStrict: false)
    guard let form = try? JSONParser.parse(text.utf8).object else {
      throw CatalogError.damaged(place: "hidden_listing of \"\(id)\"", problem: "it is not a listing")
    }
    do throws(RowRejection) { return try decoder.listing(form) } catch {
      throw CatalogError.damaged(place: "hidden_listing of \"\(id)\"", problem: "\(error)")
    }
  }
}
