import CivilTime

/// The place that opening hours are evaluated for: its time zone, its coordinate for sun times, its calendar of
/// holidays.
public struct HoursContext: Sendable {
  /// The zone of the local times.
  public var zone: Zone
  /// Degrees north, -90...90; nil when unknown, which leaves the state unknown around sun times.
  public var latitude: Double?
  /// Degrees east, -180...180; nil when unknown.
  public var longitude: Double?
  /// The holidays at the place; nil when unknown.
  ///
  /// Without a calendar, rules that close on holidays are skipped, and so are rules that open on holidays in addition
  /// to ordinary rules: otherwise most places would be unknown every day. Where a place opens on holidays *only*, those
  /// times are unknown. ``Schedule/lacksHolidays`` reports both cases.
  public var holidays: (any HolidayCalendar)?
  /// What happens to a span past midnight when a later rule applies to the next day.
  public var tails: Tails

  /// What happens to a span past midnight when a later rule applies to the next day.
  public enum Tails: Sendable {
    /// It belongs to the day it begins on and lasts until its end: `Th 18:00-02:00; Fr 18:00-04:00` is open on Friday
    /// at 01:00. Only an explicit closure (`Fr 00:00-06:00 off`) cuts it short.
    case belongToTheirDay
    /// It ends at midnight, as in `opening_hours.js`.
    case endWithLaterRules
  }

  /// Makes a context; a coordinate that is not finite or out of range counts as unknown.
  public init(
    zone: Zone, latitude: Double? = nil, longitude: Double? = nil, holidays: (any HolidayCalendar)? = nil,
    tails: Tails = .belongToTheirDay
  ) {
    self.tails = tails
    self.zone = zone
    self.latitude = latitude
    self.longitude = longitude
    self.holidays = holidays
  }

  /// Whether rules are applied as `opening_hours.js` does, which treats the part of a span after midnight as a rule of
  /// the next day.
  var isLikePeer: Bool { tails == .endWithLaterRules }

  /// The coordinate when it is known and valid.
  var coordinate: (latitude: Double, longitude: Double)? {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return (latitude, longitude)
  }
}
