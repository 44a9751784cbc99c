import CivilTime

/// Builds a zone from the lines of a VTIMEZONE (RFC 5545, 3.6.5).
struct ZoneBuilder {
  let body: [LogicalLines.Line]
  let line: Int

  /// STANDARD or DAYLIGHT: a change of offset and its times.
  private struct Observance {
    var from: Int?
    var to: Int?
    var lines: [ContentLine] = []
    var line: Int
  }

  /// Nil without a name or an observance.
  func zone() throws(ICalendarError) -> Zone? {
    var name: String?
    var current: Observance?
    var changes: [Zone.Change] = []
    for line in body {
      if let marker = ICalendarReader.marker(line) {
        if !marker.isBegin, let observance = current { changes += try onsets(observance) }
        current = marker.isBegin ? Observance(line: line.number) : nil
        continue
      }
      let content: ContentLine
      do throws(RecurrenceError) { content = try ContentLine(parsing: line.text) } catch { continue }
      if current == nil, content.name == "TZID" { name = content.value }
      try take(content, line.number, into: &current)
    }
    guard let name, let first = changes.min(by: { $0.instant < $1.instant }) else { return nil }
    return Zone(identifier: name, offset: first.before, changes: changes)
  }

  private func take(_ content: ContentLine, _ number: Int, into current: inout Observance?) throws(ICalendarError) {
    guard current != nil else { return }
    switch content.name {
    case "TZOFFSETFROM": current?.from = try offset(content.value, number)
    case "TZOFFSETTO": current?.to = try offset(content.value, number)
    case "DTSTART", "RRULE", "RDATE": current?.lines.append(content)
    default: break
    }
  }

  private func offset(_ text: String, _ number: Int) throws(ICalendarError) -> Int {
    let digits = Array(text.utf8.dropFirst())
    let isSigned = text.hasPrefix("+") || text.hasPrefix("-")
    guard isSigned, digits.count == 4 || digits.count == 6, digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
      throw ICalendarError(line: number, uid: nil, problem: "\"\(text.prefix(40))\" is not an offset such as +0100")
    }
    let value = digits.map { Int($0 - 0x30) }
    let pairs = stride(from: 0, to: value.count, by: 2).map { value[$0] * 10 + value[$0 + 1] }
    let seconds = min(pairs[0] * 3600 + pairs[1] * 60 + (pairs.count > 2 ? pairs[2] : 0), 86_399)
    return text.hasPrefix("-") ? -seconds : seconds
  }

  /// The changes up to 2100, where zone tables end; their times are local times before the change.
  private func onsets(_ observance: Observance) throws(ICalendarError) -> [Zone.Change] {
    guard let from = observance.from, let to = observance.to else { return [] }
    var reader = RecurrenceReader(start: nil, leniency: .tolerant)
    let wall = Zone(secondsEastOfUTC: from)
    do throws(RecurrenceError) {
      for content in observance.lines { try reader.read(content, content.value) }
      if let start = reader.start { reader.start = ICalendarTime(start.local, .zone(wall)) }
      let set = try reader.finished()
      let end = Instant(secondsSince1970: 4_102_444_800)
      return set.occurrences(in: .distantPast..<end).prefix(Self.mostOnsets).map {
        Zone.Change(instant: $0.instant, before: from, after: to)
      }
    } catch {
      throw ICalendarError(line: observance.line, uid: nil, problem: "VTIMEZONE: \(error)")
    }
  }

  /// More than any zone has; a secondly rule is not a clock change.
  private static let mostOnsets = 1000
}
