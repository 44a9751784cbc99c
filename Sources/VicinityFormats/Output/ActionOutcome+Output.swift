import CivilTime
import Streams
import Vicinity

extension ActionOutcome {
  /// One object: `do`, `listing`, `member`, `status`, and details of the action; see `docs/members.md`.
  public var json: JSONValue {
    var object = JSONObject([("do", .string(verb)), ("listing", .string(listing))])
    object["member"] = member.map { .string($0) }
    object["status"] = .string(status)
    for member in details.members { object[member.key] = member.value }
    return .object(object)
  }

  /// The verb in the JSON form.
  private var verb: String {
    switch self {
    case .favorite: "favourite"
    case .unfavorite: "unfavourite"
    case .join: "join"
    case .leave: "leave"
    case .rate: "rate"
    case .unrate: "unrate"
    case .visit: "visit"
    case .book: "book"
    case .change(let booking, _): booking.status.verb
    case .rateGuest: "rate-guest"
    case .block: "block"
    case .unblock: "unblock"
    case .edit: "edit"
    case .remove: "remove"
    }
  }

  /// A stable word for the result.
  private var status: String {
    switch self {
    case .favorite, .visit: isChanged ? "added" : "unchanged"
    case .unfavorite, .unrate: isChanged ? "removed" : "unchanged"
    case .join(let attendance, _): attendance.status.rawValue
    case .leave: isChanged ? "left" : "unchanged"
    case .rate, .rateGuest: "rated"
    case .book(let booking, _), .change(let booking, _): booking.status.rawValue
    case .block: "blocked"
    case .unblock: isChanged ? "unblocked" : "unchanged"
    case .edit: isChanged ? "changed" : "unchanged"
    case .remove: "removed"
    }
  }

  private var details: JSONObject {
    switch self {
    case .favorite, .unfavorite, .unrate, .visit: JSONObject()
    case .join(let attendance, _): attendance.details
    case .leave(_, _, let attendance):
      JSONObject(attendance.map { [("starts", .string($0.localStart))] } ?? [])
    case .rate(let summary, _, let stars, _): summary.details(after: stars)
    case .rateGuest(_, let booking, let stars):
      JSONObject([("booking", .string(booking.id)), ("stars", .double(stars.number))])
    case .book(let booking, _), .change(let booking, _):
      JSONObject([("booking", .string(booking.id))] + booking.nights.members)
    case .block(_, let nights, _), .unblock(_, let nights, _): JSONObject(nights.members)
    case .edit(_, let changed):
      JSONObject(changed.isEmpty ? [] : [("changed", .array(changed.map { .string($0) }))])
    case .remove(let dependents): dependents.details
    }
  }
}

extension Booking.Status {
  /// The verb that leads to the status.
  fileprivate var verb: String {
    switch self {
    case .requested: "book"
    case .confirmed: "confirm"
    case .declined: "decline"
    case .cancelled: "cancel"
    }
  }
}

extension Attendance {
  /// The start of the occurrence, in the local time of the event.
  var localStart: String { starts.iso8601(in: zone) }
}

extension RatingSummary {
  fileprivate func details(after stars: Stars) -> JSONObject {
    var object = JSONObject([("stars", .double(stars.number))])
    object["rating"] = mean.map { .double($0) }
    object["ratingCount"] = .int(Int64(votes))
    return object
  }
}

extension Nights {
  fileprivate var members: [(String, JSONValue)] {
    [("from", .string(from.description)), ("to", .string(to.description))]
  }
}

extension ActionOutcome {
  /// The result as one sentence, without characters that control a terminal.
  public var text: String { sentence.printable }

  private var sentence: String {
    switch self {
    case .favorite(let listing, let member, let isNew):
      "\(listing) is \(isNew ? "now" : "already") a favorite of \(member)"
    case .unfavorite(let listing, let member, let wasThere):
      "\(listing) is \(wasThere ? "no longer" : "not") a favorite of \(member)"
    case .join(let attendance, _): attendance.sentence
    case .leave(let listing, let member, let attendance):
      attendance.map { "\(member) has left \(listing) of \($0.localStart)" } ?? "\(member) had not joined \(listing)"
    case .rate(let summary, let member, let stars, _):
      "\(member) gives \(summary.listing) \(stars) of 5 stars; its mean is \(mean(summary.mean)) of \(summary.votes)"
    case .unrate(let listing, let member, let wasThere):
      wasThere ? "\(member) no longer rates \(listing)" : "\(member) had not rated \(listing)"
    case .visit(let listing, let member, let isNew):
      isNew ? "\(member) was at \(listing)" : "this visit of \(listing) by \(member) is already known"
    case .book(let booking, _), .change(let booking, _):
      "\(booking.id) of \(booking.member) at \(booking.listing) is \(booking.status.rawValue)"
    case .rateGuest(let summary, _, let stars):
      "\(summary.member) gets \(stars) of 5 stars as a guest; the mean is \(mean(summary.mean)) of \(summary.votes)"
    case .block(let listing, let nights, _):
      "\(listing) is blocked from \(nights.from) to \(nights.to)"
    case .unblock(let listing, let nights, let isChanged):
      "\(listing) \(isChanged ? "is no longer" : "was not") blocked from \(nights.from) to \(nights.to)"
    case .edit(let listing, let changed):
      changed.isEmpty ? "\(listing) is unchanged" : "\(listing) has other values: \(changed.joined(separator: ", "))"
    case .remove(let dependents): "removed \(dependents.text)"
    }
  }

  private func mean(_ mean: Double?) -> String { FieldValue.decimal(mean ?? 0, places: 2).plainText }
}

extension Attendance {
  fileprivate var sentence: String {
    let place = place.map { "waits at place \($0) for" } ?? "has a place at"
    let cost = cost.map { ", \($0.minorUnits == 0 ? "free" : "\($0.text)")" } ?? ""
    return "\(member) \(place) \(listing), \(localStart)\(cost)"
  }
}
