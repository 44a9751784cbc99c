import CivilTime

extension ICalendarTime: CustomStringConvertible {
  /// Parses `YYYYMMDD`, `YYYYMMDDTHHMMSS` or `YYYYMMDDTHHMMSSZ`.
  ///
  /// - Parameters:
  ///   - text: the value; a second 60 is read as 59, as the RFC requires of implementations without leap seconds.
  ///   - zone: the zone of a time without Z, the TZID of the property; nil means floating.
  /// - Throws: ``RecurrenceError`` with the position and what was expected there.
  public init(parsing text: String, in zone: Zone? = nil) throws(RecurrenceError) {
    var scanner = ValueScanner(text)
    let date = try scanner.date()
    guard !scanner.isAtEnd else {
      self.init(date)
      return
    }
    let seconds = try scanner.timeOfDay()
    let isUTC = scanner.take("Z") || scanner.take("z")
    try scanner.expectEnd()
    self.init(
      LocalDateTime(date: date, secondOfDay: seconds), isUTC ? .utc : zone.map { .zone($0) } ?? .floating)
  }

  /// The value in iCalendar notation, without the name of a zone: `20261127`, `20261127T200000`, `20261127T190000Z`.
  public var description: String {
    let (year, month, day) = local.date.parts
    let date = year.padded(4) + month.padded(2) + day.padded(2)
    guard !isDate else { return date }
    let time = local.hour.padded(2) + local.minute.padded(2) + local.second.padded(2)
    return "\(date)T\(time)\(reference == .utc ? "Z" : "")"
  }
}

extension Int {
  /// Decimal digits with leading zeros.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(width - digits.count, 0)) + digits
  }
}
