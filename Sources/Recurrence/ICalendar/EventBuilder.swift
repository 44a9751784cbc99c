import CivilTime

/// Builds an event from the lines of a VEVENT.
struct EventBuilder {
  let body: [LogicalLines.Line]
  let line: Int
  let zones: [String: Zone]
  /// The zone of times whose TZID is unknown; nil makes them errors.
  var fallbackZone: Zone?

  func item() -> ICalendarItem {
    do throws(ICalendarError) { return .event(try event()) } catch { return .error(error) }
  }

  /// The lines of the event itself, without those of alarms.
  private func properties() throws(ICalendarError) -> [(ContentLine, LogicalLines.Line)] {
    var depth = 0
    var properties: [(ContentLine, LogicalLines.Line)] = []
    for line in body {
      if let marker = ICalendarReader.marker(line) {
        depth = max(depth + (marker.isBegin ? 1 : -1), 0)
      } else if depth == 0, !line.bytes.isEmpty {
        do throws(RecurrenceError) { properties.append((try ContentLine(parsing: line.text), line)) } catch {
          throw ICalendarError(line: line.number, uid: uid(properties), problem: "\(error)")
        }
      }
    }
    return properties
  }

  private func uid(_ properties: [(ContentLine, LogicalLines.Line)]) -> String? {
    properties.first { $0.0.name == "UID" }.map { ICalendarText.decoded($0.0.value) }
  }

  private func event() throws(ICalendarError) -> ICalendarEvent {
    let properties = try properties()
    let uid = uid(properties)
    var event = ICalendarEvent(recurrence: try recurrence(properties, uid))
    event.uid = uid
    event.line = line
    for (content, line) in properties {
      do throws(RecurrenceError) { try take(content, line, into: &event) } catch {
        let problem = ICalendarError(line: line.number, uid: uid, problem: "\(content.name): \(error)")
        if Self.essential.contains(content.name) { throw problem }
        event.remarks.append(problem)
      }
    }
    if event.end != nil, event.duration != nil { event.duration = nil }
    noteUnknownZones(properties, of: &event)
    return event
  }

  /// The properties without which an event would be wrong; an error in one rejects the event.
  private static let essential: Set<String> = ["DTEND", "DURATION", "RECURRENCE-ID"]

  private func recurrence(
    _ properties: [(ContentLine, LogicalLines.Line)], _ uid: String?
  ) throws(ICalendarError) -> RecurrenceSet {
    var reader = RecurrenceReader(start: nil, leniency: .tolerant)
    reader.zones = { zone($0) }
    for (content, line) in properties where RecurrenceReader.names.contains(content.name) {
      do throws(RecurrenceError) { try reader.read(content, line.text) } catch {
        throw ICalendarError(line: line.number, uid: uid, problem: "\(error)")
      }
    }
    guard reader.start != nil else { throw ICalendarError(line: line, uid: uid, problem: "an event needs a DTSTART") }
    do throws(RecurrenceError) { return try reader.finished() } catch {
      throw ICalendarError(line: line, uid: uid, problem: "\(error)")
    }
  }

  /// The zone that a VTIMEZONE defined, unless the name is that of an IANA zone; else the one that the name means.
  private func zone(_ name: String) -> Zone? { knownZone(name) ?? fallbackZone }

  private func knownZone(_ name: String) -> Zone? {
    if let defined = zones[name], Zone(identifier: name) == nil, !name.contains("/") { return defined }
    return Zone.named(name) ?? zones[name]
  }

  /// Notes times that are read in the zone of unknown names.
  private func noteUnknownZones(_ properties: [(ContentLine, LogicalLines.Line)], of event: inout ICalendarEvent) {
    guard let fallbackZone else { return }
    for (content, line) in properties {
      guard let name = content["TZID"], !content.value.uppercased().hasSuffix("Z"), knownZone(name) == nil else {
        continue
      }
      event.remarks.append(
        ICalendarError(
          line: line.number, uid: event.uid,
          problem: "\(content.name): the zone \"\(name)\" is not known; read in \(fallbackZone.identifier)"))
      return
    }
  }

  private func take(
    _ content: ContentLine, _ line: LogicalLines.Line, into event: inout ICalendarEvent
  ) throws(RecurrenceError) {
    switch content.name {
    case "SUMMARY": event.summary = ICalendarText.decoded(content.value)
    case "DESCRIPTION": event.description = ICalendarText.decoded(content.value)
    case "LOCATION": event.location = ICalendarText.decoded(content.value)
    case "CATEGORIES": event.categories += ICalendarText.list(content.value)
    case "URL": event.url = content.value
    case "ORGANIZER": event.organizer = content.value
    case "GEO": event.geo = try position(content.value)
    case "STATUS": (event.status, event.otherStatus) = Self.status(content.value)
    case "X-APPLE-STRUCTURED-LOCATION": event.structuredLocation = Self.structuredLocation(content.value)
    case "SEQUENCE": event.sequence = try sequence(content.value)
    case "DTEND": try takeEnd(content, line, &event)
    case "DURATION": event.duration = try ICalendarDuration(parsing: content.value)
    case "RECURRENCE-ID": event.recurrenceID = try time(content)
    case "DTSTAMP": event.stamp = try time(content)
    case "LAST-MODIFIED": event.lastModified = try time(content)
    default: break
    }
  }

  private func time(_ content: ContentLine) throws(RecurrenceError) -> ICalendarTime {
    var reader = RecurrenceReader(start: nil, leniency: .tolerant)
    reader.zones = { zone($0) }
    return try ICalendarTime(parsing: content.value.filter { !$0.isWhitespace }, in: try reader.zone(content))
  }

  /// Takes an end. One that precedes the start on the same day, such as 00:00, is that of the following day; another
  /// one before the start is left out.
  private func takeEnd(
    _ content: ContentLine, _ line: LogicalLines.Line, _ event: inout ICalendarEvent
  ) throws(RecurrenceError) {
    let (start, end) = (event.recurrence.start, try time(content))
    guard end.isDate == start.isDate else {
      let problem = "\(content.name) is a \(end.isDate ? "day" : "time"), and the start is not; it was left out"
      event.remarks.append(ICalendarError(line: line.number, uid: event.uid, problem: problem))
      return
    }
    guard end.instant() < start.instant() else {
      event.end = end
      return
    }
    if !end.isDate, end.local.date == start.local.date {
      let day = LocalDateTime(date: end.local.date + 1, secondOfDay: end.local.secondOfDay)
      (event.end, event.hasMovedEnd) = (ICalendarTime(day, end.reference), true)
    } else {
      event.remarks.append(
        ICalendarError(line: line.number, uid: event.uid, problem: "\(content.name) is before the start \(start)"))
    }
  }

  /// The two numbers of a GEO: separated by a semicolon, with decimal points or commas, or by a comma or a space;
  /// escaped or not, also after `geo:`.
  private static func pairs(_ text: String) -> [(String, String)] {
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.count == 2, !text.contains(";"), words.allSatisfy({ Double($0) != nil }) {
      return [(String(words[0]), String(words[1]))]
    }
    let signs = text.filter { !$0.isWhitespace && $0 != "\\" }
    let text = signs.lowercased().hasPrefix("geo:") ? String(signs.dropFirst(4)) : signs
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 { return [(parts[0], parts[1]), (point(parts[0]), point(parts[1]))] }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 1 && numbers.count == 2 ? [(numbers[0], numbers[1])] : []
  }

  private static func point(_ number: String) -> String { number.replacing(",", with: ".") }

  private func position(_ text: String) throws(RecurrenceError) -> ICalendarEvent.Position {
    for parts in Self.pairs(text) {
      if let latitude = Double(parts.0), let longitude = Double(parts.1),
        let position = ICalendarEvent.Position(latitude: latitude, longitude: longitude)
      {
        return position
      }
    }
    throw RecurrenceError(text, at: 0, found: text, expected: "latitude;longitude in degrees, such as 48.77;9.18")
  }

  /// The status, also with one L or in other letters; else the word itself, for the caller to interpret.
  private static func status(_ text: String) -> (ICalendarEvent.Status?, String?) {
    let word = text.uppercased().filter(\.isLetter)
    if word == "CANCELED" { return (.cancelled, nil) }
    if let status = ICalendarEvent.Status(rawValue: word) { return (status, nil) }
    return (nil, text.allSatisfy(\.isWhitespace) ? nil : text)
  }

  /// The position of `geo:53.7997,-1.5492`, which Apple's calendars write.
  private static func structuredLocation(_ text: String) -> ICalendarEvent.Position? {
    let text = ICalendarText.decoded(text).lowercased()
    guard let start = text.firstRange(of: "geo:") else { return nil }
    let numbers = text[start.upperBound...].prefix { $0 != ";" && $0 != "?" }.split(separator: ",")
    guard numbers.count >= 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]) else { return nil }
    return ICalendarEvent.Position(latitude: latitude, longitude: longitude)
  }

  private func sequence(_ text: String) throws(RecurrenceError) -> Int {
    if let number = Int(text), number >= 0 { return number }
    throw RecurrenceError(text, at: 0, found: text, expected: "a whole number")
  }
}
