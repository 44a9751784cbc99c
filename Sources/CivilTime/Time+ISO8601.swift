extension LocalDate: CustomStringConvertible {
  /// Reads exactly `YYYY-MM-DD`.
  ///
  /// - Throws: ``TimeParseError`` with the position and what was expected there.
  public init(parsing text: String) throws(TimeParseError) {
    if let date = text.utf8.withContiguousStorageIfAvailable(LocalDate.init(digits:)) ?? nil {
      self = date
      return
    }
    var scanner = TimeScanner(text, form: "a date such as 2026-12-01")
    self = try scanner.date()
    try scanner.expectEnd()
  }

  /// Reads `YYYY-MM-DD` from its ten bytes without allocating: catalogs and calendars hold millions of dates.
  ///
  /// Nil for anything that is not a date; ``init(parsing:)`` reports why.
  package init?(digits bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    var areDigits = true
    func number(_ positions: Range<Int>) -> Int {
      var number = 0
      for position in positions {
        let digit = bytes[position] &- UInt8(ascii: "0")
        areDigits = areDigits && digit <= 9
        number = 10 * number + Int(digit)
      }
      return number
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    guard areDigits, day >= 1, day <= LocalDate.length(ofMonth: month, year: year) else { return nil }
    self.init(dayNumber: LocalDate.dayNumber(year: year, month: month, day: day))
  }

  /// The date in ISO 8601: `2026-12-01`.
  public var description: String {
    var writer = TimeWriter()
    writer.date(self)
    return writer.text
  }
}

extension LocalDateTime: CustomStringConvertible {
  /// Reads `YYYY-MM-DDTHH:MM[:SS]` without an offset; a space may replace the T, and a fraction of a second is dropped.
  ///
  /// - Throws: ``TimeParseError`` with the position and what was expected there.
  public init(parsing text: String) throws(TimeParseError) {
    var scanner = TimeScanner(text, form: "a date and time such as 2026-11-27T22:30")
    let date = try scanner.date()
    try scanner.dateTimeSeparator()
    self.init(date: date, secondOfDay: try scanner.secondOfDay())
    try scanner.expectEnd()
  }

  /// The time in ISO 8601 without an offset: `2026-11-27T22:30:00`.
  public var description: String {
    var writer = TimeWriter()
    writer.dateTime(self)
    return writer.text
  }
}

extension Instant: CustomStringConvertible {
  /// Reads an RFC 3339 date and time: `YYYY-MM-DDTHH:MM[:SS[.fraction]]` and `Z` or an offset.
  ///
  /// A space may replace the T, a fraction of a second is dropped, and the offset may be `±HH:MM`, `±HHMM` or `±HH`.
  /// - Throws: ``TimeParseError`` with the position and what was expected there.
  public init(parsing text: String) throws(TimeParseError) {
    var scanner = TimeScanner(text, form: "a time with an offset such as 2026-11-27T21:00:00+01:00")
    let date = try scanner.date()
    try scanner.dateTimeSeparator()
    let local = LocalDateTime(date: date, secondOfDay: try scanner.secondOfDay())
    let offset = try scanner.offset()
    try scanner.expectEnd()
    self.init(secondsSince1970: local.secondsAsUTC - Int64(offset))
  }

  /// The instant in UTC: `2026-11-27T21:00:00Z`.
  public var description: String {
    var writer = TimeWriter()
    writer.dateTime(LocalDateTime(secondsAsUTC: clampedSeconds))
    writer.put("Z")
    return writer.text
  }

  /// The instant in the local time of a zone, with the offset: `2026-11-27T22:00:00+01:00`.
  public func iso8601(in zone: Zone) -> String {
    let offset = zone.offset(at: self)
    var writer = TimeWriter()
    writer.dateTime(LocalDateTime(secondsAsUTC: clampedSeconds + Int64(offset)))
    writer.offset(offset)
    return writer.text
  }
}
