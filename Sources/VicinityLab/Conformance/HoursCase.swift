import CivilTime
import Hours
import Streams
import Vicinity

/// One case of a conformance file for opening hours.
struct HoursCase {
  let value: String
  let zone: Zone
  /// Whether its times, and so those of the answer, have no offset.
  let isFloating: Bool
  let country: String?
  var context: HoursContext
  /// Nil when the case only checks whether the value is valid.
  let window: Range<Instant>?

  /// The longest window evaluated: every rule of the language repeats or ends within less.
  private static let longestWindow: Int64 = 100 * 366 * 86_400

  init(_ object: JSONObject) throws(CaseError) {
    guard let value = object["value"]?.string else {
      throw CaseError("\"value\" must be the opening hours as text")
    }
    self.value = value
    let zoneName = object["timezone"].flatMap { $0.isNull ? nil : $0 }
    isFloating = Self.lacksOffset(object["from"])
    zone = try zoneName.map { value throws(CaseError) in try Self.zone(value) } ?? .utc
    let place = object["context"]?.object ?? JSONObject()
    country = (place["country_code"] ?? place["country"] ?? object["country"])?.string
    context = HoursContext(
      zone: zone, latitude: (place["lat"] ?? object["lat"])?.number, longitude: (place["lon"] ?? object["lon"])?.number,
      holidays: try Self.holidays(object["holidays"], country, (place["state"] ?? object["state"])?.string))
    window = try Self.window(object, zone)
  }

  private static func zone(_ value: JSONValue) throws(CaseError) -> Zone {
    if let zone = value.string.flatMap(Zone.init(identifier:)) { return zone }
    throw CaseError(
      "\"timezone\": \(value.text.shortened) is not a zone; write an IANA name such as Europe/Berlin")
  }

  /// The holidays listed in the case, else the calendar of its country and state.
  private static func holidays(
    _ lists: JSONValue?, _ country: String?, _ state: String?
  ) throws(CaseError) -> (any HolidayCalendar)? {
    if let lists, !lists.isNull { return try ListedHolidays(lists) }
    guard let country else { return nil }
    return PublicHolidays(country: country, region: state) ?? PublicHolidays(country: country)
  }

  private static func lacksOffset(_ value: JSONValue?) -> Bool {
    value?.string.flatMap { try? LocalDateTime(parsing: $0) } != nil
  }

  private static func window(_ object: JSONObject, _ zone: Zone) throws(CaseError) -> Range<Instant>? {
    guard let from = try instant("from", object, zone), let to = try instant("to", object, zone) else { return nil }
    guard from <= to, to - from <= longestWindow else {
      throw CaseError("\"to\" must be after \"from\", and by at most 100 years")
    }
    return from..<to
  }

  private static func instant(_ key: String, _ object: JSONObject, _ zone: Zone) throws(CaseError) -> Instant? {
    guard let value = object[key], !value.isNull else { return nil }
    guard let text = value.string else { throw CaseError("\"\(key)\" must be a time as text") }
    return try instant(text, key, zone)
  }

  /// A time with an offset, or a local time.
  static func instant(_ text: String, _ key: String, _ zone: Zone) throws(CaseError) -> Instant {
    do throws(TimeParseError) {
      return zone.instant(of: try LocalDateTime(parsing: text))
    } catch {
      do throws(TimeParseError) { return try Instant(parsing: text) } catch {
        throw CaseError("\"\(key)\": \(error)")
      }
    }
  }
}

extension HoursCase {
  /// The value as map editors would accept it.
  var hours: OpeningHours {
    get throws(OpeningHoursError) { try OpeningHours(parsing: value, country: country, leniency: .common) }
  }

  /// Whether the value mentions holidays but no calendar is given.
  var lacksCalendar: Bool {
    do throws(OpeningHoursError) { return try hours.usesHolidays && context.holidays == nil } catch { return false }
  }
}
