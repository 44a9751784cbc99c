import CivilTime

/// A member's place at one occurrence of an event, or in the waiting list for it.
public struct Attendance: Hashable, Sendable {
  /// Whether a member has a place.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// Has a place.
    case joined
    /// Waits for one.
    case waiting
  }

  /// The id of the event.
  public var listing: String
  /// Who joins.
  public var member: String
  /// Which occurrence: when it begins.
  public var starts: Instant
  /// Whether there is a place.
  public var status: Status
  /// The place in the waiting list, from 1; nil for those who have joined.
  public var place: Int?
  /// What it costs; nil when nobody knows.
  public var cost: Price?
  /// The most people that it admits; nil admits everybody.
  public var capacity: Int?
  /// How many have joined.
  public var joined: Int
}
