import CivilTime
import Streams
import Vicinity

/// The nights of a couch in one month, as a table and as JSON Lines.
public struct MonthTable: Sendable {
  private let calendar: AvailabilityCalendar
  private let name: String?
  private let first: LocalDate
  /// Nights before it are over.
  private let today: LocalDate
  private var nights: [LocalDate] {
    (0..<LocalDate.length(ofMonth: first.month, year: first.year)).map { first + $0 }
  }

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - calendar: the nights of the couch.
  ///   - name: the display name of the couch.
  ///   - day: any day of the month.
  ///   - now: nights before today, in the couch's local time, are not free.
  public init(_ calendar: AvailabilityCalendar, name: String?, monthOf day: LocalDate, at now: Instant) {
    self.calendar = calendar
    self.name = name
    first = day - (day.day - 1)
    today = calendar.today(at: now)
  }

  /// The month as a table, Monday first; free nights are bare numbers, a letter shows why others are taken, and `-`
  /// marks past nights that were free.
  public var text: String {
    let title =
      "\(name.map { "\($0.printable) (\(calendar.listing))" } ?? calendar.listing), \(first.description.prefix(7))"
    let heading = Weekday.allCases.map { " \($0.abbreviation) " }.joined()
    let cells = Array(repeating: "    ", count: first.weekday.rawValue) + nights.map(cell)
    let weeks = stride(from: 0, to: cells.count, by: 7).map { cells[$0..<min($0 + 7, cells.count)].joined() }
    let free = nights.count(where: isFree)
    return ([title, heading] + weeks + ["\(free) of \(nights.count) nights free\(legend)"] + termLines)
      .map { $0.trimmingEnd }.joined(separator: "\n")
  }

  private func isFree(_ night: LocalDate) -> Bool { night >= today && calendar.reasons(for: night).isEmpty }

  private func cell(_ night: LocalDate) -> String {
    let mark = calendar.reasons(for: night).first.map { String($0.mark) } ?? (night < today ? "-" : " ")
    return "\(night.day < 10 ? "  " : " ")\(night.day)\(mark)"
  }

  /// The terms of the couch, where they are not the same on all nights of the month; and its notice.
  private var termLines: [String] {
    let month = calendar.rates.filter { first < $0.nights.to && $0.nights.from < first + nights.count }
    let usual = NightlyRate.terms(calendar.price, calendar.minNights, calendar.maxNights)
    var lines = month.map { "from \($0.nights.from) to \($0.nights.to): \($0.terms)" }
    if !lines.isEmpty, !usual.isEmpty { lines.append("otherwise: \(usual)") }
    if let notice = calendar.advanceNoticeDays { lines.append("notice: \(notice.counted("day"))") }
    return lines
  }

  private var legend: String {
    let present = TakenNights.Reason.allCases.filter { reason in
      nights.contains { calendar.reasons(for: $0).contains(reason) }
    }
    let hasPast = nights.contains { $0 < today && calendar.reasons(for: $0).isEmpty }
    return present.map { "; \($0.mark) \($0.rawValue)" }.joined() + (hasPast ? "; - past" : "")
  }

  /// One object per night: `id`, `night`, `free`, `past` for those before today, and the reason in `taken`; where they
  /// are not the same on all nights of the couch, `price` and `currency` as well, and `minNights` and `maxNights` of a
  /// stay that arrives then.
  public var jsonLines: [JSONValue] {
    nights.map { night in
      let reasons = calendar.reasons(for: night)
      var object = JSONObject([
        ("id", .string(calendar.listing)), ("night", .string(night.description)), ("free", .bool(isFree(night))),
      ])
      if night < today { object["past"] = .bool(true) }
      if !reasons.isEmpty { object["taken"] = .array(reasons.map { .string($0.rawValue) }) }
      if !calendar.rates.isEmpty { writeTerms(of: night, in: &object) }
      return .object(object)
    }
  }
}

extension MonthTable {
  private func writeTerms(of night: LocalDate, in object: inout JSONObject) {
    let rate = calendar.rates.rate(on: night)
    let price = rate?.price ?? calendar.price
    object["price"] = price.map { .double($0.amount) }
    object["currency"] = price?.currency.map { .string($0) }
    object["minNights"] = (rate?.minNights ?? calendar.minNights).map { .int(Int64($0)) }
    object["maxNights"] = (rate?.maxNights ?? calendar.maxNights).map { .int(Int64($0)) }
  }
}

extension TakenNights.Reason {
  fileprivate var mark: Character {
    switch self {
    case .requested: "r"
    case .confirmed: "c"
    case .blocked: "b"
    case .unavailable: "u"
    }
  }
}

extension String {
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
