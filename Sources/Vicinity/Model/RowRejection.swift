import CivilTime
import CodedErrors

/// The error of a single row of an import; other rows are not affected.
public enum RowRejection: CodedError, Hashable {
  /// The line is not JSON; the column is counted from 1 in bytes.
  case notJSON(problem: String, column: Int)
  /// The value is JSON of the wrong type: a listing is an object.
  case notAnObject(found: String)
  /// A required value is missing; `suggestion` is a similar key of the row.
  case missing(key: String, suggestion: String?)
  /// A value has the wrong type.
  case wrongType(key: String, expected: String, found: String)
  /// A text cannot be parsed as a number.
  case notANumber(key: String, text: String)
  /// A number is out of the allowed range.
  case outOfRange(key: String, value: Double, allowed: String)
  /// The kind is not bar, event or couch.
  case unknownKind(String, suggestion: String?)
  /// The latitude or the longitude of a row is empty.
  case coordinateMissing
  /// An event has no coordinate, only a textual location or none.
  case eventWithoutCoordinate(place: String?)
  /// A part of an iCalendar file cannot be parsed.
  case notICalendar(String)
  /// The latitude or longitude is not a position on Earth.
  case coordinateOutOfRange(latitude: Double, longitude: Double)
  /// The coordinates are so large that they must be in meters of a projection such as UTM.
  case coordinateNotDegrees(x: Double, y: Double)
  /// The coordinates are in another reference system than degrees of WGS 84, which has this name.
  case otherCoordinateSystem(String)
  /// A feature has no geometry, or one of a type that has no position.
  case noGeometry(type: String?)
  /// A text has none of the forms of a position.
  case positionNotUnderstood(String)
  /// A way or relation has no position, and its nodes are not in the file.
  case nodesMissing(id: String)
  /// The time zone is not an IANA name.
  case unknownTimeZone(String, suggestion: String?)
  /// A price is below zero.
  case negativePrice(Double)
  /// The currency is not a code of three capital letters.
  case malformedCurrency(String)
  /// A date or time cannot be parsed.
  case timeNotUnderstood(key: String, text: String, expected: String)
  /// A date such as 03/04/2026 or 26-11-27 could be one of several days, in ISO 8601.
  case dateAmbiguous(key: String, text: String, days: [String])
  /// A time has no offset, and the listing has no zone to read it in.
  case localTimeWithoutZone(key: String, text: String)
  /// An all-day event does not begin or end at local midnight.
  case allDayNotMidnight(key: String, time: Instant, zone: String)
  /// An event recurs more often than `RecurrenceLimits` allow.
  case recurrenceTooOften(String, excess: String)
  /// A field with a fixed set of words has another value; `known` are the accepted words.
  case unknownWord(String, key: String, known: [String], suggestion: String?)
  /// The end is not after the start.
  case endNotAfterStart(starts: Instant, ends: Instant)
  /// Nights of absence are not two dates in order.
  case nightsNotUnderstood(String)
  /// A rate is not two dates in order with a price and numbers of nights.
  case ratesNotUnderstood(String)
  /// Two rates overlap in a night.
  case ratesOverlap(night: LocalDate)
  /// The minimum number of nights exceeds the maximum.
  case nightLimitsCrossed(minimum: Int, maximum: Int)
  /// A text exceeds its maximum length; bytes of UTF-8.
  case textTooLong(key: String, bytes: Int, limit: Int)
  /// A row has more or fewer fields than the header.
  case raggedRow(found: Int, expected: Int)
  /// An earlier row has the same id.
  case duplicateId(String, firstLine: Int)
  /// The catalog has the id as one of another source.
  case idOfOtherSource(String, source: String)
}
