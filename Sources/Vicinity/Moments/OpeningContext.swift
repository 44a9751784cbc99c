import CivilTime
import Geography
import Hours

extension HoursContext {
  /// A context from a zone alone: its local time, and the holidays of the whole country.
  ///
  /// Regional holidays do not follow from a zone, and neither does a coordinate, so sun times stay unknown until the
  /// schedule is `placed`.
  public init(of zone: Zone) {
    self.init(zone: zone, holidays: NationalHolidays.calendar(ofZone: zone.identifier))
  }

  /// The context of a zone by its IANA identifier; nil for a zone unknown to this system.
  public init?(zoneName: String) {
    guard let zone = Zone(identifier: zoneName) else { return nil }
    self.init(of: zone)
  }
}

/// The calendars of whole countries, created once, so that all schedules of a country share the computed years.
enum NationalHolidays {
  /// The holidays of the country of a zone; nil for a country without a table.
  static func calendar(ofZone identifier: String) -> PublicHolidays? {
    ZoneCountry.code(ofZone: identifier).flatMap { calendars[$0] }
  }

  private static let calendars: [String: PublicHolidays] = Dictionary(
    uniqueKeysWithValues: PublicHolidays.countries.compactMap { code in
      PublicHolidays(country: code).map { (code, $0) }
    })
}

extension Schedule {
  /// Binds hours to a zone and the holidays of its country.
  ///
  /// - Returns: nil without a zone, unless the state is the same at all times.
  init?(_ hours: OpeningHours, inZone zone: Zone?) {
    guard let schedule = Schedule(hours, in: HoursContext(zone: .utc)).inZone(zone) else { return nil }
    self = schedule
  }

  /// The same hours in a zone, with the holidays of its country.
  ///
  /// - Returns: nil without a zone, unless the state is the same at all times.
  func inZone(_ zone: Zone?) -> Schedule? {
    guard let zone else { return isConstant ? self : nil }
    return bound(to: HoursContext(of: zone))
  }

  /// The same hours at a coordinate, which makes sun times known.
  public func placed(at coordinate: Coordinate) -> Schedule {
    var context = context
    (context.latitude, context.longitude) = (coordinate.latitude, coordinate.longitude)
    return bound(to: context)
  }
}
