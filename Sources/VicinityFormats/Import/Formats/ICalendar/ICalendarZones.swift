import CivilTime
import Foundation
import Recurrence
import Streams
import Vicinity

/// Converts the times of calendar events to an IANA zone, as a listing requires.
final class ICalendarZones {
  private var known: [String: Zone?] = [:]

  /// Sets start, end, zone, recurrence and whether it is all-day.
  ///
  /// - Parameters:
  ///   - set: the recurrence of the event.
  ///   - home: the zone of days and floating times, and of the location of an event whose time is in UTC.
  func setTimes(
    of event: ICalendarEvent, _ set: RecurrenceSet, home: Zone?, in listing: inout Listing
  ) throws(RowRejection) {
    let start = set.start
    let zone = try zone(of: start, isRecurring: set.isRecurring, home)
    listing.timeZone = zone?.identifier
    listing.allDay = start.isDate
    let clock = zone ?? .utc
    let isOwn = Self.isNamed(start.reference)
    let starts = isOwn ? start.instant(floatingIn: clock) : clock.instant(of: start.local)
    listing.starts = starts
    listing.ends = Self.end(of: event, start, in: clock)
    if let ends = listing.ends, ends <= starts {
      let end = event.end.flatMap { $0.reference == start.reference ? $0.local : nil }
      listing.ends = end.flatMap { EventTimes.length(from: start.local, to: $0) }.map { starts + $0 }
    }
    listing.recurrence = !set.isRecurring ? nil : Self.text(of: set, isOwn && start.reference != .floating ? nil : zone)
  }

  /// Whether the zone of a time has a name known to other programs.
  private static func isNamed(_ reference: ICalendarTime.Reference) -> Bool {
    if case .zone(let zone) = reference { Zone(identifier: zone.identifier) != nil } else { true }
  }

  /// Whether the zone of an event is its own, not that of its calendar or place.
  static func isZoned(_ set: RecurrenceSet) -> Bool {
    switch set.start.reference {
    case .zone: true
    case .utc: set.isRecurring
    case .date, .floating: false
    }
  }

  /// A recurrence in UTC stays in UTC, so that no clock change shifts it.
  private func zone(of start: ICalendarTime, isRecurring: Bool, _ home: Zone?) throws(RowRejection) -> Zone? {
    switch start.reference {
    case .utc: return isRecurring ? .utc : home
    case .date, .floating:
      guard let home else { throw .localTimeWithoutZone(key: "starts", text: "\(start)") }
      return home
    case .zone(let zone):
      if Zone(identifier: zone.identifier) != nil { return zone }
      if let same = sameClock(as: zone, at: start.instant(), home) { return same }
      if let named = Zone.named(zone.identifier) { return named }
      throw .unknownTimeZone(zone.identifier, suggestion: nil)
    }
  }

  private static func end(of event: ICalendarEvent, _ start: ICalendarTime, in zone: Zone) -> Instant? {
    let local = ICalendarTime(start.local, start.isDate ? .date : .zone(zone))
    let from = isNamed(start.reference) ? start : local
    if let duration = event.duration { return duration.end(after: from, floatingIn: zone) }
    guard let end = event.end else {
      return start.isDate ? ICalendarDuration(days: 1).end(after: start, floatingIn: zone) : nil
    }
    if start.isDate, end.local.date <= start.local.date {
      return ICalendarDuration(days: 1).end(after: start, floatingIn: zone)
    }
    return isNamed(end.reference) ? end.instant(floatingIn: zone) : zone.instant(of: end.local)
  }

  /// The recurrence as text; nil without one.
  ///
  /// Times in the listing's zone are written with its name, instead of a name that only the file defines, or none.
  /// - Parameter zone: the zone; nil when the start has its own reference.
  private static func text(of set: RecurrenceSet, _ zone: Zone?) -> String? {
    guard let text = set.recurrenceText.nonEmpty, let zone else { return set.recurrenceText.nonEmpty }
    let name = ";TZID=\(zone.identifier)"
    let lines = text.split(separator: "\n").map { line in
      let named = String(line).replacing(/;TZID=("[^"]*"|[^:;]*)/) { _ in name }
      return isFloating(named) ? named.replacing(":", with: name + ":", maxReplacements: 1) : named
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a line contains floating dates.
  private static func isFloating(_ line: String) -> Bool {
    guard line.hasPrefix("RDATE") || line.hasPrefix("EXDATE") else { return false }
    let isUTC = line.uppercased().hasSuffix("Z") || line.contains("Z/")
    return !isUTC && ![";TZID=", ";VALUE=DATE:"].contains(where: line.contains)
  }
}

// MARK: - Zones defined only in the file

extension ICalendarZones {
  /// The IANA zone with the same offsets in the year from `instant` on; nil when there is none.
  private func sameClock(as zone: Zone, at instant: Instant, _ home: Zone?) -> Zone? {
    if let found = known[zone.identifier] { return found }
    let candidates =
      [home].compactMap { $0 }
      + (Self.usual + TimeZone.knownTimeZoneIdentifiers).lazy
      .compactMap(Zone.init(identifier:))
    // A carelessly defined zone changes its clocks a week early or late.
    let found =
      candidates.first { Self.areSame($0, zone, from: instant, every: 10) }
      ?? candidates.first { Self.areSame($0, zone, from: instant, every: 91) }
    known[zone.identifier] = .some(found)
    return found
  }

  /// Compares the offsets every few days for a year from `instant` on.
  private static func areSame(_ left: Zone, _ right: Zone, from instant: Instant, every days: Int) -> Bool {
    stride(from: 0, to: 366, by: days).allSatisfy { day in
      let moment = instant + Int64(day) * 86_400
      return left.offset(at: moment) == right.offset(at: moment)
    }
  }

  /// The most common of the zones with the same offsets.
  private static let usual = [
    "Europe/Berlin", "Europe/London", "Europe/Athens", "Europe/Moscow", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Phoenix", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Shanghai",
    "Asia/Tokyo", "Asia/Dubai", "Australia/Sydney", "Pacific/Auckland",
  ]
}
