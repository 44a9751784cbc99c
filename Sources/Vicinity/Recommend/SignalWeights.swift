import Foundation

/// The weights of signals in an interaction, which is all that a member has said and done about a listing.
///
///     n      = visits + attendances + 2 bookings + 3 if it is a favorite, at least 1
///     weight = (1 + ln n) × (stars − 1) / 3                  the last factor only where the member has given stars
///
/// So a single visit counts 1, four stars change nothing, five add a third, and one star makes a listing neither liked
/// nor new.
public struct SignalWeights: Hashable, Sendable {
  /// The weight of a visit.
  public var visit = 1.0
  /// The weight of a place at an event.
  public var attendance = 1.0
  /// The weight of a booking, unless cancelled.
  public var booking = 2.0
  /// The weight of a favorite.
  public var favorite = 3.0

  /// Makes the default weights.
  public init() {}

  /// The weight of the interaction that all signals of a member about a listing make up; 0 says that it is known and
  /// not liked.
  package func weight(of signals: SignalSums) -> Double {
    let count =
      visit * signals.visits + attendance * signals.attendances + booking * signals.bookings
      + favorite * (signals.isFavorite ? 1 : 0)
    let stars = signals.stars.map { max(0, $0 - 1) / 3 } ?? 1
    return (1 + log(max(1, count))) * stars
  }
}

/// The kind of a signal.
public enum SignalKind: String, CaseIterable, Hashable, Sendable {
  /// The listing is a favorite of the member.
  case favorite = "favourite"
  /// The member has given stars.
  case rating
  /// The member has joined the event.
  case attendance
  /// The member has booked the couch.
  case booking
  /// The member has been there.
  case visit
}

/// The signals of a member about one listing.
package struct SignalSums: Hashable {
  var visits = 0.0
  var attendances = 0.0
  var bookings = 0.0
  var isFavorite = false
  private var starSum = 0.0
  private var starCount = 0.0

  package init() {}

  /// The mean of the stars given; nil without any.
  var stars: Double? { starCount > 0 ? starSum / starCount : nil }

  package mutating func add(_ kind: SignalKind, _ value: Double) {
    switch kind {
    case .visit: visits += value
    case .attendance: attendances += value
    case .booking: bookings += value
    case .favorite: isFavorite = isFavorite || value > 0
    case .rating:
      starSum += value
      starCount += 1
    }
  }
}
