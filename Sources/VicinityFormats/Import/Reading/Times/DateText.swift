import CivilTime
import Foundation
import Streams

/// A date as lists write it, with or without a time of day: `27.11.2026 20:00`, `11/27/2026 8:00 PM`, `Fri, 27 Nov 2026`,
/// `2026/11/27 20:00`, `27. November 2026, 20 Uhr`, `1795809600`.
struct DateText: Equatable {
  /// Why a text has no start.
  enum Failure: Error, Equatable {
    /// Day and month could be either.
    case ambiguous
    /// The text is no date.
    case notUnderstood
  }

  /// The date as written: day and month may have to change places.
  private var date: WrittenDate
  /// Seconds since midnight; nil for a date alone.
  private var seconds: Int?
  /// Seconds since midnight of the end in `20:00-23:00`; nil without.
  private var endSeconds: Int?
  /// `Z` or `+01:00` as written; nil without.
  private var offset: String?

  /// Which orders a date allows.
  ///
  /// A point is used only where the day comes first.
  var orders: Set<DateOrder> { date.orders }

  /// Whether day and month are numbers whose order is not known from their form.
  var isEither: Bool { if case .either = date { true } else { false } }

  /// - Parameter text: nil for a text of another form.
  init?(_ text: String) {
    if let epoch = Self.epoch(text) {
      self = epoch
      return
    }
    var tokens = DateTokens(text)
    guard let written = tokens.takeDate() else { return nil }
    date = written
    guard let times = tokens.takeTimes() else { return nil }
    (seconds, endSeconds, offset) = times
  }

  private init(date: WrittenDate, seconds: Int?, offset: String?) {
    (self.date, self.seconds, self.offset) = (date, seconds, offset)
  }

  /// The start in ISO 8601: `2026-11-27T20:00:00`, `2026-11-27` for a date alone.
  /// - Parameter order: that of the column; nil when nothing has decided it.
  func start(_ order: DateOrder?) throws(Failure) -> String { try text(order, seconds, daysLater: 0) }

  /// The end in ISO 8601, at the following day if it is not after the start; nil without one.
  func end(_ order: DateOrder?) throws(Failure) -> String? {
    guard let seconds, let endSeconds else { return nil }
    return try text(order, endSeconds, daysLater: endSeconds > seconds ? 0 : 1)
  }

  /// The end at a time of day alone, such as `23:00`, of an event with a start in ISO 8601; at the following day if it
  /// is not after the start. Nil for other texts.
  static func end(at text: String, afterStart start: String) -> String? {
    guard let local = try? LocalDateTime(parsing: String(start.prefix(19))),
      let date = DateText("\(local.date) \(text)"), let seconds = date.seconds, date.endSeconds == nil
    else { return nil }
    let days = seconds > local.secondOfDay ? 0 : 1
    let offset = start.count > 19 ? String(start.dropFirst(19)) : nil
    return try? DateText(date: date.date, seconds: seconds, offset: date.offset ?? offset)
      .text(nil, seconds, daysLater: days)
  }

  private func text(_ order: DateOrder?, _ seconds: Int?, daysLater: Int) throws(Failure) -> String {
    guard let day = try date.day(order) else { throw .notUnderstood }
    let days = daysLater + (seconds ?? 0) / 86_400
    let text = (day + days).description
    guard let seconds = seconds.map({ $0 % 86_400 }) else { return text }
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(text)T\(parts.joined(separator: ":"))\(offset ?? "")"
  }

  /// Seconds or milliseconds since 1970 (10 or 13 digits), or the day number of a spreadsheet (five digits, from 1982
  /// to 2064), whose fraction is the time of day.
  private static func epoch(_ text: String) -> DateText? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard rest.isEmpty || (rest.first == "." && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }) else {
      return nil
    }
    guard let number = Double(text) else { return nil }
    switch digits.count {
    case 10, 13:
      let seconds = Int64(digits.count == 13 ? number / 1000 : number)
      let local = Zone.utc.localDateTime(at: Instant(secondsSince1970: seconds))
      return DateText(date: .known(local.date), seconds: local.secondOfDay, offset: "Z")
    case 5 where (30_000...60_000).contains(number):
      let whole = Int(number)
      // Spreadsheets count days from 30 December 1899, 25 569 days before 1970, and write the minute with 15 digits.
      let seconds = rest.isEmpty ? nil : secondOfDay(number - Double(whole), digits: rest.count - 1)
      return DateText(date: .known(LocalDate(dayNumber: whole - 25_569)), seconds: seconds, offset: nil)
    default: return nil
    }
  }

  /// The second of a fraction of a day: the full minute, if the digits leave it open.
  private static func secondOfDay(_ fraction: Double, digits: Int) -> Int {
    let seconds = fraction * 86_400
    let minute = (seconds / 60).rounded() * 60
    // Half of the last digit.
    let isMinute = abs(minute - seconds) <= 43_200 * pow(0.1, Double(digits))
    return min(Int(isMinute ? minute : seconds.rounded()), isMinute ? 86_340 : 86_399)
  }
}

/// A date whose day and month may not be known yet.
enum WrittenDate: Equatable {
  case known(LocalDate)
  /// Two numbers and a year, in the order written.
  case either(Int, Int, year: Int)

  var orders: Set<DateOrder> {
    guard case .either(let first, let second, _) = self else { return [.dmy, .mdy] }
    return Set((second <= 12 ? [DateOrder.dmy] : []) + (first <= 12 ? [.mdy] : []))
  }

  /// The day; nil if there is none such as 31 April.
  func day(_ order: DateOrder?) throws(DateText.Failure) -> LocalDate? {
    switch self {
    case .known(let day): return day
    case .either(let first, let second, let year):
      let orders = orders
      if first != second, orders.count == 2, order == nil { throw .ambiguous }
      // A date that can only be read in one way is read in that way.
      let used = order.flatMap { orders.contains($0) ? $0 : nil } ?? orders.first
      guard let used else { return nil }
      return used == .dmy ? Self.day(year, second, first) : Self.day(year, first, second)
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> LocalDate? {
    LocalDate(year: year, month: month, day: day)
  }
}
