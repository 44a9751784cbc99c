import CivilTime
import Foundation
import GRDB
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityFormats
import VicinityHTTP

/// The routes of a member's calendar, which calendar programs read at an address that only the member knows.
enum CalendarRoutes {
  static let all = [make, remove, feed]

  private static let prefix = "cal_"

  static let make = Route(
    method: .post, path: "/v1/me/calendar", name: "add my calendar",
    summary: "Creates an address for the member's calendar, replacing the previous one.",
    role: .member, group: .members,
    statuses: [.created]
  ) { exchange in
    let member = try exchange.session.member
    let token = Secret.make(prefix)
    try await exchange.services.members.run {
      try exchange.services.accounts.setCalendar(Secret.hash(token), of: member)
    }
    let url = exchange.url("/v1/me/calendar.ics", "token=\(token)")
    return .json(.object(JSONObject([("url", .string(url))])), status: .created)
  }

  static let remove = Route(
    method: .delete, path: "/v1/me/calendar", summary: "Revokes the address of the member's calendar.", formats: [],
    role: .member, group: .members, statuses: [.noContent]
  ) { exchange in
    let member = try exchange.session.member
    try await exchange.services.members.run { try exchange.services.accounts.setCalendar(nil, of: member) }
    return .noContent
  }

  static let feed = Route(
    method: .get, path: "/v1/me/calendar.ics",
    summary: "A member's events and stays, with reminders, as iCalendar (RFC 5545).",
    parameters: [
      Parameter(
        "token", .text(),
        "The key in the address that POST /v1/me/calendar created.", isRequired: true)
    ],
    formats: [.ics], group: .members, statuses: [.ok, .notFound], cost: 5
  ) { exchange in
    let token = exchange.parameters["token"] ?? ""
    let account = try await exchange.services.members.run {
      try exchange.services.accounts.account(withCalendar: Secret.hash(token))
    }
    guard let account else { throw Problem(.notFound, "unknown-calendar", "There is no such calendar.") }
    let name = exchange.services.settings.title
    let bytes = try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      try catalog.calendar(of: account.name, named: name, at: exchange.now)
    }
    var reply = Reply(MediaFormat.ics.mediaType, bytes)
    reply.headers[.cacheControl] = "private, max-age=300"
    return reply
  }
}

extension Catalog {
  /// The events that a member has joined, and the stays as guest and host, with reminders.
  fileprivate func calendar(of member: String, named name: String, at now: Instant) throws -> [UInt8] {
    var export = ICalendarExport(name: name, now: now)
    for joined in try joinedEvents(of: member, at: now) where joined.attendance.status == .joined {
      export.add(joined.listing, from: joined.attendance.starts, alarmSeconds: -Int(Reminder.eventLead))
    }
    let hosted = try hosted(by: member, at: now).filter { $0.listing.kind == .couch }
      .flatMap { try bookings(at: $0.listing.id) }
    for booking in try bookings(of: member) + hosted where booking.status.takesNights {
      guard booking.absence == nil, let listing = try listing(booking.listing) else { continue }
      let title = listing.name ?? listing.id
      export.add(
        stayAt: listing, booking.nights, uid: booking.id,
        title: booking.member == member ? title : "\(title): \(booking.member)",
        certainty: booking.status == .confirmed ? .confirmed : .tentative, alarmSeconds: Int(Reminder.stayHour))
    }
    return export.finish()
  }
}

extension AccountStore {
  fileprivate func setCalendar(_ hash: Data?, of member: String) throws {
    try file.write {
      try $0.execute(sql: "UPDATE account SET calendar_hash = ? WHERE name = ?", arguments: [hash, member])
    }
  }

  fileprivate func account(withCalendar hash: Data) throws -> Account? {
    try file.read {
      try Row.fetchOne(
        $0, sql: "SELECT * FROM account WHERE calendar_hash = ? AND suspended IS NULL", arguments: [hash]
      ).map(Account.init)
    }
  }
}
