import CivilTime
import Streams

extension Action {
  /// Performs the action.
  ///
  /// - Throws: `CatalogError`, `SignalError`, `PermissionError`; the owner of the transaction then rolls it back.
  func perform(in transaction: MemberTransaction) throws -> ActionOutcome {
    try check(transaction.principal)
    return switch self {
    case .favourite(let listing, let member):
      .favourite(listing, member, isNew: try transaction.favourite(listing, by: member))
    case .unfavourite(let listing, let member):
      .unfavourite(listing, member, wasThere: try transaction.unfavourite(listing, by: member))
    case .join(let listing, let member, let starts):
      .join(try transaction.join(listing, starts, by: member), try transaction.zone(of: listing))
    case .leave(let listing, let member, let starts):
      .leave(
        listing, member, try transaction.leave(listing, starts, by: member), try transaction.zone(of: listing))
    case .rate(let listing, let member, let stars, let text):
      .rate(try transaction.rate(listing, stars, text: text, by: member), stars, member)
    case .unrate(let listing, let member):
      .unrate(listing, member, wasThere: try transaction.unrate(listing, by: member))
    case .visit(let listing, let member, let time):
      .visit(listing, member, isNew: try transaction.visit(listing, by: member, at: time))
    case .book(let request): .booking(try transaction.book(request), verb: "book")
    case .change(let booking, let status):
      .booking(try transaction.change(booking, to: status), verb: status.verb)
    case .rateGuest(let booking, let stars, let text):
      .rateGuest(try transaction.rateGuest(of: booking, stars, text: text), stars, try transaction.known(booking))
    case .block(let listing, let nights, true):
      .block(try transaction.block(nights, of: listing), nights)
    case .block(let listing, let nights, false):
      .unblock(listing, nights, hasChanged: try transaction.unblock(nights, of: listing).hasChanged)
    case .edit(let listing, let patch): .edit(listing, try transaction.edit(listing, by: patch))
    case .remove(let listing):
      try .remove(Dependents(of: listing, at: transaction.now, in: transaction), transaction.remove(listing))
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

extension MemberTransaction {
  /// The zone of an event's local times.
  fileprivate func zone(of id: String) throws -> Zone { try RecordedListing(id: id, in: self).dates?.zone ?? .utc }
}

extension ActionOutcome {
  fileprivate static func favourite(_ listing: String, _ member: String, isNew: Bool) -> Self {
    Self(
      verb: "favourite", listing: listing, member: member, status: isNew ? "added" : "unchanged",
      text: "\(listing) is \(isNew ? "now" : "already") a favourite of \(member)")
  }

  fileprivate static func unfavourite(_ listing: String, _ member: String, wasThere: Bool) -> Self {
    Self(
      verb: "unfavourite", listing: listing, member: member, status: wasThere ? "removed" : "unchanged",
      text: "\(listing) is \(wasThere ? "no longer" : "not") a favourite of \(member)")
  }

  fileprivate static func join(_ attendance: Attendance, _ zone: Zone) -> Self {
    let starts = attendance.starts.iso8601(in: zone)
    let place = attendance.place.map { "waits at place \($0) for" } ?? "has a place at"
    let cost = attendance.cost.map { ", \($0.minorUnits == 0 ? "free" : "\($0.text)")" } ?? ""
    var outcome = Self(
      verb: "join", listing: attendance.listing, member: attendance.member, status: attendance.status.rawValue,
      text: "\(attendance.member) \(place) \(attendance.listing), \(starts)\(cost)")
    outcome.details = attendance.details(in: zone)
    return outcome
  }

  fileprivate static func leave(_ listing: String, _ member: String, _ left: Attendance?, _ zone: Zone) -> Self {
    let starts = left?.starts.iso8601(in: zone)
    var outcome = Self(
      verb: "leave", listing: listing, member: member, status: left == nil ? "unchanged" : "left",
      text: starts.map { "\(member) has left \(listing) of \($0)" } ?? "\(member) had not joined \(listing)")
    outcome.details["starts"] = starts.map { .string($0) }
    return outcome
  }

  fileprivate static func rate(_ summary: RatingSummary, _ stars: Stars, _ member: String) -> Self {
    let mean = FieldValue.decimal(summary.mean ?? 0, places: 2).plainText
    var outcome = Self(
      verb: "rate", listing: summary.listing, member: member, status: "rated",
      text: "\(member) gives \(summary.listing) \(stars) of 5 stars; its mean is \(mean) of \(summary.votes)")
    outcome.details["stars"] = .double(stars.number)
    outcome.details["rating"] = summary.mean.map { .double($0) }
    outcome.details["ratingCount"] = .int(Int64(summary.votes))
    return outcome
  }

  fileprivate static func rateGuest(_ summary: GuestRatingSummary, _ stars: Stars, _ booking: Booking) -> Self {
    let mean = FieldValue.decimal(summary.mean ?? 0, places: 2).plainText
    var outcome = Self(
      verb: "rate-guest", listing: booking.listing, member: summary.member, status: "rated",
      text: "\(summary.member) gets \(stars) of 5 stars as a guest; the mean is \(mean) of \(summary.votes)")
    outcome.details["booking"] = .string(booking.id)
    outcome.details["stars"] = .double(stars.number)
    return outcome
  }

  fileprivate static func unrate(_ listing: String, _ member: String, wasThere: Bool) -> Self {
    Self(
      verb: "unrate", listing: listing, member: member, status: wasThere ? "removed" : "unchanged",
      text: wasThere ? "\(member) no longer rates \(listing)" : "\(member) had not rated \(listing)")
  }

  fileprivate static func visit(_ listing: String, _ member: String, isNew: Bool) -> Self {
    Self(
      verb: "visit", listing: listing, member: member, status: isNew ? "added" : "unchanged",
      text: isNew ? "\(member) was at \(listing)" : "this visit of \(listing) by \(member) is known")
  }

  fileprivate static func booking(_ booking: Booking, verb: String) -> Self {
    var outcome = Self(
      verb: verb, listing: booking.listing, member: booking.member, status: booking.status.rawValue,
      text: "\(booking.id) of \(booking.member) at \(booking.listing) is \(booking.status.rawValue)")
    outcome.details["booking"] = .string(booking.id)
    outcome.details["from"] = .string(booking.nights.from.description)
    outcome.details["to"] = .string(booking.nights.to.description)
    return outcome
  }

  fileprivate static func block(_ calendar: AvailabilityCalendar, _ nights: Nights) -> Self {
    .nights(calendar.listing, nights, verb: "block", status: "blocked", "is kept from being booked")
  }

  fileprivate static func unblock(_ listing: String, _ nights: Nights, hasChanged: Bool) -> Self {
    hasChanged
      ? .nights(listing, nights, verb: "unblock", status: "unblocked", "is no longer blocked")
      : .nights(listing, nights, verb: "unblock", status: "unchanged", "was not blocked")
  }

  /// - Parameter state: what is true of the nights now.
  private static func nights(
    _ listing: String, _ nights: Nights, verb: String, status: String, _ state: String
  ) -> Self {
    var outcome = Self(
      verb: verb, listing: listing, member: nil, status: status,
      text: "\(listing) \(state) from \(nights.from) to \(nights.to)")
    outcome.details["from"] = .string(nights.from.description)
    outcome.details["to"] = .string(nights.to.description)
    return outcome
  }

  fileprivate static func edit(_ listing: String, _ changed: [String]) -> Self {
    let names = changed
    var outcome = Self(
      verb: "edit", listing: listing, member: nil, status: changed.isEmpty ? "unchanged" : "changed",
      text: changed.isEmpty
        ? "\(listing) is unchanged" : "\(listing) has other values: \(names.joined(separator: ", "))")
    if !changed.isEmpty { outcome.details["changed"] = .array(names.map { .string($0) }) }
    return outcome
  }

  fileprivate static func remove(_ dependents: Dependents, _: Void) -> Self {
    var outcome = Self(
      verb: "remove", listing: dependents.listing, member: nil, status: "removed", text: "removed \(dependents.text)")
    if let object = dependents.json.object {
      for member in object.members where member.key != "id" { outcome.details[member.key] = member.value }
    }
    return outcome
  }
}

extension Attendance {
  /// The details besides listing, member and status, in the local time of the event.
  func details(in zone: Zone) -> JSONObject {
    var object = JSONObject([("starts", .string(starts.iso8601(in: zone)))])
    object["place"] = place.map { .int(Int64($0)) }
    object["cost"] = cost.map { .double($0.amount) }
    object["currency"] = cost?.currency.map { .string($0) }
    object["joined"] = .int(Int64(joined))
    object["capacity"] = capacity.map { .int(Int64($0)) }
    return object
  }
}
