import CodedErrors
import Streams

extension RowRejection {
  /// A stable identifier of the error, for counting and searching.
  public var code: String {
    switch self {
    case .notJSON: "not-json"
    case .notAnObject: "not-an-object"
    case .missing(let key, _): "missing-\(key)"
    case .wrongType: "wrong-type"
    case .notANumber: "not-a-number"
    case .outOfRange: "out-of-range"
    case .unknownKind: "unknown-kind"
    case .coordinateMissing, .eventWithoutCoordinate: "coordinate-missing"
    case .notICalendar: "not-icalendar"
    case .coordinateOutOfRange: "coordinate-out-of-range"
    case .coordinateNotDegrees: "coordinate-not-degrees"
    case .otherCoordinateSystem: "other-coordinate-system"
    case .noGeometry: "no-geometry"
    case .positionNotUnderstood: "position-not-understood"
    case .nodesMissing: "nodes-missing"
    case .unknownTimeZone: "unknown-time-zone"
    case .negativePrice: "negative-price"
    case .malformedCurrency: "malformed-currency"
    case .timeNotUnderstood: "time-not-understood"
    case .dateAmbiguous: "date-ambiguous"
    case .localTimeWithoutZone: "local-time-without-zone"
    case .allDayNotMidnight: "all-day-not-midnight"
    case .recurrenceTooOften: "recurrence-too-often"
    case .unknownWord(_, let key, _, _): "unknown-\(key)"
    case .endNotAfterStart: "end-not-after-start"
    case .nightsNotUnderstood: "nights-not-understood"
    case .nightLimitsCrossed: "night-limits-crossed"
    case .ratesNotUnderstood: "rates-not-understood"
    case .ratesOverlap: "rates-overlap"
    case .textTooLong: "text-too-long"
    case .raggedRow: "ragged-row"
    case .duplicateId: "duplicate-id"
    case .idOfOtherSource: "id-of-other-source"
    }
  }

  /// A next step that may help for all rows of this kind.
  public var remedy: Remedy? {
    switch self {
    case .eventWithoutCoordinate: .placeEvents
    case .localTimeWithoutZone: .giveTimeZone
    case .dateAmbiguous: .orderDates
    case .coordinateNotDegrees, .otherCoordinateSystem: .convert(.toDegrees)
    case .idOfOtherSource(_, let source): .takeOver(source: source)
    default: nil
    }
  }

  /// The message for people, on one line: the error and its location.
  public var description: String { wording.printable }

  private var wording: String {
    switch self {
    case .coordinateMissing, .eventWithoutCoordinate, .coordinateOutOfRange, .coordinateNotDegrees, .noGeometry,
      .otherCoordinateSystem, .positionNotUnderstood, .nodesMissing:
      placeWording
    case .unknownTimeZone, .timeNotUnderstood, .dateAmbiguous, .localTimeWithoutZone, .allDayNotMidnight,
      .endNotAfterStart,
      .recurrenceTooOften, .nightsNotUnderstood,
      .nightLimitsCrossed, .ratesNotUnderstood, .ratesOverlap:
      timeWording
    case .notJSON, .notICalendar, .notAnObject, .missing, .raggedRow, .duplicateId, .idOfOtherSource,
      .unknownKind:
      rowWording
    default: valueWording
    }
  }

  private var rowWording: String {
    switch self {
    case .notJSON(let problem, let column): "not valid JSON at column \(column): \(problem)."
    case .notICalendar(let problem): "\(problem)."
    case .notAnObject(let found): "a listing is a JSON object in braces; this is \(found)."
    case .missing(let key, let suggestion):
      "\(key) is missing or empty." + (suggestion.map { " The row has \"\($0)\": rename it to \"\(key)\"." } ?? "")
    case .raggedRow(let found, let expected):
      "the row has \(found) fields, the header \(expected). Quote a field that contains the delimiter or a line end."
    case .duplicateId(let id, let line): "the id \"\(id)\" was already used in line \(line); ids must be unique."
    case .idOfOtherSource(let id, let source): "the id \"\(id)\" is that of a listing of the source \"\(source)\"."
    case .unknownKind(let kind, let suggestion):
      "kind \"\(kind)\" is not bar, event or couch." + (suggestion.map { " Did you mean \"\($0)\"?" } ?? "")
    default: ""
    }
  }

  private var valueWording: String {
    switch self {
    case .wrongType(let key, let expected, let found): "\(key) should be \(expected), and is \(found)."
    case .notANumber(let key, let text): "\(key) should be a number, and is \"\(text)\"."
    case .outOfRange(let key, let value, let allowed): "\(key) is \(Self.number(value)); it should be \(allowed)."
    case .negativePrice(let amount):
      "the price \(Self.number(amount)) is below zero; 0 means free, and an unknown price is left out."
    case .unknownWord(let text, let key, let known, let suggestion):
      "\(key) \"\(text)\" is not one of \(known.joined(separator: ", "))."
        + (suggestion.map { " Did you mean \"\($0)\"?" } ?? "")
    case .malformedCurrency(let text): "currency \"\(text)\" is not an ISO 4217 code such as EUR."
    case .textTooLong(let key, let bytes, let limit): "\(key) has \(bytes) bytes; at most \(limit) are allowed."
    default: ""
    }
  }

  private var placeWording: String {
    switch self {
    case .coordinateMissing: "the row has no latitude and longitude, so it cannot be put on a map."
    case .eventWithoutCoordinate(let place):
      "it has no latitude and longitude" + (place.map { ", only the place \"\($0.shortened)\"" } ?? "")
        + "."
    case .coordinateOutOfRange(let latitude, let longitude): Self.rangeWording(latitude, longitude)
    case .coordinateNotDegrees(let x, let y):
      "\(Self.number(x)), \(Self.number(y)) are not degrees but meters of a projected system such as UTM."
    case .otherCoordinateSystem(let name):
      "the coordinates are in the reference system \"\(name.shortened)\", not in degrees of WGS 84."
    case .noGeometry(let type):
      type.map { "a geometry of type \($0) has no position." } ?? "the feature has no geometry."
    case .positionNotUnderstood(let text):
      "\"\(text.shortened)\" is not understood as a position; expected \"48.7758, 9.1829\", POINT(9.1829 48.7758), "
        + "degrees with minutes, or the link of a map."
    case .nodesMissing(let id):
      "\(id) has no position: the nodes it is made of are not in the file. Query Overpass with \"out center;\"."
    default: ""
    }
  }

  private static func rangeWording(_ latitude: Double, _ longitude: Double) -> String {
    let isSwapped = abs(latitude) > 90 && abs(latitude) <= 180 && abs(longitude) <= 90
    let what =
      abs(latitude) <= 90
      ? "longitude \(number(longitude)) is outside -180...180" : "latitude \(number(latitude)) is outside -90...90"
    return what + (isSwapped ? ". Are latitude and longitude swapped?" : ".")
  }

  private var timeWording: String {
    switch self {
    case .unknownTimeZone(let name, let suggestion):
      "\"\(name)\" is not an IANA time zone."
        + (suggestion.map { " Did you mean \($0)?" } ?? " An example is Europe/Berlin.")
    case .timeNotUnderstood(let key, let text, let expected):
      "\(key) \"\(text)\" is not understood; expected \(expected)."
    case .dateAmbiguous(let key, let text, let days):
      "\(key) \"\(text)\" could be \(days.joined(separator: " or ")), and no date of the column shows which."
    case .localTimeWithoutZone(let key, let text):
      "\(key) \"\(text)\" has no offset and the row no time zone."
    case .allDayNotMidnight(let key, let time, let zone):
      "\(key) of an all-day event should be midnight in \(zone), and is \(time). Write only the day, such as 2026-11-27."
    case .recurrenceTooOften(let text, let excess): "recurrence \"\(text.shortened)\" \(excess)."
    case .endNotAfterStart(let starts, let ends): "it ends (\(ends)) before or when it starts (\(starts))."
    case .nightsNotUnderstood(let text):
      "unavailable nights \(text) are not understood; expected [[\"2026-12-01\",\"2026-12-05\"]], arrival before departure."
    case .nightLimitsCrossed(let minimum, let maximum): "minNights \(minimum) is more than maxNights \(maximum)."
    case .ratesNotUnderstood(let text):
      "nightlyRates \(text) are not understood; expected from, to and any of price, minNights, maxNights, as in "
        + #"[{"from":"2026-12-24","to":"2027-01-02","price":80,"minNights":3}]."#
    case .ratesOverlap(let night):
      "nightlyRates covers the night of \(night) twice; to is the day after the last night."
    default: ""
    }
  }

  /// A number, without a fraction if it is integral.
  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
