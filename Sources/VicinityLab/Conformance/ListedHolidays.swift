import CivilTime
import Hours
import Streams
import Vicinity

/// The holidays listed in a case: `{"PH": [[date, name], …], "SH": [[first, last, name], …]}`; all other days are
/// not holidays.
///
/// A name may be null.
struct ListedHolidays: HolidayCalendar {
  private var names: [LocalDate: String] = [:]
  private var periods: [(days: ClosedRange<LocalDate>, name: String)] = []

  init(_ lists: JSONValue) throws(CaseError) {
    for entry in lists.object?["PH"]?.array ?? [] {
      names[try Self.date(entry, 0)] = try Self.name(entry, 1)
    }
    for entry in lists.object?["SH"]?.array ?? [] {
      let (first, last) = (try Self.date(entry, 0), try Self.date(entry, 1))
      guard first <= last else { throw CaseError("\"holidays\": \(entry.text.shortened) ends before it begins") }
      periods.append((first...last, try Self.name(entry, 2)))
    }
  }

  func publicHoliday(on date: LocalDate) -> String? { names[date] }

  func schoolHoliday(on date: LocalDate) -> SchoolHoliday {
    periods.first { $0.days.contains(date) }.map { .holiday(name: $0.name) } ?? .schoolDay
  }

  private static func date(_ entry: JSONValue, _ index: Int) throws(CaseError) -> LocalDate {
    let text = try text(entry, index)
    do throws(TimeParseError) { return try LocalDate(parsing: text) } catch {
      throw CaseError("\"holidays\": \(error)")
    }
  }

  private static func name(_ entry: JSONValue, _ index: Int) throws(CaseError) -> String {
    if let list = entry.array, index < list.count, list[index].isNull { return "" }
    return try text(entry, index)
  }

  private static func text(_ entry: JSONValue, _ index: Int) throws(CaseError) -> String {
    if let list = entry.array, index < list.count, let text = list[index].string { return text }
    throw CaseError("\"holidays\": \(entry.text.shortened) must be [date, name] in PH, [first, last, name] in SH")
  }
}
