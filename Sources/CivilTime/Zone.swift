import Foundation

/// A time zone: the rule that turns instants into what the clocks of a place show, and back.
///
/// Zones are shared and cheap to copy; two zones are equal when their identifiers are. The offsets equal those of
/// Foundation from 1970 on; before 1970 the offset of 1970-01-01 is used.
public struct Zone: Sendable {
  let table: ZoneTable

  /// The zone with an IANA identifier such as "Europe/Berlin"; nil when there is none.
  ///
  /// The first use of a zone in a process reads its transitions (below a millisecond), later ones a dictionary.
  public init?(identifier: String) {
    guard let table = ZoneCache.shared.table(for: identifier) else { return nil }
    self.table = table
  }

  /// A zone whose clocks are always `seconds` ahead of UTC (behind when negative), named like "+05:30".
  ///
  /// - Parameter seconds: -86 399...86 399; values beyond are clamped.
  public init(secondsEastOfUTC seconds: Int) {
    let offset = min(max(seconds, -86_399), 86_399)
    var writer = TimeWriter()
    writer.offset(offset)
    table = ZoneTable(identifier: writer.text, fixedOffset: offset)
  }

  init(table: ZoneTable) { self.table = table }

  /// Coordinated Universal Time.
  public static let utc = Zone(table: ZoneTable(identifier: "UTC", fixedOffset: 0))

  /// The IANA identifier, or an offset such as "+05:30".
  public var identifier: String { table.identifier }
}

extension Zone {
  /// Seconds east of UTC in force at an instant.
  ///
  /// - Complexity: O(log *n*) in the number of clock changes since 1970.
  public func offset(at instant: Instant) -> Int {
    let seconds = instant.clampedSeconds
    return table.offsets[table.segment(at: seconds - ZoneTable.shift(seconds))]
  }

  /// Whether the clocks are not changed after one instant, up to and including another, as far as the table of changes tells: false
  /// from its end in 2100 on, and before 1970.
  public func isSteady(from start: Instant, through end: Instant) -> Bool {
    let (start, end) = (start.secondsSince1970, end.secondsSince1970)
    guard start >= 0, start <= end, end < ZoneTable.end else { return false }
    let segment = table.segment(at: start)
    return segment + 1 == table.starts.count || end < table.starts[segment + 1]
  }

  /// What the clocks show at an instant.
  public func localDateTime(at instant: Instant) -> LocalDateTime {
    LocalDateTime(secondsAsUTC: instant.clampedSeconds + Int64(offset(at: instant)))
  }

  /// The instant at which the clocks show a time.
  ///
  /// A time skipped in spring is the instant as far after the change as the time lies in the gap (02:30 becomes 03:30).
  /// Of two instants in autumn it is the first.
  public func instant(of local: LocalDateTime) -> Instant {
    Instant(secondsSince1970: seconds(ofLocal: local.secondsAsUTC))
  }

  /// ``instant(of:)`` on plain seconds.
  package func seconds(ofLocal local: Int64) -> Int64 {
    let shift = ZoneTable.shift(local)
    let wall = local - shift
    // No offset is larger than 16 hours, so the segment wanted is this one or one of the next few.
    var segment = table.segment(at: wall - 57_600)
    while segment + 1 < table.starts.count, wall >= table.starts[segment + 1] + Int64(table.offsets[segment]) {
      segment += 1
    }
    let offset = Int64(table.offsets[segment])
    guard segment > 0, wall - offset < table.starts[segment] else { return wall - offset + shift }
    return wall - Int64(table.offsets[segment - 1]) + shift
  }

  /// The offset at an instant, and whether a clock change lies so shortly before it that the wall clock alone does not
  /// tell which boundaries have passed: the hour shown twice in autumn, the hour after the gap in spring.
  package func wallClock(at seconds: Int64) -> (local: Int64, isAmbiguous: Bool) {
    let inside = seconds - ZoneTable.shift(seconds)
    let segment = table.segment(at: inside)
    let offset = table.offsets[segment]
    guard segment > 0 else { return (seconds + Int64(offset), false) }
    let change = abs(offset - table.offsets[segment - 1])
    return (seconds + Int64(offset), inside - table.starts[segment] < Int64(change))
  }
}

extension Zone: Hashable, CustomStringConvertible {
  /// Whether both are the same zone, by identifier.
  public static func == (left: Zone, right: Zone) -> Bool {
    left.table === right.table || left.identifier == right.identifier
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// The identifier.
  public var description: String { identifier }
}
