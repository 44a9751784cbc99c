import CivilTime
import GRDB
import Streams

/// A change that a member receives at once, through `GET /v1/changes`: each once and in order.
package struct MemberChange: Sendable {
  /// Grows from one to the next, of all members.
  package var number: Int64
  var at: Instant
  package var kind: Kind
  /// Its data; a message itself is read when it is sent.
  var data: JSONObject

  /// The kind of change.
  package enum Kind: String, CaseIterable, Sendable {
    /// A new or restored message, or a system message about a booking.
    case message
    /// A message has been removed by its sender, or hidden by an editor.
    case messageRemoved = "message-removed"
    /// A live position has moved.
    case position
    /// The member has read a conversation, on another device.
    case read
    /// A booking of the member, or at the member's couch.
    case booking
    /// A place at an event.
    case place
    /// A rating of a listing of the member, or of the member as a guest.
    case rating
    /// A listing that concerns the member has other values, is gone, or was hidden.
    case listing
    /// A listing starts or stops matching an alert of the member, or a webhook does not accept its requests.
    case alert
    /// An event, an arrival or a departure is near.
    case reminder
    /// A switch of a couch, or the weather for its rule, does not answer.
    case home
    /// Editors have decided on something of the member, or on a report of the member.
    case moderation
  }

  /// The JSON form, and the data of the event stream.
  package var json: JSONValue {
    var object = JSONObject([
      ("number", .int(number)), ("at", .string(at.description)), ("kind", .string(kind.rawValue)),
    ])
    for member in data.members { object[member.key] = member.value }
    return .object(object)
  }
}
