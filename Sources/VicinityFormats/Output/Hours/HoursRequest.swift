import CivilTime
import Geography
import Hours
import Vicinity

/// A request to evaluate opening hours, as text values.
public struct HoursRequest: Hashable, Sendable {
  /// The opening hours.
  public var hours: String
  /// The moment: `now`, an instant, a local time or `Sa 22:30`; nil means now.
  public var at: String?
  /// The start of a window, instead of `at`; needs `to`.
  public var from: String?
  /// The end of the window, exclusive.
  public var to: String?
  /// The IANA name of the zone; nil means UTC.
  public var timeZone: String?
  /// ISO 3166-1 code of the country for holidays; nil means the country of the zone.
  public var country: String?
  /// The region of the country, spelled as in listings: an ISO 3166-2 code such as `DE-BY`, `de_by` or `BY`, or a name.
  public var region: String?
  /// Degrees north, for sun times.
  public var latitude: Double?
  /// Degrees east, for sun times.
  public var longitude: Double?
  /// The operating status; a place that is not in business is closed at all times. Nil means in business.
  public var operatingStatus: OperatingStatus?

  /// Makes a request for now, in UTC.
  public init(hours: String) { self.hours = hours }

  /// Evaluates the opening hours.
  ///
  /// - Parameter now: the instant that `now` refers to.
  /// - Throws: `QueryError` for the other properties, with their names as paths; `OpeningHoursError` for the hours.
  public func report(at now: Instant) throws -> HoursReport {
    try report(of: Schedule(try OpeningHours(parsing: hours, country: country), in: try context()), at: now)
  }

  /// Evaluates opening hours that are bound to their place, whatever the request says of it.
  ///
  /// - Parameters:
  ///   - schedule: ``hours`` bound to the place.
  ///   - now: the instant that `now` refers to.
  /// - Throws: `QueryError` for the times, with their names as paths.
  package func report(of schedule: Schedule, at now: Instant) throws(QueryError) -> HoursReport {
    let asked = try moments(in: schedule.context.zone, now: now)
    var report = HoursReport(text: hours, schedule: schedule, at: asked.at, window: asked.window)
    report.notInBusiness = operatingStatus == .open ? nil : operatingStatus
    return report
  }

  private func moments(in zone: Zone, now: Instant) throws(QueryError) -> (at: Instant, window: Range<Instant>?) {
    guard let from, let to else {
      if from != nil { throw .missing(path: "to", neededBy: "from") }
      if to != nil { throw .missing(path: "from", neededBy: "to") }
      return (try moment(at ?? "now", "at", zone, now), nil)
    }
    if at != nil { throw .conflict("give either a moment, or from and to") }
    let start = try moment(from, "from", zone, now)
    let end = try moment(to, "to", zone, start)
    guard start < end else { throw .conflict("\"to\" must be later than \"from\"") }
    guard end - start <= Self.longestWindow else { throw .conflict("a window is at most 10 years long") }
    return (start, start..<end)
  }

  private static let longestWindow: Int64 = 3_660 * 86_400

  /// A date alone means its first instant.
  private func moment(_ text: String, _ path: String, _ zone: Zone, _ now: Instant) throws(QueryError) -> Instant {
    if let date = try? LocalDate(parsing: text) { return zone.instant(of: LocalDateTime(date: date, secondOfDay: 0)) }
    return try Query.Moment(parsing: text, path: path).instant(in: zone, now: now) ?? now
  }

  private func context() throws(QueryError) -> HoursContext {
    var context = HoursContext(of: try zone())
    if let country {
      context.holidays = try holidays(of: country, in: region)
    } else if let region {
      context.holidays = try holidays(of: RegionHolidays.country(ofZone: context.zone.identifier), in: region)
    }
    if (latitude == nil) != (longitude == nil) {
      throw latitude == nil
        ? .missing(path: "latitude", neededBy: "longitude") : .missing(path: "longitude", neededBy: "latitude")
    }
    if let latitude, let longitude, !Coordinate(latitude: latitude, longitude: longitude).isValid {
      throw .outOfRange(
        path: "latitude", found: "\(latitude), \(longitude)", allowed: "-90 to 90, and the longitude -180 to 180")
    }
    (context.latitude, context.longitude) = (latitude, longitude)
    return context
  }

  private func zone() throws(QueryError) -> Zone {
    guard let timeZone else { return .utc }
    if let zone = Zone(identifier: timeZone) { return zone }
    throw .outOfRange(
      path: "timeZone", found: "\"\(timeZone)\"", allowed: "the IANA name of a zone, such as Europe/Berlin")
  }

  /// - Parameter country: nil if neither the request nor its zone determines it.
  private func holidays(of country: String?, in region: String?) throws(QueryError) -> any HolidayCalendar {
    guard let country else {
      if let region, let holidays = RegionHolidays.calendar(named: region, country: nil) { return holidays }
      throw .missing(path: "country", neededBy: "region")
    }
    if region == nil, !country.contains("-"), let holidays = PossibleHolidays(anywhereIn: country) { return holidays }
    if let holidays = PublicHolidays(country: country, region: region) { return holidays }
    if let region, let holidays = RegionHolidays.calendar(named: region, country: country.uppercased()) {
      return holidays
    }
    guard PublicHolidays(country: country) != nil else {
      throw .outOfRange(
        path: "country", found: "\"\(country)\"", allowed: "one of \(PublicHolidays.countries.joined(separator: ", "))",
        hint: "Holidays of other countries are not known; leave it out.")
    }
    let regions = PublicHolidays.regions(of: country).map { "\($0.code) (\($0.name))" }
    throw .outOfRange(
      path: "region", found: "\"\(region ?? "")\"", allowed: "one of \(regions.joined(separator: ", "))")
  }
}
