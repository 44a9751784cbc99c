import CivilTime
import Geography
import Hours

extension HoursContext {
  /// What is known of a place from its zone alone: the clocks, and the holidays of the whole country.
  ///
  /// Holidays of a region are not known from a zone, and neither is a coordinate, so that hours by the sun are unknown until the
  /// schedule is `placed`.
  public init(of zone: Zone) {
    self.init(zone: zone, holidays: NationalHolidays.calendar(ofZone: zone.identifier))
  }

  /// The context of a zone by its IANA identifier; nil when this system does not know the zone.
  public init?(zoneName: String) {
    guard let zone = Zone(identifier: zoneName) else { return nil }
    self.init(of: zone)
  }
}

/// The calendars of whole countries, made once, so that all schedules of a country share the years worked out.
enum NationalHolidays {
  /// The holidays of the country in which a zone lies; nil for a country without a table.
  static func calendar(ofZone identifier: String) -> PublicHolidays? {
    ZoneCountry.code(ofZone: identifier).flatMap { calendars[$0] }
  }

  private static let calendars: [String: PublicHolidays] = Dictionary(
    uniqueKeysWithValues: PublicHolidays.countries.compactMap { code in
      PublicHolidays(country: code).map { (code, $0) }
    })
}

extension Schedule {
  /// Binds hours to the clocks of a zone and the holidays of its country.
  ///
  /// - Returns: nil without a zone, unless the hours are the same at all times; those are so on every clock.
  init?(_ hours: OpeningHours, inZone zone: Zone?) {
    self.init(hours, in: zone.map { HoursContext(of: $0) } ?? HoursContext(zone: .utc))
    guard zone != nil || isConstant else { return nil }
  }

  /// The same hours at a place, whose sun is known.
  public func placed(at coordinate: Coordinate) -> Schedule {
    var context = context
    (context.latitude, context.longitude) = (coordinate.latitude, coordinate.longitude)
    return Schedule(hours, in: context)
  }
}
