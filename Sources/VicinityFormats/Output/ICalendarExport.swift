import CivilTime
import Geography
import Recurrence
import Vicinity

/// Exports listings as an iCalendar file (RFC 5545).
///
///     var export = ICalendarExport(name: "Favorites", now: now)
///     for listing in favorites { export.add(listing) }
///     let file = export.finish()
///
/// The UID of an event is the id of its listing, so a program that imports the file again updates its entries.
public struct ICalendarExport: Sendable {
  private var writer: ICalendarWriter

  /// Begins a calendar.
  ///
  /// - Parameters:
  ///   - name: the display name in calendar programs.
  ///   - now: the timestamp of the events.
  public init(name: String? = nil, now: Instant) {
    writer = ICalendarWriter(product: "-//Vicinity//EN", name: name, now: now)
  }

  /// The bytes written since the last call, for a file of any length.
  public mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

  /// Ends the calendar and returns the remaining bytes.
  public mutating func finish() -> [UInt8] {
    writer.finish()
    return writer.takeBytes()
  }

  /// Adds an event with all its occurrences.
  ///
  /// A postponed event is TENTATIVE, since iCalendar has no such status. An invalid recurrence is left out.
  /// - Parameters:
  ///   - listing: the event.
  ///   - alarmSeconds: when calendars remind of it, from the start, negative before it; nil for no reminder.
  /// - Returns: false, with nothing added, for a listing that is not an event or has no start: opening hours are not
  ///   exported.
  @discardableResult
  public mutating func add(_ listing: Listing, alarmSeconds: Int? = nil) -> Bool {
    guard listing.kind == .event, var event = ICalendarEvent(listing) else { return false }
    event.alarmSeconds = alarmSeconds
    writer.write(event)
    return true
  }

  /// Adds one occurrence of an event, such as one that a member attends.
  ///
  /// - Parameters:
  ///   - listing: the event.
  ///   - starts: the start of the occurrence.
  ///   - ends: the end of the occurrence; nil uses the length of the event.
  ///   - alarmSeconds: when calendars remind of it, from the start, negative before it; nil for no reminder.
  /// - Returns: false, with nothing added, for a listing that is not an event or has no start.
  @discardableResult
  public mutating func add(
    _ listing: Listing, from starts: Instant, to ends: Instant? = nil, alarmSeconds: Int? = nil
  ) -> Bool {
    guard let first = listing.starts else { return false }
    var occurrence = listing
    occurrence.ends = ends ?? listing.ends.map { starts + ($0 - first) }
    (occurrence.starts, occurrence.recurrence) = (starts, nil)
    if let zone = listing.wholeDays?.zone, let length = listing.wholeDays.map({ $0.last - $0.first + 1 }), ends == nil {
      occurrence.ends = zone.midnight(of: zone.localDateTime(at: starts).date + length)
    }
    if listing.recurrence != nil, let start = occurrence.iCalendarStart { occurrence.id += "/\(start)" }
    return add(occurrence, alarmSeconds: alarmSeconds)
  }

  /// Adds a stay at a listing, from the day of arrival to the day of departure.
  ///
  /// - Parameters:
  ///   - listing: the couch.
  ///   - nights: from the day of arrival to the day of departure.
  ///   - uid: the UID of the event in the file, such as the booking id; it should be stable for a stay.
  ///   - title: the title; nil uses the name of the listing.
  ///   - certainty: the status of the stay.
  ///   - alarmSeconds: when calendars remind of it, from the beginning of the day of arrival; nil for no reminder.
  public mutating func add(
    stayAt listing: Listing, _ nights: Nights, uid: String, title: String? = nil, certainty: Certainty = .confirmed,
    alarmSeconds: Int? = nil
  ) {
    var event = ICalendarEvent(recurrence: RecurrenceSet(start: ICalendarTime(nights.from)))
    event.uid = uid
    event.end = ICalendarTime(nights.to)
    event.summary = title ?? listing.name ?? listing.id
    event.status = certainty.status
    event.alarmSeconds = alarmSeconds
    event.describe(listing)
    writer.write(event)
  }

  /// Adds the unavailable nights of a couch as busy days, without a reason.
  public mutating func add(busy nights: Nights, of listing: Listing, title: String = "Not available") {
    var event = ICalendarEvent(recurrence: RecurrenceSet(start: ICalendarTime(nights.from)))
    event.uid = "\(listing.id)/\(nights.from)"
    event.end = ICalendarTime(nights.to)
    event.summary = title
    event.status = .confirmed
    writer.write(event)
  }

  /// The status of a stay.
  public enum Certainty: Sendable {
    /// Requested, not yet answered.
    case tentative
    /// Confirmed.
    case confirmed
    /// Cancelled.
    case cancelled

    fileprivate var status: ICalendarEvent.Status {
      switch self {
      case .tentative: .tentative
      case .confirmed: .confirmed
      case .cancelled: .cancelled
      }
    }
  }
}

extension ICalendarEvent {
  /// An event of the catalog; nil without a start.
  fileprivate init?(_ listing: Listing) {
    guard let start = listing.iCalendarStart else { return nil }
    var set = RecurrenceSet(start: start)
    do throws(RecurrenceError) { set = try listing.recurrenceSet()?.strict ?? set } catch {
      // The import has reported the invalid recurrence; the event takes place once.
    }
    self.init(recurrence: set)
    uid = listing.id
    end = Self.end(of: listing, start)
    summary = listing.name
    description = listing.description
    describe(listing)
    categories = listing.tags
    status = listing.status.map { $0 == .cancelled ? .cancelled : .tentative }
    organizer = listing.host.flatMap(Self.address)
  }

  private static func end(of listing: Listing, _ start: ICalendarTime) -> ICalendarTime? {
    if let days = listing.wholeDays { return ICalendarTime(days.last + 1) }
    return listing.ends?.iCalendarTime(in: listing.timeZone.flatMap(Zone.init(identifier:)))
  }

  /// Sets the location.
  fileprivate mutating func describe(_ listing: Listing) {
    location = listing.address
    geo = Position(latitude: listing.coordinate.latitude, longitude: listing.coordinate.longitude)
    url = listing.url
  }

  /// ORGANIZER has to be a URI: an email address can be one, a member's number cannot.
  private static func address(_ host: String) -> String? {
    if host.wholeMatch(of: /[a-zA-Z][a-zA-Z0-9+.\-]*:\S+/) != nil { return host }
    return host.wholeMatch(of: /\S+@\S+/) == nil ? nil : "mailto:" + host
  }
}
