import CivilTime

/// A member's stay on a couch: requested, confirmed, cancelled or declined.
public struct Booking: Hashable, Sendable, Identifiable {
  /// `booking-` and a number that is never reused.
  public var id: String
  /// The id of the couch.
  public var listing: String
  /// The name of the couch; nil when it has none.
  public var name: String?
  /// The guest.
  public var member: String
  /// The nights of the stay; the day of departure is not occupied.
  public var nights: Nights
  /// The number of people, at least 1.
  public var guests: Int
  /// The status.
  public var status: Status
  /// The total price at the time of booking; nil where it was unknown.
  public var price: Price?
  /// When the booking was made.
  public var made: Instant
  /// When its status last changed; `made` if never.
  public var changed: Instant
  /// Why the couch is not in the catalog at present; nil while it is. The booking can still be cancelled.
  public var absence: Absence?

  /// Why a couch with bookings is not in the catalog.
  public enum Absence: String, Hashable, Sendable {
    /// An editor has hidden it.
    case hidden
    /// Its source does not have it any longer; the booking is stored for 90 days.
    case vanished
  }

  /// The status of a booking. Requested and confirmed bookings occupy their nights.
  public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
    /// Requested by the guest, not yet answered by the host.
    case requested
    /// Confirmed by the host.
    case confirmed
    /// Cancelled after the request.
    case cancelled
    /// Declined by the host.
    case declined

    /// Whether the nights are occupied.
    public var takesNights: Bool { self == .requested || self == .confirmed }

    /// Whether a booking may change from this status to `next`.
    func mayBecome(_ next: Self) -> Bool {
      switch (self, next) {
      case (.requested, .confirmed), (.requested, .declined), (.requested, .cancelled), (.confirmed, .cancelled): true
      default: self == next
      }
    }
  }
}

extension Booking {
  private static let prefix = "booking-"

  static func id(of number: Int) -> String { "\(prefix)\(number)" }

  /// The number in the id.
  var number: Int { Self.number(of: id) ?? 0 }

  /// The number in an id; nil for an invalid id.
  static func number(of id: String) -> Int? {
    guard id.hasPrefix(prefix) else { return nil }
    let digits = id.dropFirst(prefix.count)
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(digits)
  }
}
