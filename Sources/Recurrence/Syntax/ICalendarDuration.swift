import CivilTime

/// A DURATION of iCalendar: calendar days and exact seconds, both of the same sign.
public struct ICalendarDuration: Hashable, Sendable {
  /// Calendar days, with the length that the local clock gives them.
  public let days: Int
  /// Exact seconds.
  public let seconds: Int64

  /// Makes a duration; weeks are seven days.
  public init(days: Int = 0, seconds: Int64 = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// The instant a duration after a time: first the calendar days are added, then the exact seconds.
  public func end(after start: ICalendarTime, floatingIn zone: Zone = .utc) -> Instant {
    let moved = ICalendarTime(
      LocalDateTime(date: start.local.date + days, secondOfDay: start.local.secondOfDay), start.reference)
    return moved.instant(floatingIn: zone) + seconds
  }
}

extension ICalendarDuration: CustomStringConvertible {
  /// Parses `P1W`, `P2D`, `PT1H30M`, `-P1DT12H` and the like.
  ///
  /// - Throws: ``RecurrenceError`` with the position and what was expected there.
  public init(parsing text: String) throws(RecurrenceError) {
    var scanner = ValueScanner(text.uppercased())
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard scanner.take("P") else { throw scanner.failure("a duration such as PT1H30M or P2D") }
    var days = 0
    var seconds: Int64 = 0
    var isTime = scanner.take("T")
    repeat {
      let number = try scanner.digits("a number")
      if isTime, scanner.take("H") {
        seconds += Int64(number) * 3600
      } else if isTime, scanner.take("M") {
        seconds += Int64(number) * 60
      } else if isTime, scanner.take("S") {
        seconds += Int64(number)
      } else if !isTime, scanner.take("W") {
        days += number * 7
      } else if !isTime, scanner.take("D") {
        days += number
      } else {
        throw scanner.failure(isTime ? "H, M or S" : "W or D")
      }
      if !isTime, scanner.take("T") {
        isTime = true
        guard !scanner.isAtEnd else { throw scanner.failure("hours, minutes or seconds") }
      }
    } while !scanner.isAtEnd
    self.init(days: isNegative ? -days : days, seconds: isNegative ? -seconds : seconds)
  }

  /// The value in iCalendar notation.
  public var description: String {
    let sign = days < 0 || seconds < 0 ? "-" : ""
    let time = [(abs(seconds) / 3600, "H"), (abs(seconds) / 60 % 60, "M"), (abs(seconds) % 60, "S")]
    let written = time.filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }.joined()
    let date = days == 0 ? "" : "\(abs(days))D"
    if written.isEmpty { return "\(sign)P\(date.isEmpty ? "T0S" : date)" }
    return "\(sign)P\(date)T\(written)"
  }
}
