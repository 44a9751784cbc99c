import CivilTime

/// A VEVENT of iCalendar.
public struct ICalendarEvent: Hashable, Sendable {
  /// The identifier shared by all parts of an event; nil when the file has none.
  public var uid: String?
  /// The title.
  public var summary: String?
  /// The description.
  public var description: String?
  /// The location as text.
  public var location: String?
  /// The location in degrees.
  public var geo: Position?
  /// The location in degrees by X-APPLE-STRUCTURED-LOCATION. Only read from files.
  public internal(set) var structuredLocation: Position?
  /// The categories, in the order written.
  public var categories: [String] = []
  /// Whether it takes place.
  public var status: Status?
  /// The value of STATUS if iCalendar does not define it.
  public var otherStatus: String?
  /// The times: DTSTART, RRULE, RDATE, EXDATE.
  public var recurrence: RecurrenceSet
  /// DTEND, exclusive; never together with ``duration``.
  public var end: ICalendarTime?
  /// Whether the file has this end on the day of the start and before it, so that it was moved to the following day.
  public var hasMovedEnd = false
  /// DURATION.
  public var duration: ICalendarDuration?
  /// RECURRENCE-ID: this event replaces that occurrence of the event with the same ``uid``.
  public var recurrenceID: ICalendarTime?
  /// URL.
  public var url: String?
  /// ORGANIZER, usually a `mailto:` address.
  public var organizer: String?
  /// VALARM: when a calendar reminds of the event, in seconds from its start, negative before it. Not read from files.
  public var alarmSeconds: Int?
  /// SEQUENCE: the revision number; higher is newer.
  public var sequence = 0
  /// DTSTAMP.
  public var stamp: ICalendarTime?
  /// LAST-MODIFIED.
  public var lastModified: ICalendarTime?
  /// The first line of the event in the file, from 1; 0 for an event that was not read from a file.
  public internal(set) var line = 0
  /// Properties that could not be parsed and were skipped.
  public internal(set) var remarks: [ICalendarError] = []

  /// STATUS of an event.
  public enum Status: String, CaseIterable, Sendable {
    /// It may take place.
    case tentative = "TENTATIVE"
    /// It takes place.
    case confirmed = "CONFIRMED"
    /// It does not take place.
    case cancelled = "CANCELLED"
  }

  /// GEO: degrees, WGS 84.
  public struct Position: Hashable, Sendable {
    /// Degrees north, -90...90.
    public let latitude: Double
    /// Degrees east, -180...180.
    public let longitude: Double

    /// Makes a position; nil when it is out of bounds.
    public init?(latitude: Double, longitude: Double) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// Makes an event with only a time.
  public init(recurrence: RecurrenceSet) { self.recurrence = recurrence }
}

extension ICalendarEvent {
  /// The end of an occurrence.
  ///
  /// An end (DTEND) gives every occurrence the same exact length, a duration the same number of calendar days (RFC
  /// 5545, 3.8.5.3). Without either, an all-day occurrence lasts a day and any other has length zero.
  public func end(of occurrence: Occurrence, floatingIn zone: Zone = .utc) -> Instant {
    let start = occurrence.start
    if let own = occurrence.duration ?? duration {
      return occurrence.isShifted
        ? occurrence.instant + (Int64(own.days) * 86_400 + own.seconds)
        : own.end(after: start, floatingIn: zone)
    }
    if recurrence.start.isDate {
      let days = max((end?.local.date ?? start.local.date) - recurrence.start.local.date, 1)
      return ICalendarDuration(days: end == nil ? 1 : days).end(after: start, floatingIn: zone)
    }
    guard let end else { return occurrence.instant }
    let exact = end.instant(floatingIn: zone) - recurrence.start.instant(floatingIn: zone)
    return occurrence.instant + max(exact, 0)
  }
}
