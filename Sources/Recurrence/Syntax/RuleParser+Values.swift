import CivilTime
import CodedErrors

extension RuleParser {
  func read(_ part: RulePart, _ value: Piece, into rule: inout RecurrenceRule) throws(RecurrenceError) {
    switch part {
    case .frequency: rule.frequency = try frequency(value)
    case .interval: rule.interval = try number(value, 1...Int(Int32.max), "a whole number from 1")
    case .count: rule.count = try number(value, 1...Int(Int32.max), "a whole number from 1")
    case .until: rule.until = try until(value)
    case .month: rule.months = try numbers(value, 1...12, "a month from 1 to 12")
    case .weekNumber: rule.weekNumbers = try numbers(value, -53...53, "a week from 1 to 53, or -1 to -53")
    case .yearDay: rule.yearDays = try numbers(value, -366...366, "a day of the year from 1 to 366, or -1 to -366")
    case .monthDay: rule.monthDays = try numbers(value, -31...31, "a day of the month from 1 to 31, or -1 to -31")
    case .day: rule.weekdays = try weekdays(value)
    case .hour: rule.hours = try numbers(value, 0...23, "an hour from 0 to 23")
    case .minute: rule.minutes = try numbers(value, 0...59, "a minute from 0 to 59")
    case .second: rule.seconds = try seconds(value)
    case .setPosition: rule.setPositions = try numbers(value, -366...366, "a position from 1 to 366, or -1 to -366")
    case .weekStart: rule.weekStart = try weekday(value)
    }
  }

  private func frequency(_ value: Piece) throws(RecurrenceError) -> Frequency {
    let word = value.text.uppercased()
    if let frequency = Frequency(rawValue: word) { return frequency }
    let known = Frequency.allCases.map(\.rawValue)
    throw syntaxError(value, known.joined(separator: ", "), Suggestion.question(for: word, among: known))
  }

  private func until(_ value: Piece) throws(RecurrenceError) -> ICalendarTime {
    do throws(RecurrenceError) { return try ICalendarTime(parsing: value.text) } catch {
      throw error.moved(by: value.position, in: text, line: 1)
    }
  }

  private func list(_ value: Piece) -> [Piece] {
    split(bytes[value.position..<(value.position + value.text.utf8.count)], at: UInt8(ascii: ","))
  }

  private func number(_ value: Piece, _ range: ClosedRange<Int>, _ expected: String) throws(RecurrenceError) -> Int {
    guard !value.text.isEmpty, value.text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2D }),
      let number = Int(value.text), range.contains(number)
    else { throw syntaxError(value, expected) }
    return number
  }

  /// Sorted numbers; zero only where the range is not symmetric.
  private func numbers(_ value: Piece, _ range: ClosedRange<Int>, _ expected: String) throws(RecurrenceError) -> [Int] {
    var numbers: Set<Int> = []
    for item in list(value) {
      let number = try number(item, range, expected)
      guard number != 0 || range.lowerBound == 0 else { throw syntaxError(item, expected) }
      numbers.insert(number)
    }
    return numbers.sorted()
  }

  private func seconds(_ value: Piece) throws(RecurrenceError) -> [Int] {
    Set(try numbers(value, 0...60, "a second from 0 to 60").map { min($0, 59) }).sorted()
  }

  private func weekday(_ value: Piece) throws(RecurrenceError) -> Weekday {
    if let weekday = Weekday.byCode[value.text.uppercased()] { return weekday }
    throw syntaxError(value, "MO, TU, WE, TH, FR, SA or SU", suggestion(value.text))
  }

  private func suggestion(_ word: String) -> String? {
    let start = word.prefix(2).uppercased()
    return word.count > 2 && Weekday.byCode[start] != nil ? "Did you mean \(start)?" : nil
  }

  private func weekdays(_ value: Piece) throws(RecurrenceError) -> [OrdinalWeekday] {
    var days: Set<OrdinalWeekday> = []
    for item in list(value) { days.insert(try ordinalWeekday(item)) }
    return days.sorted()
  }

  private func ordinalWeekday(_ item: Piece) throws(RecurrenceError) -> OrdinalWeekday {
    let count = item.text.utf8.prefix { $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2D }.count
    let digits = Piece(text: String(item.text.prefix(count)), position: item.position)
    let name = Piece(text: String(item.text.dropFirst(count)), position: item.position + count)
    let weekday = try weekday(name)
    guard count > 0 else { return OrdinalWeekday(0, weekday) }
    let expected = "the number of a weekday from 1 to 53, or -1 to -53"
    let number = try number(digits, -53...53, expected)
    guard number != 0 else { throw syntaxError(digits, expected) }
    return OrdinalWeekday(number, weekday)
  }
}
