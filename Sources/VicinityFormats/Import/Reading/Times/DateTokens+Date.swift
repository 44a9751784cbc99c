import CivilTime

extension DateTokens {
  /// The date at the beginning, after the day of the week; nil without one.
  mutating func takeDate() -> WrittenDate? {
    skipBeforeDate()
    return compact() ?? yearFirst() ?? numbers() ?? dayAndName()
  }

  private mutating func skipBeforeDate() {
    while let token = token(position), isBeforeDate(token) { position += 1 }
  }

  /// Whether the token at the position is the day of the week, which may be spelled like a month, an article, or a
  /// sign.
  private func isBeforeDate(_ token: Token) -> Bool {
    switch token {
    case .word(let word):
      DateWords.beforeDate.contains(word)
        || (DateWords.isWeekday(word) && (MonthNames.meanings(word) == nil || !isDay(at: position + 1)))
    case .sign(let sign): ",.()'’".contains(sign) || (position > 0 && Self.dashes.contains(sign))
    case .number: false
    }
  }

  /// Whether the number of a day, and no other name of a month, follows at a position.
  private func isDay(at index: Int) -> Bool {
    let index = sign(index) == "." ? index + 1 : index
    guard number(index, digits: 1...2) != nil else { return false }
    return word(index + 1).map { MonthNames.meanings($0) == nil } ?? true
  }

  /// `20261127`, also before `T`.
  private mutating func compact() -> WrittenDate? {
    guard let value = number(position, digits: 8...8),
      let day = LocalDate(year: value / 10_000, month: value / 100 % 100, day: value % 100)
    else { return nil }
    position += 1
    return .known(day)
  }

  // MARK: Year first

  /// `2026/11/27`, `2026. 11. 27.`, `2026-Nov-27`, `2026. november 27.`, `2026年11月27日`.
  private mutating func yearFirst() -> WrittenDate? {
    guard let year = number(position, digits: 4...4) else { return nil }
    let start = position
    position += 1
    if let date = eastAsian(year) ?? numbersAfter(year) ?? nameAfter(year) { return date }
    position = start
    return nil
  }

  private mutating func eastAsian(_ year: Int) -> WrittenDate? {
    guard takeWord("年", "년"), let part = takeMonthAndDay() else { return nil }
    return LocalDate(year: year, month: part.month, day: part.day).map { .known($0) }
  }

  /// `11月27日`.
  private mutating func takeMonthAndDay() -> (month: Int, day: Int)? {
    guard let month = number(position, digits: 1...2) else { return nil }
    position += 1
    guard takeWord("月", "월"), let day = number(position, digits: 1...2) else { return nil }
    position += 1
    return takeWord("日", "일", "号", "號") ? (month, day) : nil
  }

  private mutating func numbersAfter(_ year: Int) -> WrittenDate? {
    guard let mark = sign(position), "-/.".contains(mark), sign(position + 2) == mark,
      let month = number(position + 1, digits: 1...2), let day = number(position + 3, digits: 1...2)
    else { return nil }
    position += 4
    return LocalDate(year: year, month: month, day: day).map { .known($0) }
  }

  private mutating func nameAfter(_ year: Int) -> WrittenDate? {
    skipFillers(".-/,", also: ["m", "gada"])
    guard let months = takeMonth() else { return nil }
    skipFillers(".-/,")
    guard let day = number(position, digits: 1...2) else { return nil }
    position += 1
    return WrittenDate(day: day, months: months, year: year)
  }

  // MARK: Day or month first

  /// `27.11.2026` has the day first; in `27/11/2026` and `27-11-26` the column decides.
  private mutating func numbers() -> WrittenDate? {
    guard let first = number(position, digits: 1...2), let mark = sign(position + 1), "./-".contains(mark),
      let second = number(position + 2, digits: 1...2), sign(position + 3) == mark, let year = year(at: position + 4)
    else { return nil }
    let last = number(position + 4, digits: 1...4) ?? year
    let isLong = number(position + 4, digits: 4...4) != nil
    position += 5
    if mark == "." { return LocalDate(year: year, month: second, day: first).map { .known($0) } }
    return .numbers(DateNumbers(first: first, second: second, last: last, hasLongYear: isLong, mark: mark))
  }

  /// `27. November 2026`, `27th of November 2026`, `27-Nov-26`, `27 de noviembre de 2026`, `Nov 27, 2026`.
  private mutating func dayAndName() -> WrittenDate? {
    let start = position
    if let (day, months) = takeDayAndName() {
      // `Nov 27-28, 2026` has no year after the hyphen.
      let isNameFirst = number(start, digits: 1...2) == nil && number(position + 1, digits: 4...4) == nil
      skipFillers(isNameFirst ? ".,'’" : ".,-'’")
      if let year = year(at: position) {
        position += 1
        return WrittenDate(day: day, months: months, year: year)
      }
    }
    position = start
    return nil
  }

  private mutating func takeDayAndName() -> (Int, MonthNames.Meanings)? {
    if let day = number(position, digits: 1...2) {
      position += 1
      skipFillers(".-'’")
      return takeMonth().map { (day, $0) }
    }
    guard let months = takeMonth() else { return nil }
    skipFillers(".")
    guard let day = number(position, digits: 1...2) else { return nil }
    position += 1
    return (day, months)
  }

  /// The months of the word at the position, in the languages of the other words.
  private mutating func takeMonth() -> MonthNames.Meanings? {
    guard let months = word(position).flatMap(MonthNames.meanings) else { return nil }
    position += 1
    return months.among(languages)
  }

  private func year(at index: Int) -> Int? {
    if let year = number(index, digits: 4...4) { return year }
    // `27.11.20:00` has no year.
    return sign(index + 1) == ":" ? nil : number(index, digits: 2...2).map(DateNumbers.year)
  }

  // MARK: Parts of a range

  /// A date without its year, or its month and year.
  mutating func takePart() -> DatePart? {
    skipBeforeDate()
    let start = position
    if let (month, day) = takeMonthAndDay() { return .numbers(month, day, mark: "月") }
    position = start
    if let (day, months) = takeDayAndName() { return .named(day: day, months: months) }
    position = start
    guard let first = number(position, digits: 1...2) else { return nil }
    position += 1
    if let mark = sign(position), "./-".contains(mark), let second = number(position + 1, digits: 1...2),
      sign(position + 2) != ":"
    {
      position += 2
      return .numbers(first, second, mark: mark)
    }
    _ = takeWord("日", "일", "号", "號")
    skipFillers(".")
    return .day(first)
  }

  /// `, 2026` after a part.
  mutating func takeYear() -> Int? {
    let start = position
    skipFillers(",.-/")
    if let year = number(position, digits: 4...4) {
      position += 1
      return year
    }
    position = start
    return nil
  }
}

/// A date without its year, or its month and year, in a range such as `27.–28.11.2026`.
enum DatePart {
  case day(Int)
  case named(day: Int, months: MonthNames.Meanings)
  /// In the order written; after `月` the month is first.
  case numbers(Int, Int, mark: Character)
}
