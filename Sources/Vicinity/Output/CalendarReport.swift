/// The nights of one month of a couch, as a table for people and as JSON Lines.
public struct CalendarReport: Sendable {
  private let calendar: CouchCalendar
  private let name: String?
  private let first: LocalDate
  private var nights: [LocalDate] {
    (0..<LocalDate.length(ofMonth: first.month, year: first.year)).map { first + $0 }
  }

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - name: what people call the couch.
  ///   - day: any day of the month.
  public init(_ calendar: CouchCalendar, name: String?, monthOf day: LocalDate) {
    self.calendar = calendar
    self.name = name
    first = day - (day.day - 1)
  }

  /// A month as calendars show it, Monday first; free nights are bare numbers, and a letter says what takes the others.
  public var text: String {
    let title =
      "\(name.map { "\($0.printable) (\(calendar.listing))" } ?? calendar.listing), \(first.description.prefix(7))"
    let heading = Weekday.allCases.map { " \($0.abbreviation) " }.joined()
    let cells = Array(repeating: "    ", count: first.weekday.rawValue) + nights.map(cell)
    let weeks = stride(from: 0, to: cells.count, by: 7).map { cells[$0..<min($0 + 7, cells.count)].joined() }
    let free = nights.count { calendar.reasons(for: $0).isEmpty }
    return ([title, heading] + weeks + ["\(free) of \(nights.count) nights free\(legend)"])
      .map { $0.trimmingEnd }.joined(separator: "\n")
  }

  private func cell(_ night: LocalDate) -> String {
    let mark = calendar.reasons(for: night).first.map { String($0.mark) } ?? " "
    return "\(night.day < 10 ? "  " : " ")\(night.day)\(mark)"
  }

  private var legend: String {
    let present = TakenNights.Reason.allCases.filter { reason in
      nights.contains { calendar.reasons(for: $0).contains(reason) }
    }
    return present.map { "; \($0.mark) \($0.rawValue)" }.joined()
  }

  /// One object per night: `id`, `night`, `free`, and what takes it in `taken`.
  public var jsonLines: [JSONValue] {
    nights.map { night in
      let reasons = calendar.reasons(for: night)
      var object = JSONObject([
        ("id", .string(calendar.listing)), ("night", .string(night.description)), ("free", .bool(reasons.isEmpty)),
      ])
      if !reasons.isEmpty { object["taken"] = .array(reasons.map { .string($0.rawValue) }) }
      return .object(object)
    }
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
