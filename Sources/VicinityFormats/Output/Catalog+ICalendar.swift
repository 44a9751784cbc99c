import CivilTime
import Vicinity

extension Catalog {
  /// The result of importing the calendar of a couch.
  public struct BusyReport: Hashable, Sendable {
    /// The couch.
    public var id: String
    /// The nights that are now taken, sorted and merged.
    public var nights: [Nights]
    /// The number of ranges of nights from earlier imports.
    public var before: Int
    /// The number of bookings that overlap the new nights; they may be the same stays.
    public var booked: Int
    /// The number of events that take no night.
    public var eventsWithoutNight: Int
  }

  /// Replaces the imported taken nights of a couch, in one transaction; nights blocked by its host stay.
  ///
  /// - Parameters:
  ///   - id: the couch.
  ///   - path: an iCalendar file as exported by lodging sites, `-` for standard input.
  ///   - now: endless recurrences are expanded for three years from then.
  /// - Throws: `ImportError` for the file, `CatalogError.unknownListing`, or `unsuitable` for listings that are not
  ///   couches; nothing is changed then.
  @discardableResult
  public func importBusyNights(of id: String, from path: String, at now: Instant) throws -> BusyReport {
    let couch = try couch(id)
    let calendar = try BusyCalendar(path: path, zone: couch.timeZone.flatMap(Zone.init(identifier:)), now: now)
    return try replaceBusyNights(of: id, with: calendar)
  }

  /// Replaces the imported taken nights of a couch, in one transaction; nights blocked by its host stay.
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
        id: listing.id, kind: listing.kind, reason: "only couches have taken nights.")
    }
  }

  /// Adds listings to a calendar: events with all their occurrences, couches with their taken nights.
  ///
  /// - Parameters:
  ///   - ids: of the listings.
  ///   - calendar: the calendar to add to.
  ///   - write: receives the bytes of a long calendar as it grows; nil leaves all of them in it.
  /// - Returns: the ids of bars and of events without a start, which cannot be in a calendar.
  /// - Throws: `CatalogError.unknownListing`; errors of `write`.
  public func export(
    _ ids: [String], to calendar: inout ICalendarExport, writing write: (([UInt8]) throws -> Void)? = nil
  ) throws -> [String] {
    var leftOut: [String] = []
    var count = 0
    try forEachListing(ids, asTold: false, withPrivatePlaces: false) { listing in
      if listing.kind == .couch {
        for nights in try takenNights(of: listing) {
          calendar.add(busy: nights.nights, of: listing, title: nights.title)
        }
      } else if !calendar.add(listing) {
        leftOut.append(listing.id)
      }
      count += 1
      if let write, count % 500 == 0 { try write(calendar.takeBytes()) }
    }
    return leftOut
  }

  /// The nights of bookings and of blocks, with the titles used by lodging sites.
  private func takenNights(of couch: Listing) throws -> [(nights: Nights, title: String)] {
    try calendar(of: couch.id).taken.map { ($0.nights, $0.reason.isBooking ? "Reserved" : "Not available") }
  }
}

/// The parts of a member's data that can be exported to a calendar.
public enum MemberCalendar: String, CaseIterable, Sendable {
  /// Favorite events, with all their occurrences.
  case favorites = "favourites"
  /// Occurrences that the member has joined or waits for.
  case joined
  /// Stays that are requested, confirmed, or cancelled, with that status.
  case stays
}

extension Catalog {
  /// Adds part of a member's data to a calendar.
  ///
  /// - Parameters:
  ///   - what: favorites, joined events or stays.
  ///   - member: the owner of the calendar.
  ///   - calendar: the calendar to add to.
  ///   - now: the time of the request.
  /// - Returns: the ids of favorites that cannot be in a calendar: bars and couches.
  public func export(
    _ what: MemberCalendar, of member: String, to calendar: inout ICalendarExport, at now: Instant
  ) throws -> [String] {
    switch what {
    case .favorites: return try favorites(of: member, at: now).map(\.listing).filter { !calendar.add($0) }.map(\.id)
    case .joined:
      for row in try joinedEvents(of: member, at: now).sorted(by: { $0.attendance.starts < $1.attendance.starts }) {
        calendar.add(row.listing, from: row.attendance.starts, to: row.ends)
      }
    case .stays:
      // A couch that is not in the catalog has only a name.
      for booking in try bookings(of: member) where booking.status != .declined && booking.absence == nil {
        guard let couch = try listing(booking.listing) else { continue }
        calendar.add(stayAt: couch, booking.nights, uid: booking.id, certainty: booking.status.certainty)
      }
    }
    return []
  }
}

extension Booking.Status {
  /// The status of the stay in a calendar.
  fileprivate var certainty: ICalendarExport.Certainty {
    switch self {
    case .requested: .tentative
    case .confirmed: .confirmed
    case .cancelled, .declined: .cancelled
    }
  }
}

extension MemberCalendar {
  /// Favorite events, with all their occurrences.
  @available(*, deprecated, renamed: "favorites", message: "The former name will be removed in 0.3.")
  public static var favourites: Self { .favorites }
}
