import CodedErrors

/// Why a catalog rejects a member's action.
public enum SignalError: CodedError, Hashable {
  /// An empty or too long member name.
  case badMember(String)
  /// A text longer than a review may be.
  case textTooLong(bytes: Int, most: Int)
  /// An event without a start.
  case noStart(listing: String)
  /// The event has no occurrence at the given time or, with nil, no further ones; the current or next one begins at
  /// `next`.
  case noOccurrence(listing: String, asked: String?, next: String?)
  /// An event, or an occurrence of it, that is over.
  case over(listing: String, starts: String)
  /// A cancelled event.
  case cancelled(listing: String)
  /// A joined event that has not begun.
  case notBegun(listing: String, starts: String)
  /// An event that the member has not attended, or only waited for.
  case notAttended(listing: String, member: String)
  /// A listing of the member's own.
  case ownListing(listing: String, member: String)
  /// A couch on which the member has not stayed, with the setting `guestRatings`.
  case notStayed(listing: String, member: String)
  /// The attendees of an event are visible only to its host and to each other.
  case notInvited(listing: String, member: String)
  /// A visit in the future.
  case visitToCome(listing: String, at: String)
  /// A member to be forgotten who has stays that are not over.
  case hasStays(member: String, bookings: [String])
  /// A forgotten member whose traces may still be in the file or its log; `reason` ends with a full stop.
  case tracesRemain(member: String, reason: String)
}

extension SignalError {
  /// A short stable identifier of the error, for programs that read error lines.
  public var code: String {
    switch self {
    case .badMember: "bad-member"
    case .textTooLong: "text-too-long"
    case .noStart: "no-start"
    case .noOccurrence: "no-occurrence"
    case .over: "over"
    case .cancelled: "cancelled"
    case .notBegun: "not-begun"
    case .notAttended: "not-attended"
    case .ownListing: "own-listing"
    case .notStayed: "not-stayed"
    case .notInvited: "not-invited"
    case .visitToCome: "visit-to-come"
    case .hasStays: "has-stays"
    case .tracesRemain: "traces-remain"
    }
  }
}

extension SignalError {
  /// The error, and a next step.
  public var description: String {
    switch self {
    case .badMember(let name):
      name.isEmpty
        ? "the member has no name; name one, such as member-31."
        : name.utf8.contains(0)
          ? "the name of the member has a zero byte; leave it out."
          : "the name of the member has \(name.utf8.count) bytes; \(SignalLimits.longestMember) are allowed."
    case .textTooLong(let bytes, let most):
      "the text has \(bytes) bytes; \(most) are allowed. Shorten it."
    case .noStart(let listing):
      "\"\(listing)\" has no start time, so it cannot be joined."
    case .noOccurrence(let listing, let asked, let next):
      "\"\(listing)\" "
        + (asked.map { "does not start at \($0)." } ?? "no longer takes place.")
        + (next.map { " Its current or next occurrence starts at \($0)." } ?? "")
    case .over(let listing, let starts):
      "\"\(listing)\" of \(starts) is over."
    case .cancelled(let listing):
      "\"\(listing)\" has been cancelled."
    case .notBegun(let listing, let starts):
      "\"\(listing)\" starts at \(starts); rate it after that."
    case .notAttended(let listing, let member):
      "\(member.shortened) did not attend \"\(listing)\"; only attendees of an event can rate it."
    case .ownListing(let listing, let member):
      "\(member.shortened) hosts \"\(listing)\"; hosts cannot rate their own listings."
    case .notStayed(let listing, let member):
      "\(member.shortened) has no confirmed stay at \"\(listing)\" that has started; only guests can rate a couch here."
    case .notInvited(let listing, let member):
      "\(member.shortened) neither hosts nor attends \"\(listing)\"; only its host and attendees see who attends."
    case .visitToCome(let listing, let at):
      "the visit of \"\(listing)\" at \(at) is in the future."
    case .hasStays(let member, let bookings):
      "\(member.shortened) has stays that are not over: \(bookings.prefix(5).joined(separator: ", "))"
        + "\(bookings.count > 5 ? ", …" : ""). Cancel or decline them first: other members rely on them."
    case .tracesRemain(let member, let reason):
      "\(member.shortened) is forgotten, but the file may still have traces of what was deleted: \(reason) Forget "
        + "\(member.shortened) once more to remove them."
    }
  }
}
