import CivilTime

/// A VEVENT of iCalendar.
public struct CalendarEvent: Hashable, Sendable {
  /// The name that all parts of an event share; nil where a file leaves it out.
  public var uid: String?
  /// The title.
  public var summary: String?
  /// The text.
  public var description: String?
  /// The place in words.
  public var location: String?
  /// The place on Earth, degrees.
  public var geo: Position?
  /// The categories, in the order written.
  public var categories: [String] = []
  /// Whether it takes place.
  public var status: Status?
  /// When it happens: DTSTART, RRULE, RDATE, EXDATE.
  public var recurrence: RecurrenceSet
  /// DTEND, exclusive; never together with ``duration``.
  public var end: CalendarTime?
  /// DURATION.
  public var duration: CalendarDuration?
  /// RECURRENCE-ID: this event stands in place of that occurrence of the event with the same ``uid``.
  public var recurrenceID: CalendarTime?
  /// URL.
  public var url: String?
  /// ORGANIZER, usually a `mailto:` address.
  public var organizer: String?
  /// SEQUENCE: the higher the newer.
  public var sequence = 0
  /// DTSTAMP.
  public var stamp: CalendarTime?
  /// LAST-MODIFIED.
  public var lastModified: CalendarTime?
  /// Where it begins in the file, from 1; 0 for one that was not read.
  public internal(set) var line = 0
  /// Properties that could not be understood and were passed over.
  public internal(set) var remarks: [ICalendarFault] = []

  /// STATUS of an event.
  public enum Status: String, CaseIterable, Sendable {
    case tentative = "TENTATIVE"
    case confirmed = "CONFIRMED"
    case cancelled = "CANCELLED"
  }

  /// GEO: degrees, WGS 84.
  public struct Position: Hashable, Sendable {
    /// Degrees north, -90...90.
    public let latitude: Double
    /// Degrees east, -180...180.
    public let longitude: Double

    /// Makes a position; nil when it is outside the bounds.
    public init?(latitude: Double, longitude: Double) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// An event with nothing but its time.
  public init(recurrence: RecurrenceSet) { self.recurrence = recurrence }
}

extension CalendarEvent {
  /// When an occurrence ends.
  ///
  /// An end (DTEND) gives every occurrence the same exact length, a duration the same days by the calendar (RFC 5545, 3.8.5.3). Without
  /// either a day lasts a day and a time no time.
  public func end(of occurrence: Occurrence, floatingIn zone: Zone = .utc) -> Instant {
    let start = occurrence.start
    if let own = occurrence.duration ?? duration {
      return occurrence.isShifted
        ? occurrence.instant + (Int64(own.days) * 86_400 + own.seconds)
        : own.end(after: start, floatingIn: zone)
    }
    if recurrence.start.isDate {
      let days = max((end?.local.date ?? start.local.date) - recurrence.start.local.date, 1)
      return CalendarDuration(days: end == nil ? 1 : days).end(after: start, floatingIn: zone)
    }
    guard let end else { return occurrence.instant }
    let exact = end.instant(floatingIn: zone) - recurrence.start.instant(floatingIn: zone)
    return occurrence.instant + max(exact, 0)
  }
}
