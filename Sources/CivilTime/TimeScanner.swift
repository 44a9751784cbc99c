/// Reads the fixed-width fields of ISO 8601 and RFC 3339 from bytes.
struct TimeScanner {
  private let text: String
  /// The whole, for a text that does not begin like one, such as "a date such as 2026-12-01".
  private let form: String
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String, form: String) {
    (self.text, self.form) = (text, form)
    // At most 64 bytes are copied; a valid time is shorter.
    bytes = text.utf8.count <= 64 ? Array(text.utf8) : Array(text.utf8.prefix(64))
  }

  var isAtEnd: Bool { position >= bytes.count }

  func failure(_ expected: String, at position: Int? = nil) -> TimeParseError {
    TimeParseError(text: text, position: position ?? self.position, expected: expected)
  }

  /// Reads exactly `width` digits whose value lies in `range`.
  mutating func number(
    width: Int, in range: ClosedRange<Int>, _ expected: @autoclosure () -> String
  ) throws(TimeParseError) -> Int {
    guard position + width <= bytes.count else { throw failure(expected(), at: bytes.count) }
    var value = 0
    for offset in 0..<width {
      let digit = bytes[position + offset] &- 0x30
      guard digit < 10 else { throw failure(expected(), at: position + offset) }
      value = value * 10 + Int(digit)
    }
    guard range.contains(value) else { throw failure(expected()) }
    position += width
    return value
  }

  /// Takes the next byte if it is one of `accepted`.
  mutating func take(_ accepted: UInt8...) -> UInt8? {
    guard position < bytes.count, accepted.contains(bytes[position]) else { return nil }
    position += 1
    return bytes[position - 1]
  }

  mutating func expect(_ byte: UInt8, _ expected: String) throws(TimeParseError) {
    guard position < bytes.count, bytes[position] == byte else { throw failure(expected) }
    position += 1
  }

  func expectEnd() throws(TimeParseError) {
    guard isAtEnd else { throw failure("the end of the text") }
  }

  /// Reads `YYYY-MM-DD`.
  mutating func date() throws(TimeParseError) -> LocalDate {
    let form = form
    guard let year = try? number(width: 4, in: 0...9999, form), take(UInt8(ascii: "-")) != nil else {
      throw failure(form, at: 0)
    }
    let month = try number(width: 2, in: 1...12, "a month from 01 to 12")
    try expect(UInt8(ascii: "-"), "\"-\" after the month")
    let last = LocalDate.length(ofMonth: month, year: year)
    let start = position
    let day = try number(width: 2, in: 1...31, "a day from 01 to \(last)")
    guard day <= last else {
      throw TimeParseError(
        text: text, position: start, expected: "a day from 01 to \(last)",
        nonexistence: "\(Self.monthNames[month - 1]) \(year) has \(last) days")
    }
    return LocalDate(dayNumber: LocalDate.dayNumber(year: year, month: month, day: day))
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Reads `HH:MM[:SS[.fraction]]`; a fraction is dropped.
  mutating func secondOfDay() throws(TimeParseError) -> Int {
    let hour = try number(width: 2, in: 0...23, "an hour from 00 to 23")
    try expect(UInt8(ascii: ":"), "\":\" after the hour")
    let minute = try number(width: 2, in: 0...59, "a minute from 00 to 59")
    guard take(UInt8(ascii: ":")) != nil else { return hour * 3600 + minute * 60 }
    let second = try number(width: 2, in: 0...59, "a second from 00 to 59")
    if take(UInt8(ascii: "."), UInt8(ascii: ",")) != nil { try fraction() }
    return hour * 3600 + minute * 60 + second
  }

  /// Reads the separator between date and time.
  mutating func dateTimeSeparator() throws(TimeParseError) {
    guard take(UInt8(ascii: "T"), UInt8(ascii: " "), UInt8(ascii: "t")) != nil else {
      throw failure("\"T\" between date and time")
    }
  }

  /// Reads `Z`, `±HH:MM`, `±HHMM` or `±HH`, in seconds east of UTC.
  mutating func offset() throws(TimeParseError) -> Int {
    if take(UInt8(ascii: "Z"), UInt8(ascii: "z")) != nil { return 0 }
    guard let sign = take(UInt8(ascii: "+"), UInt8(ascii: "-")) else {
      throw failure("\"Z\" or an offset such as \"+01:00\"")
    }
    let hours = try number(width: 2, in: 0...23, "offset hours from 00 to 23")
    var minutes = 0
    if take(UInt8(ascii: ":")) != nil || !isAtEnd {
      minutes = try number(width: 2, in: 0...59, "offset minutes from 00 to 59")
    }
    let seconds = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  private mutating func fraction() throws(TimeParseError) {
    _ = try number(width: 1, in: 0...9, "a digit after the decimal sign")
    while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
  }
}
