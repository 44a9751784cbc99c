import CivilTime
import Vicinity

extension Catalog {
  /// What importing the calendar of a couch did.
  public struct BusyReport: Hashable, Sendable {
    /// The couch.
    public var id: String
    /// The nights that are taken now, sorted and joined.
    public var nights: [Nights]
    /// How many ranges of nights the catalog had from imports before.
    public var before: Int
    /// How many stays booked here overlap the new nights; they may be the same stays, told twice.
    public var booked: Int
    /// How many events take no night.
    public var eventsWithoutNight: Int
  }

  /// Replaces the nights that imports say a couch is taken, in one transaction; what its host has blocked here stays.
  ///
  /// - Parameters:
  ///   - path: an iCalendar file as lodging sites export it, `-` for standard input.
  ///   - now: what recurs without end is followed for three years from here.
  /// - Throws: `ImportError` for the file, `CatalogError.unknownListing`, or `unsuitable` for what is no couch; nothing is changed then.
  @discardableResult
  public func importBusyNights(of id: String, from path: String, at now: Instant) throws -> BusyReport {
    let couch = try couch(id)
    let calendar = try BusyCalendar(path: path, zone: couch.timeZone.flatMap(Zone.init(identifier:)), now: now)
    return try replaceBusyNights(of: id, with: calendar)
  }

  /// Replaces the nights that imports say a couch is taken, in one transaction; what its host has blocked here stays.
  @discardableResult
  public func replaceBusyNights(of id: String, with calendar: BusyCalendar) throws -> BusyReport {
    let busy = try writing().transaction { statements in
      let records = try RecordReader(prepare: statements.statement)
      guard let row = try records.number(of: id), let known = try records.listing(row) else {
        throw CatalogError.unknownListing(id: id, similar: [])
      }
      try Self.checkCouch(known)
      let busy = try BusyNights(replacing: row, with: calendar.nights, on: statements.connection)
      try CatalogStatistics.refresh(with: statements, changed: 1, in: nil)
      return busy
    }
    return BusyReport(
      id: id, nights: calendar.nights, before: busy.before, booked: busy.booked,
      eventsWithoutNight: calendar.eventsWithoutNight)
  }

  private func couch(_ id: String) throws -> Listing {
    guard let listing = try listing(id) else {
      throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
    }
    try Self.checkCouch(listing)
    return listing
  }

  private static func checkCouch(_ listing: Listing) throws {
    guard listing.kind == .couch else {
      throw CatalogError.unsuitable(
        id: listing.id, kind: listing.kind, question: "only couches have nights that are taken.")
    }
  }

  /// Adds listings to a calendar: events with all their occurrences, couches with the nights that are taken.
  ///
  /// - Returns: the ids of bars and of events without a start, which cannot be in a calendar.
  /// - Throws: `CatalogError.unknownListing`.
  public func export(_ ids: [String], to calendar: inout CalendarExport) throws -> [String] {
    var leftOut: [String] = []
    for id in ids {
      guard let listing = try listing(id) else {
        throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
      }
      if listing.kind == .couch {
        for nights in try takenNights(of: listing) {
          calendar.add(busy: nights.nights, of: listing, title: nights.title)
        }
      } else if !calendar.add(listing) {
        leftOut.append(id)
      }
    }
    return leftOut
  }

  /// The nights of bookings and of blocks, as lodging sites tell them apart.
  private func takenNights(of couch: Listing) throws -> [(nights: Nights, title: String)] {
    try calendar(of: couch.id).taken.map { ($0.nights, $0.reason.isBooking ? "Reserved" : "Not available") }
  }
}

/// What of a member's can be in a calendar.
public enum MemberCalendar: String, CaseIterable, Sendable {
  /// Favourite events, with all their occurrences.
  case favourites
  /// Occurrences that the member has joined or waits for.
  case joined
  /// Stays that are requested or confirmed, and those called off, as such.
  case stays
}

extension Catalog {
  /// Adds what a member wants to remember to a calendar.
  ///
  /// - Parameter now: when the question is asked.
  /// - Returns: the ids of favourites that cannot be in a calendar: bars and couches.
  public func export(
    _ what: MemberCalendar, of member: String, to calendar: inout CalendarExport, at now: Instant
  ) throws -> [String] {
    switch what {
    case .favourites: return try favourites(of: member, at: now).map(\.listing).filter { !calendar.add($0) }.map(\.id)
    case .joined:
      for row in try joinedEvents(of: member, at: now).sorted(by: { $0.attendance.starts < $1.attendance.starts }) {
        calendar.add(row.listing, from: row.attendance.starts, to: row.ends)
      }
    case .stays:
      for booking in try bookings(of: member) where booking.status != .declined {
        guard let couch = try listing(booking.listing) else { continue }
        calendar.add(stayAt: couch, booking.nights, uid: booking.id, certainty: booking.status.certainty)
      }
    }
    return []
  }
}

extension Booking.Status {
  /// How sure the stay is.
  fileprivate var certainty: CalendarExport.Certainty {
    switch self {
    case .requested: .tentative
    case .confirmed: .confirmed
    case .cancelled, .declined: .cancelled
    }
  }
}
