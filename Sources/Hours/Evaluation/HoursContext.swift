import CivilTime

/// What a value needs to know of its place: the time zone, for sun times the coordinate, for holidays the calendar.
public struct HoursContext: Sendable {
  /// The zone whose clocks the times of day are read from.
  public var zone: Zone
  /// Degrees north, -90...90; nil when not known, and then the state is unknown where the sun decides.
  public var latitude: Double?
  /// Degrees east, -180...180; nil when not known.
  public var longitude: Double?
  /// The holidays there; nil when not known.
  ///
  /// Without a calendar a rule that closes on holidays is passed over, and so is one that opens on holidays beside
  /// ordinary rules: else most places would be unknown every day. Where *only* holidays open a place, those times are
  /// unknown. ``Schedule/lacksHolidays`` tells that this happened.
  public var holidays: (any HolidayCalendar)?
  /// What becomes of a span past midnight when a later rule speaks of the next day.
  public var tails: Tails

  /// What becomes of a span past midnight when a later rule speaks of the next day.
  public enum Tails: Sendable {
    /// It belongs to the day it begins on and goes on to its end: `Th 18:00-02:00; Fr 18:00-04:00` is open on Friday at
    /// 01:00. Only hours closed by name (`Fr 00:00-06:00 off`) cut it.
    case belongToTheirDay
    /// It ends at midnight, as in `opening_hours.js`.
    case endWithLaterRules
  }

  /// Makes a context; a coordinate that is not finite or out of range counts as not known.
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

  /// The coordinate when it is known and valid.
  var coordinate: (latitude: Double, longitude: Double)? {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return (latitude, longitude)
  }
}
