import CivilTime
import Hummingbird
import Streams
import Vicinity

/// The entity tag of a listing: what its source says of it, and what is shown of it, which has the votes of members too.
///
/// Made with the seed of the process, so that nothing can be learned from it about a private place.
struct ListingTag: Sendable {
  private let told: String
  private let shown: String

  init(_ listing: Listing, in catalog: Catalog) throws {
    var told = ""
    try catalog.forEachListing([listing.id], asTold: true, withPrivatePlaces: true) { told = Self.hash($0) }
    (self.told, shown) = (told, Self.hash(listing))
  }

  static func hash(_ listing: Listing) -> String {
    var hasher = Hasher()
    hasher.combine(listing.exactJSONText)
    return String(UInt64(bitPattern: Int64(hasher.finalize())), radix: 36)
  }

  var text: String { "\"\(told).\(shown)\"" }

  func matches(_ field: String?) -> Bool {
    guard let field else { return false }
    return field == "*" || field.split(separator: ",").contains { $0.trimmingSpaces.drop { $0 != "\"" } == text }
  }
}

/// What a change expects of the listing (RFC 9110, 13.1).
struct Precondition: Sendable {
  private let field: String?
  /// Whether there must be no listing yet.
  let wantsNone: Bool

  init(_ request: Request) {
    field = request.headers[.ifMatch]
    wantsNone = request.headers[.ifNoneMatch] == "*"
  }

  /// - Throws: `Problem` where the request says nothing.
  func required() throws -> Precondition {
    guard field != nil else {
      throw Problem(
        .init(code: 428, reasonPhrase: "Precondition Required"), "precondition-required",
        "If-Match is missing: send the ETag of the listing as you read it, so that no other change is lost, or *.")
    }
    return self
  }

  /// - Parameter listing: as its source told it, with its private place.
  /// - Throws: `Problem` when it is another one than was read.
  func check(_ listing: Listing) throws {
    guard let field, field != "*" else { return }
    let hash = ListingTag.hash(listing)
    let isSame = field.split(separator: ",").contains { $0.trimmingSpaces.hasPrefix("\"\(hash).") }
    guard isSame else { throw Self.failed }
  }

  static var failed: Problem {
    Problem(.preconditionFailed, "changed-meanwhile", "The listing has changed since it was read; read it again.")
  }
}

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
      try precondition.check(known)
      known = listing
    }
    return false
  }
}
