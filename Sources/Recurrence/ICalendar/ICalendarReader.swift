import CivilTime

/// Reads an iCalendar file (RFC 5545) one event at a time.
///
/// Several calendars may follow each other, and events may appear outside of one. Components other than VEVENT and
/// VTIMEZONE (VTODO, VJOURNAL, VFREEBUSY, VALARM, X-…) are skipped. A TZID is resolved to the IANA zone of that name,
/// also at the end of a path such as `/example.org/Europe/Berlin`, else to a VTIMEZONE that precedes the event, else to
/// the Windows zone of that name. A broken event becomes an error and reading continues.
public struct ICalendarReader {
  private var lines: LogicalLines
  private var pushedBack: LogicalLines.Line?
  private var zones: [String: Zone] = [:]
  /// X-WR-CALNAME of the current calendar.
  public private(set) var calendarName: String?
  /// X-WR-TIMEZONE of the current calendar: the zone of its floating times, in files that provide it.
  public private(set) var calendarTimeZone: String?
  /// METHOD of the current calendar, in capitals: `CANCEL` calls its events off.
  public private(set) var calendarMethod: String?
  /// The names of the zones that the file has defined so far.
  public private(set) var definedZones: Set<String> = []
  /// Whether a calendar has begun and not ended yet; at the end of a file it has been cut.
  public private(set) var isInCalendar = false
  /// The zone of times whose TZID is neither known nor defined; nil makes such events errors.
  public var fallbackZone: Zone?

  /// Reads a file in pieces, on demand.
  ///
  /// - Parameter chunks: returns the next piece, of any length; nil at the end.
  public init(chunks: @escaping () throws -> [UInt8]?) { lines = LogicalLines(chunks) }

  /// Reads a text.
  public init(parsing text: String) {
    var rest: [UInt8]? = Array(text.utf8)
    self.init(chunks: {
      defer { rest = nil }
      return rest
    })
  }

  /// The next event or error; nil at the end.
  ///
  /// - Throws: only errors of `chunks`.
  public mutating func next() throws -> ICalendarItem? {
    while let line = try nextLine() {
      guard !line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { continue }
      let content: ContentLine
      do throws(RecurrenceError) { content = try ContentLine(parsing: line.text) } catch {
        return .error(ICalendarError(line: line.number, uid: nil, problem: "\(error)"))
      }
      if let item = try read(content, line) { return item }
    }
    return nil
  }

  private mutating func nextLine() throws -> LogicalLines.Line? {
    if let line = pushedBack {
      pushedBack = nil
      return line
    }
    return try lines.next()
  }

  private mutating func read(_ content: ContentLine, _ line: LogicalLines.Line) throws -> ICalendarItem? {
    switch (content.name, content.value.uppercased()) {
    case ("BEGIN", "VCALENDAR"):
      (calendarName, calendarTimeZone, calendarMethod, isInCalendar) = (nil, nil, nil, true)
    case ("END", "VCALENDAR"): isInCalendar = false
    case ("METHOD", let method): calendarMethod = method
    case ("BEGIN", let name): return try component(name, from: line.number)
    case ("X-WR-CALNAME", _): calendarName = ICalendarText.decoded(content.value)
    case ("X-WR-TIMEZONE", _): calendarTimeZone = content.value
    default: break
    }
    return nil
  }

  private mutating func component(_ name: String, from number: Int) throws -> ICalendarItem? {
    let keeps = name == "VEVENT" || name == "VTIMEZONE"
    guard let body = try body(of: name, keeping: keeps) else {
      return .error(ICalendarError(line: number, uid: nil, problem: "BEGIN:\(name) has no END:\(name)"))
    }
    switch name {
    case "VEVENT":
      return EventBuilder(body: body, line: number, zones: zones, fallbackZone: fallbackZone).item()
    case "VTIMEZONE":
      do throws(ICalendarError) {
        guard let zone = try ZoneBuilder(body: body, line: number).zone() else { return nil }
        zones[zone.identifier] = zone
        definedZones.insert(zone.identifier)
      } catch { return .error(error) }
    default: break
    }
    return nil
  }

  /// The lines up to the END of a component; nil when another component's boundary comes first.
  private mutating func body(of name: String, keeping keeps: Bool) throws -> [LogicalLines.Line]? {
    var open = [name]
    var body: [LogicalLines.Line] = []
    var size = 0
    while let line = try nextLine() {
      let marker = Self.marker(line)
      if marker?.isBegin == true, let inner = marker?.name {
        if inner == "VCALENDAR" || (inner == "VEVENT" && !name.hasPrefix("X-")) {
          pushedBack = line
          return nil
        }
        open.append(inner)
      } else if let end = marker?.name {
        if let index = open.lastIndex(of: end) { open.removeSubrange(index...) }
        if open.isEmpty { return body }
        if end == "VCALENDAR" { return nil }
      }
      size += line.bytes.count
      if keeps, size <= Self.longestComponent { body.append(line) }
    }
    return nil
  }

  /// The maximum size of one component in bytes; the rest is dropped.
  private static let longestComponent = 8 << 20

  /// The component that a line begins or ends.
  static func marker(_ line: LogicalLines.Line) -> (isBegin: Bool, name: String)? {
    guard let first = line.bytes.first, first | 0x20 == 0x62 || first | 0x20 == 0x65 else { return nil }
    let text = line.text.uppercased()
    for (prefix, isBegin) in [("BEGIN:", true), ("END:", false)] where text.hasPrefix(prefix) {
      let name = text.dropFirst(prefix.count).filter { !$0.isWhitespace }
      return (isBegin, name)
    }
    return nil
  }
}
