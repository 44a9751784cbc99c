import CivilTime

/// A member's stay on a couch: asked for, agreed to, or called off.
public struct Booking: Hashable, Sendable, Identifiable {
  /// `booking-` and a number that is never used again.
  public var id: String
  /// The id of the couch.
  public var listing: String
  /// The member who stays.
  public var member: String
  /// The nights of the stay; the day of departure is not occupied.
  public var nights: Nights
  /// How many sleep there; at least 1.
  public var guests: Int
  /// Where it stands.
  public var status: Status
  /// What the whole stay costs by the price of the couch when it was booked; nil where that was not known.
  public var price: Price?
  /// When it was made.
  public var made: Instant
  /// When its status changed last; `made` until then.
  public var changed: Instant

  /// Where a booking stands. Requested and confirmed ones take their nights.
  public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
    /// The member asks, the host has not answered.
    case requested
    /// The host has agreed.
    case confirmed
    /// Called off after all.
    case cancelled
    /// The host has refused.
    case declined

    /// Whether nobody else can have the nights.
    public var takesNights: Bool { self == .requested || self == .confirmed }

    /// Whether a booking may go from here to `next`.
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

  /// The number behind an id; nil when the text is no such id.
  static func number(of id: String) -> Int? {
    guard id.hasPrefix(prefix) else { return nil }
    let digits = id.dropFirst(prefix.count)
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(digits)
  }
}
