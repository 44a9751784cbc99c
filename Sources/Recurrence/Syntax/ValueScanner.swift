import CivilTime

/// Scans the fixed-width fields of iCalendar dates, times and durations.
struct ValueScanner {
  let text: String
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8.prefix(256))
  }

  var isAtEnd: Bool { position >= bytes.count }

  func failure(_ expected: String, at place: Int? = nil) -> RecurrenceError {
    let place = min(place ?? position, bytes.count)
    let found = place < bytes.count ? String(decoding: bytes[place...], as: UTF8.self) : nil
    return RecurrenceError(text, at: place, found: found, expected: expected)
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  func expectEnd() throws(RecurrenceError) {
    guard isAtEnd else { throw failure("the end of the value") }
  }

  /// Exactly `width` digits whose value lies in `range`.
  mutating func number(_ width: Int, _ range: ClosedRange<Int>, _ expected: String) throws(RecurrenceError) -> Int {
    var value = 0
    for offset in 0..<width {
      guard position + offset < bytes.count, bytes[position + offset] &- 0x30 < 10 else {
        throw failure(expected, at: position + offset)
      }
      value = value * 10 + Int(bytes[position + offset] - 0x30)
    }
    guard range.contains(value) else { throw failure(expected) }
    position += width
    return value
  }

  /// `YYYYMMDD`.
  mutating func date() throws(RecurrenceError) -> LocalDate {
    let start = position
    let year = try number(4, 0...9999, "a date such as 20261127")
    let month = try number(2, 1...12, "a month from 01 to 12")
    let day = try number(2, 1...31, "a day from 01 to 31")
    guard let date = LocalDate(year: year, month: month, day: day) else {
      throw failure("a day that exists", at: start)
    }
    return date
  }

  /// `THHMMSS`, in seconds since midnight.
  mutating func timeOfDay() throws(RecurrenceError) -> Int {
    guard take("T") || take("t") else { throw failure("\"T\" between date and time") }
    let hour = try number(2, 0...23, "an hour from 00 to 23")
    let minute = try number(2, 0...59, "a minute from 00 to 59")
    let second = try number(2, 0...60, "a second from 00 to 59")
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  /// One or more digits; at most nine.
  mutating func digits(_ expected: String) throws(RecurrenceError) -> Int {
    let start = position
    var value = 0
    while position < bytes.count, bytes[position] &- 0x30 < 10, position - start < 9 {
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    guard position > start else { throw failure(expected) }
    return value
  }
}
