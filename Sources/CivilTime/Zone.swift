import Foundation

/// A time zone: converts between instants and local time.
///
/// Zones are shared and cheap to copy; two zones are equal when their identifiers are. The offsets equal those of
/// Foundation from 1970 on; before 1970 the offset of 1970-01-01 applies.
public struct Zone: Sendable {
  let table: ZoneTable

  /// The zone with an IANA identifier such as "Europe/Berlin"; nil for an unknown identifier.
  ///
  /// The first use of a zone in a process reads its transitions (below a millisecond); later uses are a dictionary
  /// look-up.
  public init?(identifier: String) {
    guard let table = ZoneCache.shared.table(for: identifier) else { return nil }
    self.table = table
  }

  /// A zone with a fixed offset of `seconds` east of UTC (negative: west), named like "+05:30".
  ///
  /// - Parameter seconds: clamped to -86 399...86 399.
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

  /// Whether no clock change lies after `start` and up to and including `end`. False outside the table of changes, that
  /// is before 1970 and from 2100 on.
  public func isSteady(from start: Instant, through end: Instant) -> Bool {
    let (start, end) = (start.secondsSince1970, end.secondsSince1970)
    guard start >= 0, start <= end, end < ZoneTable.end else { return false }
    let segment = table.segment(at: start)
    return segment + 1 == table.starts.count || end < table.starts[segment + 1]
  }

  /// The local time at an instant.
  public func localDateTime(at instant: Instant) -> LocalDateTime {
    LocalDateTime(secondsAsUTC: instant.clampedSeconds + Int64(offset(at: instant)))
  }

  /// The instant of a local time.
  ///
  /// A time skipped in spring moves forward by the length of the gap (02:30 becomes 03:30). A time repeated in autumn
  /// means the first of its two instants.
  public func instant(of local: LocalDateTime) -> Instant {
    Instant(secondsSince1970: seconds(ofLocal: local.secondsAsUTC))
  }

  /// ``instant(of:)`` on plain seconds.
  package func seconds(ofLocal local: Int64) -> Int64 {
    let shift = ZoneTable.shift(local)
    let wall = local - shift
    // No offset exceeds 16 hours, so the segment is this one or one of the next few.
    var segment = table.segment(at: wall - 57_600)
    while segment + 1 < table.starts.count, wall >= table.starts[segment + 1] + Int64(table.offsets[segment]) {
      segment += 1
    }
    let offset = Int64(table.offsets[segment])
    guard segment > 0, wall - offset < table.starts[segment] else { return wall - offset + shift }
    return wall - Int64(table.offsets[segment - 1]) + shift
  }

  /// The local time at an instant, and whether a clock change precedes it so closely that the wall clock alone does not
  /// determine which boundaries have passed: the repeated hour in autumn, the hour after the gap in spring.
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
