import CivilTime
import Geography
import Hours

extension HoursContext {
  /// A context from only a zone: its local time, and the holidays of its country.
  ///
  /// A zone does not determine the region within the country: days that are holidays only in a part of the country are
  /// uncertain. Nor does it determine a coordinate, so sun times are unknown until the schedule is `placed`.
  public init(of zone: Zone) { self.init(of: zone, in: nil) }

  /// A context from a zone and its possible regions; nil means any region of the zone's country.
  init(of zone: Zone, in regions: HolidayRegions?) {
    let regions = regions ?? ZoneCountry.withHolidays(ofZone: zone.identifier).map { HolidayRegions([$0]) }
    self.init(zone: zone, holidays: regions?.calendar)
  }

  /// A context from a zone and the region that a listing names, as in ``Listing/region``.
  package init(of zone: Zone, region: String?) {
    self.init(of: zone, in: region.flatMap { HolidayRegions(named: $0, zone: zone.identifier) })
  }

  /// The context of a zone by its IANA identifier; nil for a zone unknown to this system.
  public init?(zoneName: String) {
    guard let zone = Zone(identifier: zoneName) else { return nil }
    self.init(of: zone)
  }
}

extension Schedule {
  /// Binds hours to a zone and the holidays of its possible regions.
  ///
  /// - Parameter regions: nil means any of the zone's country.
  /// - Returns: nil without a zone, unless the state is the same at all times.
  init?(_ hours: OpeningHours, inZone zone: Zone?, regions: HolidayRegions?) {
    guard let schedule = Schedule(hours, in: HoursContext(zone: .utc)).inZone(zone, regions: regions) else {
      return nil
    }
    self = schedule
  }

  /// The same hours in a zone, with the holidays of its possible regions.
  ///
  /// - Parameter regions: nil means any of the zone's country.
  /// - Returns: nil without a zone, unless the state is the same at all times.
  func inZone(_ zone: Zone?, regions: HolidayRegions?) -> Schedule? {
    guard let zone else { return isConstant ? self : nil }
    return bound(to: HoursContext(of: zone, in: regions))
  }

  /// The same hours at a coordinate, which makes sun times known.
  public func placed(at coordinate: Coordinate) -> Schedule {
    var context = context
    (context.latitude, context.longitude) = (coordinate.latitude, coordinate.longitude)
    return bound(to: context)
  }
}
