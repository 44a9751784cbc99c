import CivilTime
import Foundation
import Streams

/// A date as lists write it, with or without a time of day: `27.11.2026 20:00`, `11/27/2026 8:00 PM`, `Fri, 27 Nov
/// 2026`, `2026/11/27 20:00`, `27. November 2026, 20 Uhr`, `1795809600`; or two dates, such as `27–28 November 2026`.
struct DateText: Equatable {
  /// Why a text has no start.
  enum Failure: Error, Equatable {
    /// The date has several readings, each of them in ISO 8601.
    case ambiguous([String])
    /// The word for the month means different months in different languages.
    case monthUnclear(String)
    /// The name of the time zone is that of several.
    case zoneUnclear(String)
    /// The text is no date.
    case notUnderstood
  }

  /// The forms that lists use, for messages.
  static let expected = """
    27.11.2026 20:00, 11/27/2026 8 pm, 27 November 2026, 2026-11-27 or 2026-11-27T20:00:00+01:00
    """

  private var date: WrittenDate
  private var times = WrittenTimes()
  /// The last day of `27–28 November 2026`; nil for one date.
  private var lastDate: WrittenDate?
  /// Whether the first date has the year of the last one, or the one before.
  private var hasYearOfLast = false

  /// The dates of three numbers.
  var numbers: [DateNumbers] {
    [date, lastDate].compactMap { if case .numbers(let numbers)? = $0 { numbers } else { nil } }
  }

  /// - Parameter text: nil for a text of another form.
  init?(_ text: String) {
    if let epoch = Self.epoch(text) {
      self = epoch
      return
    }
    let tokens = DateTokens(text)
    var single = tokens
    if let written = single.takeDate(), let times = single.takeTimes() {
      (date, self.times) = (written, times)
    } else if let range = DateRange(tokens) {
      (date, lastDate) = (range.first, range.last)
      (times, hasYearOfLast) = (range.times, range.hasYearOfLast)
    } else {
      return nil
    }
  }

  private init(date: WrittenDate, seconds: Int?, zone: WrittenZone?) {
    (self.date, times) = (date, WrittenTimes(start: seconds, zone: zone))
  }

  // MARK: Start and end

  /// The start in ISO 8601: `2026-11-27T20:00:00`, `2026-11-27` for a date alone.
  /// - Parameters:
  ///   - order: that of the column; nil when nothing has decided it.
  ///   - place: the zone of the place, for names of months and zones that need one.
  func start(_ order: DateOrder?, in place: Zone? = nil) throws(Failure) -> String {
    try text(try firstDay(order, place), times.start, place)
  }

  /// The end in ISO 8601, at the following day if it is not after the start; nil without one.
  func end(_ order: DateOrder?, in place: Zone? = nil) throws(Failure) -> String? {
    if let lastDate {
      guard let last = try lastDate.day(order, in: place) else { throw .notUnderstood }
      let isNight = times.hasOneStart && times.end.map { $0 <= times.start ?? 0 } ?? false
      return try text(isNight ? last + 1 : last, times.end, place)
    }
    guard let start = times.start, let end = times.end else { return nil }
    let day = try firstDay(order, place)
    return try text(end > start ? day : day + 1, end, place)
  }

  private func firstDay(_ order: DateOrder?, _ place: Zone?) throws(Failure) -> LocalDate {
    // Other calendars count from other years: 2569 in Thailand, 1405 in Iran.
    guard let day = try date.day(order, in: place), (1900...2200).contains(day.year) else { throw .notUnderstood }
    guard let lastDate, let last = try lastDate.day(order, in: place) else { return day }
    if day <= last { return day }
    // `30 December – 2 January 2027`
    guard hasYearOfLast, let earlier = LocalDate(year: day.year - 1, month: day.month, day: day.day) else {
      throw .notUnderstood
    }
    return earlier
  }

  /// The end at a time of day alone, such as `23:00`, of an event with a start in ISO 8601; at the following day if it
  /// is not after the start. Nil for other texts.
  static func end(at text: String, afterStart start: String, in place: Zone? = nil) -> String? {
    guard let local = try? LocalDateTime(parsing: String(start.prefix(19))),
      let date = DateText("\(local.date) \(text)"), let seconds = date.times.start, date.times.end == nil,
      date.lastDate == nil
    else { return nil }
    let day = seconds > local.secondOfDay ? local.date : local.date + 1
    let offset = start.count > 19 ? WrittenZone.offset(String(start.dropFirst(19))) : nil
    return try? DateText(date: .known(day), seconds: seconds, zone: date.times.zone ?? offset).start(nil, in: place)
  }

  private func text(_ day: LocalDate, _ seconds: Int?, _ place: Zone?) throws(Failure) -> String {
    guard let seconds else { return day.description }
    let local = LocalDateTime(date: day, secondOfDay: seconds)
    let parts = [local.hour, local.minute, local.second].map { ($0 < 10 ? "0" : "") + String($0) }
    let offset = try times.zone?.offset(at: local, in: place) ?? ""
    return "\(local.date)T\(parts.joined(separator: ":"))\(offset)"
  }

  // MARK: Numbers

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
    // From 2001 to 2030: `2026112720` and `2611272000` are no seconds.
    case 10 where (1e9..<1.9e9).contains(number), 13:
      let seconds = Int64(digits.count == 13 ? number / 1000 : number)
      let local = Zone.utc.localDateTime(at: Instant(secondsSince1970: seconds))
      return DateText(date: .known(local.date), seconds: local.secondOfDay, zone: .offset("Z"))
    case 5 where (30_000...60_000).contains(number):
      let whole = Int(number)
      // Spreadsheets count days from 30 December 1899, 25 569 days before 1970, and write the minute with 15 digits.
      let seconds = rest.isEmpty ? nil : secondOfDay(number - Double(whole), digits: rest.count - 1)
      return DateText(date: .known(LocalDate(dayNumber: whole - 25_569)), seconds: seconds, zone: nil)
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
