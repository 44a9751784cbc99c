import Foundation

extension Zone {
  /// The zone of a Foundation time zone, with its identifier.
  ///
  /// `TimeZone(secondsFromGMT:)` has identifiers such as `GMT+0530`.
  public init(_ timeZone: TimeZone) {
    let identifier = timeZone.identifier
    self = Zone(identifier: identifier) ?? Zone(table: ZoneTable(timeZone, identifier: identifier))
  }

  /// The time zone that the system is set to.
  public static var current: Zone { Zone(TimeZone.current) }

  /// The same zone for Foundation.
  ///
  /// Nil where Foundation has none: for an identifier that only an iCalendar file defines, and for a fixed offset of
  /// more than 18 hours or, on some systems, of a fraction of a minute.
  public var timeZone: TimeZone? {
    if let zone = TimeZone(identifier: identifier) { return zone }
    guard table.starts.count == 1, let zone = TimeZone(secondsFromGMT: table.offsets[0]),
      zone.secondsFromGMT() == table.offsets[0]
    else { return nil }
    return zone
  }
}
