import Vicinity
import VicinityHTTP

/// The entity tag of a listing: what its source says of it, and what is shown of it, which has the votes of members
/// too.
///
/// Made with the seed of the process, so that nothing can be learned from it about a private place.
struct ListingTag: Sendable {
  private let told: String
  private let shown: String

  /// - Parameters:
  ///   - shown: the listing as it is shown.
  ///   - told: the same version as changes get it.
  init(shown: Listing, told: Listing) { (self.told, self.shown) = (Self.hash(told), Self.hash(shown)) }

  static func hash(_ listing: Listing) -> String { EntityTag.hash(listing.exactJSONText) }

  var text: String { "\"\(told).\(shown)\"" }

  func matches(_ field: String?) -> Bool { EntityTag.matches(field) { $0 == text } }
}
