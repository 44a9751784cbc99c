import Foundation

/// How much the things that a member says and does count as a liking of a listing.
///
///     n      = visits + attendances + 2 bookings + 3 if it is a favourite, at least 1
///     liking = (1 + ln n) × (stars − 1) / 3             the last factor only where the member has given stars
///
/// So what was visited once counts 1, four stars change nothing, five add a third, and one star makes a listing neither liked nor new.
public struct SignalWeights: Hashable, Sendable {
  /// What a visit counts.
  public var visit = 1.0
  /// What a place at an event counts.
  public var attendance = 1.0
  /// What a booking counts, unless it was called off.
  public var booking = 2.0
  /// What a favourite counts.
  public var favourite = 3.0

  /// The weights described above.
  public init() {}

  /// The liking that follows from all signals of a member about a listing; 0 is none.
  package func liking(_ signals: SignalSums) -> Double {
    let count =
      visit * signals.visits + attendance * signals.attendances + booking * signals.bookings
      + favourite * (signals.isFavourite ? 1 : 0)
    let stars = signals.stars.map { max(0, $0 - 1) / 3 } ?? 1
    return (1 + log(max(1, count))) * stars
  }
}

/// One way of saying or showing that something is liked.
public enum SignalKind: String, CaseIterable, Hashable, Sendable {
  case favourite, rating, attendance, booking, visit
}

/// What a member has said and done about one listing.
package struct SignalSums: Hashable {
  var visits = 0.0
  var attendances = 0.0
  var bookings = 0.0
  var isFavourite = false
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
    case .favourite: isFavourite = isFavourite || value > 0
    case .rating:
      starSum += value
      starCount += 1
    }
  }
}
