import CivilTime

/// A request for a stay on a couch.
public struct BookingRequest: Hashable, Sendable {
  /// The id of the couch.
  public var listing: String
  /// The guest; not empty, at most 255 bytes of UTF-8.
  public var member: String
  /// The requested nights, at most `QueryLimits.longestStay`, in the years 0 to 9999.
  public var nights: Nights
  /// The number of people, at least 1.
  public var guests: Int
  /// An idempotency key chosen by the member's program: one member and one key mean one booking. At most 255 bytes of
  /// UTF-8.
  public var key: String?

  /// Makes a request.
  public init(listing: String, member: String, nights: Nights, guests: Int = 1, key: String? = nil) {
    self.listing = listing
    self.member = member
    self.nights = nights
    self.guests = guests
    self.key = key
  }

  /// Validates the request.
  func check() throws(BookingError) {
    try Self.check(member, called: "the member")
    if let key { try Self.check(key, called: "the request key") }
    guard guests >= 1 else { throw .badValue("the number of guests is \(guests); it must be 1 or more") }
    try nights.checkForFile()
    guard nights.count <= QueryLimits.longestStay else {
      throw .badValue("a stay of \(nights.count) nights is too long; book at most \(QueryLimits.longestStay)")
    }
  }

  private static let longestName = 255

  private static func check(_ name: String, called what: String) throws(BookingError) {
    guard !name.isEmpty else { throw .badValue("\(what) is empty; name one") }
    guard name.utf8.count <= longestName, !name.utf8.contains(0) else {
      throw .badValue("\(what) must have at most \(longestName) bytes and no zero byte")
    }
  }
}

extension Nights {
  /// Dates are compared as text in the file, so years must have four digits.
  func checkForFile() throws(BookingError) {
    guard from.year >= 0, to.year <= 9999 else {
      throw .badValue("the nights from \(from) to \(to) must lie in the years 0 to 9999")
    }
  }
}

/// Decides whether nights may be booked with a host; throws to refuse.
///
/// It runs in the transaction of the booking, so that the couch has no other host by then.
package typealias BookingCheck = (_ host: String) throws -> Void
