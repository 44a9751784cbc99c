import Vicinity
import VicinityHTTP

/// The entity tag of a listing: a hash of what its source has given, and one of what the caller sees, which includes
/// the votes of members.
///
/// Made with the seed of the process, so that nothing can be learned from it about a private place.
struct ListingTag: Sendable {
  private let source: String
  private let current: String

  /// - Parameters:
  ///   - current: the listing as the caller sees it.
  ///   - source: the same version as changes get it.
  init(current: Listing, source: Listing) {
    (self.source, self.current) = (Self.hash(source), Self.hash(current))
  }

  static func hash(_ listing: Listing) -> String { EntityTag.hash(listing.exactJSONText) }

  var text: String { "\"\(source).\(current)\"" }

  func matches(_ field: String?) -> Bool { EntityTag.matches(field) { $0 == text } }
}
