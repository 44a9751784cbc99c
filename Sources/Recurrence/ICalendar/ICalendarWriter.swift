import CivilTime

/// Writes an iCalendar file (RFC 5545), one event at a time.
///
/// Lines end with CR LF and are folded at 75 octets, never inside a character. Each zone is defined by a VTIMEZONE
/// before its first use.
public struct ICalendarWriter: Sendable {
  private var bytes: [UInt8] = []
  private var zones: Set<String> = []
  private let now: Instant

  /// Begins a calendar.
  ///
  /// - Parameters:
  ///   - product: PRODID, the program that writes the file.
  ///   - name: the display name in calendar programs.
  ///   - now: DTSTAMP of events without one.
  public init(product: String, name: String? = nil, now: Instant) {
    self.now = now
    put("BEGIN:VCALENDAR")
    put("VERSION:2.0")
    put("PRODID:" + ICalendarText.encoded(product))
    put("CALSCALE:GREGORIAN")
    if let name { put("X-WR-CALNAME:" + ICalendarText.encoded(name)) }
  }

  /// The bytes written since the last call.
  public mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Ends the calendar.
  public mutating func finish() { put("END:VCALENDAR") }

  /// Writes an event; one without a `uid` is written without UID, although the RFC requires it.
  public mutating func write(_ event: ICalendarEvent) {
    define(event)
    put("BEGIN:VEVENT")
    text("UID", event.uid)
    put("DTSTAMP" + RecurrenceSet.property([event.stamp ?? ICalendarTime(Zone.utc.localDateTime(at: now), .utc)]))
    put("DTSTART" + RecurrenceSet.property([event.recurrence.start]))
    if let end = event.end { put("DTEND" + RecurrenceSet.property([end])) }
    if event.end == nil, let duration = event.duration { put("DURATION:\(duration)") }
    for line in event.recurrence.lines { put(line) }
    if let id = event.recurrenceID { put("RECURRENCE-ID" + RecurrenceSet.property([id])) }
    details(of: event)
    alarm(of: event)
    put("END:VEVENT")
  }

  /// RFC 5545, section 3.6.6.
  private mutating func alarm(of event: ICalendarEvent) {
    guard let seconds = event.alarmSeconds else { return }
    let (hours, minutes) = (abs(seconds) / 3600, abs(seconds) / 60 % 60)
    put("BEGIN:VALARM")
    put("ACTION:DISPLAY")
    text("DESCRIPTION", event.summary ?? "Reminder")
    put("TRIGGER:\(seconds < 0 ? "-" : "")PT\(hours)H\(minutes)M")
    put("END:VALARM")
  }

  private mutating func details(of event: ICalendarEvent) {
    text("SUMMARY", event.summary)
    text("DESCRIPTION", event.description)
    text("LOCATION", event.location)
    if let geo = event.geo { put("GEO:\(geo.latitude);\(geo.longitude)") }
    if !event.categories.isEmpty {
      put("CATEGORIES:" + event.categories.map(ICalendarText.encoded).joined(separator: ","))
    }
    if let status = event.status { put("STATUS:\(status.rawValue)") }
    if let url = event.url { put("URL:" + url.onOneLine) }
    if let organizer = event.organizer { put("ORGANIZER:" + organizer.onOneLine) }
    if event.sequence > 0 { put("SEQUENCE:\(event.sequence)") }
    if let modified = event.lastModified { put("LAST-MODIFIED" + RecurrenceSet.property([modified])) }
  }

  private mutating func text(_ name: String, _ value: String?) {
    if let value { put("\(name):" + ICalendarText.encoded(value)) }
  }

  /// Writes a line, folded.
  private mutating func put(_ line: String) {
    var column = 0
    for character in line.unicodeScalars {
      let width = UTF8.width(character)
      if column + width > 75 {
        bytes += [0x0D, 0x0A, 0x20]
        column = 1
      }
      bytes += UTF8.encode(character).map(Array.init) ?? []
      column += width
    }
    bytes += [0x0D, 0x0A]
  }
}

extension ICalendarWriter {
  private mutating func define(_ event: ICalendarEvent) {
    let set = event.recurrence
    let times =
      [set.start] + set.dates.map(\.start) + set.exceptionDates + [event.end, event.recurrenceID].compactMap { $0 }
    for time in times {
      if case .zone(let zone) = time.reference, zones.insert(zone.identifier).inserted { define(zone) }
    }
  }

  /// Writes a VTIMEZONE with every clock change from 1970 until 2100, one observance for each pair of offsets.
  private mutating func define(_ zone: Zone) {
    let beginning = Instant(secondsSince1970: 0)
    put("BEGIN:VTIMEZONE")
    put("TZID:" + zone.identifier.onOneLine)
    let first = zone.offset(at: beginning)
    observance([Zone.Change(instant: beginning + Int64(-first), before: first, after: first)])
    let changes = zone.changes(in: .distantPast ..< .distantFuture)
    for group in Dictionary(grouping: changes, by: { [$0.before, $0.after] }).values.sorted(by: {
      $0[0].instant < $1[0].instant
    }) {
      observance(group)
    }
    put("END:VTIMEZONE")
  }

  private mutating func observance(_ changes: [Zone.Change]) {
    guard let first = changes.first else { return }
    let name = first.after > first.before ? "DAYLIGHT" : "STANDARD"
    let onsets = changes.map { change in
      ICalendarTime(LocalDateTime(wallSeconds: change.instant.secondsSince1970 + Int64(change.before)), .floating)
    }
    put("BEGIN:\(name)")
    put("DTSTART" + RecurrenceSet.property([onsets[0]]))
    put("TZOFFSETFROM:" + Self.offset(first.before))
    put("TZOFFSETTO:" + Self.offset(first.after))
    if onsets.count > 1 { put("RDATE" + RecurrenceSet.property(Array(onsets.dropFirst()))) }
    put("END:\(name)")
  }

  private static func offset(_ seconds: Int) -> String {
    let size = abs(seconds)
    let minutes = (size / 3600).padded(2) + (size / 60 % 60).padded(2)
    return (seconds < 0 ? "-" : "+") + minutes + (size % 60 == 0 ? "" : (size % 60).padded(2))
  }
}

extension String {
  /// Without control characters, for values that have no escape sequences.
  fileprivate var onOneLine: String { String(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }) }
}
