extension RowRejection {
  /// The key of a listing's JSON form whose value is wrong or missing; nil when it is not one.
  package var key: String? {
    switch self {
    case .missing(let key, _), .wrongType(let key, _, _), .notANumber(let key, _), .outOfRange(let key, _, _),
      .timeNotUnderstood(let key, _, _), .dateAmbiguous(let key, _, _), .localTimeWithoutZone(let key, _),
      .allDayNotMidnight(let key, _, _),
      .unknownWord(_, let key, _, _), .textTooLong(let key, _, _):
      // Some say more, such as "publicRadius of a bar".
      key.split { " .[".contains($0) }.first.flatMap { Field(rawValue: String($0)) }?.rawValue
    case .unknownKind: Field.kind.rawValue
    case .unknownTimeZone: Field.timezone.rawValue
    case .negativePrice: Field.price.rawValue
    case .malformedCurrency: Field.currency.rawValue
    case .recurrenceTooOften: Field.recurrence.rawValue
    case .endNotAfterStart: Field.ends.rawValue
    case .nightsNotUnderstood: Field.unavailable.rawValue
    case .ratesNotUnderstood, .ratesOverlap: Field.nightlyRates.rawValue
    case .nightLimitsCrossed: Field.minNights.rawValue
    case .coordinateMissing, .eventWithoutCoordinate, .coordinateOutOfRange, .coordinateNotDegrees,
      .otherCoordinateSystem, .positionNotUnderstood:
      Field.lat.rawValue
    case .notJSON, .notAnObject, .notICalendar, .noGeometry, .nodesMissing, .raggedRow, .duplicateId,
      .idOfOtherSource:
      nil
    }
  }
}
