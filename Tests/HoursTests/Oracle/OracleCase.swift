import CivilTime
import Foundation

@testable import Hours

/// One case of the conformance data; see the README next to it for the fields.
struct OracleCase {
  let id: String
  let kind: String
  let value: String
  let isConsensus: Bool
  let features: [String]
  let reference: String
  let fields: [String: Any]
  let zone: Zone
  /// How spans from the previous day are treated; our rule by default, the peer's to find out whether that is the only
  /// difference.
  var tails = HoursContext.Tails.belongToTheirDay

  init?(_ line: Substring) throws {
    guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let id = object["id"] as? String, let kind = object["kind"] as? String,
      let value = object["value"] as? String
    else { return nil }
    self.id = id
    self.kind = kind
    self.value = value
    isConsensus = object["consensus"] as? Bool ?? false
    features = object["features"] as? [String] ?? []
    reference = object["reference"] as? String ?? object["second_reference"] as? String ?? ""
    fields = object
    zone = (object["timezone"] as? String).flatMap(Zone.init(identifier:)) ?? .utc
  }

  static func all(_ file: String) throws -> [OracleCase] {
    try SharedData.lines(file).compactMap(OracleCase.init)
  }

  var context: HoursContext {
    let place = fields["context"] as? [String: Any] ?? [:]
    return HoursContext(
      zone: zone, latitude: place["lat"] as? Double, longitude: place["lon"] as? Double,
      holidays: (fields["holidays"] as? [String: Any]).map(OracleHolidays.init), tails: tails)
  }

  /// Whether the case needs a country's calendar that it does not contain.
  var lacksCalendar: Bool { fields["needs_country_holidays"] as? Bool ?? false }

  var country: String? { (fields["context"] as? [String: Any])?["country_code"] as? String }

  func hours() throws -> OpeningHours { try OpeningHours(parsing: value, country: country, leniency: .common) }

  func schedule() throws -> Schedule { Schedule(try hours(), in: context) }

  /// The tolerance of a boundary in seconds.
  var tolerance: Int64 { fields["solar"] as? Bool == true ? 300 : 0 }

  /// An instant written with an offset, or a wall-clock time if the case has no time zone.
  func instant(_ text: Any?) -> Instant? {
    guard let text = text as? String else { return nil }
    if text.hasPrefix("+10000") { return .distantFuture }
    if let instant = try? Instant(parsing: text) { return instant }
    return (try? LocalDateTime(parsing: text)).map(zone.instant(of:))
  }
}

/// The calendar contained in a case.
struct OracleHolidays: HolidayCalendar {
  private var names: [LocalDate: String] = [:]
  private var school: [(ClosedRange<LocalDate>, String)] = []

  init(_ object: [String: Any]) {
    for entry in object["PH"] as? [[String]] ?? [] {
      if let date = try? LocalDate(parsing: entry[0]) { names[date] = entry[1] }
    }
    for entry in object["SH"] as? [[String]] ?? [] {
      if let first = try? LocalDate(parsing: entry[0]), let last = try? LocalDate(parsing: entry[1]), first <= last {
        school.append((first...last, entry[2]))
      }
    }
  }

  func publicHoliday(on date: LocalDate) -> String? { names[date] }

  func schoolHoliday(on date: LocalDate) -> SchoolHoliday {
    school.first { $0.0.contains(date) }.map { .holiday(name: $0.1) } ?? .schoolDay
  }
}
