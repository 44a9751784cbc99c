import CivilTime
import Streams

/// A member's place at one occurrence of an event, or on its waiting list.
public struct Attendance: Hashable, Sendable {
  /// The status of an attendance.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// The member has a place.
    case joined
    /// The member is on the waiting list.
    case waiting
  }

  /// The id of the event.
  public var listing: String
  /// The member.
  public var member: String
  /// The start of the occurrence.
  public var starts: Instant
  /// The zone of the event's local times; UTC if the event has none.
  public var zone: Zone
  /// Whether the member has a place or waits.
  public var status: Status
  /// The position on the waiting list, from 1; nil with a place.
  public var place: Int?
  /// The price; nil when unknown.
  public var cost: Price?
  /// The capacity; nil for no limit.
  public var capacity: Int?
  /// The number of places taken.
  public var joined: Int
}

extension Attendance {
  /// The members of the JSON form other than listing, member and status; times are local to the event.
  package var details: JSONObject {
    var object = JSONObject([("starts", .string(starts.iso8601(in: zone)))])
    object["place"] = place.map { .int(Int64($0)) }
    object["cost"] = cost.map { .double($0.amount) }
    object["currency"] = cost?.currency.map { .string($0) }
    object["joined"] = .int(Int64(joined))
    object["capacity"] = capacity.map { .int(Int64($0)) }
    return object
  }
}
