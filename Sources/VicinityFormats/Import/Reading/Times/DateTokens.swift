import CivilTime
import Streams

/// The numbers, words and signs of a date, taken one after the other.
struct DateTokens {
  private enum Token: Equatable {
    case number(Int, digits: Int)
    case word(String)
    case sign(Character)
  }

  private var tokens: [Token] = []
  private var position = 0

  init(_ text: String) {
    // A date is shorter; a description in its place is no date.
    for character in text.prefix(100) { append(character) }
    if text.count > 100 { tokens.append(.sign("…")) }
  }

  private mutating func append(_ character: Character) {
    if character.isASCII, let digit = character.wholeNumberValue {
      guard case .number(let value, let digits)? = tokens.last, !endsToken, digits < 9 else {
        tokens.append(.number(digit, digits: 1))
        endsToken = false
        return
      }
      tokens[tokens.count - 1] = .number(value * 10 + digit, digits: digits + 1)
    } else if character.isLetter {
      let letter = character.lowercased()
      guard case .word(let word)? = tokens.last, !endsToken else {
        tokens.append(.word(letter))
        endsToken = false
        return
      }
      tokens[tokens.count - 1] = .word(word + letter)
    } else if character.isWhitespace {
      endsToken = true
    } else {
      tokens.append(.sign(character))
      endsToken = false
    }
  }

  /// Whether a space was the last character.
  private var endsToken = false

  // MARK: The date

  /// The date at the beginning, after the day of the week; nil without one.
  mutating func takeDate() -> WrittenDate? {
    while let token = token(position), isBeforeDate(token) { position += 1 }
    return compact() ?? yearFirst() ?? numbers() ?? dayAndName() ?? nameAndDay()
  }

  /// Whether the token at the position is the day of the week, which may be spelled like a month, or a sign after it.
  private func isBeforeDate(_ token: Token) -> Bool {
    switch token {
    case .word(let word):
      DateWords.isWeekday(word) && (DateWords.month(word) == nil || !isDay(at: position + 1))
    case .sign(let sign): ",.(".contains(sign)
    case .number: false
    }
  }

  /// Whether the number of a day, and no other name of a month, follows at a position.
  private func isDay(at index: Int) -> Bool {
    let index = token(index) == .sign(".") ? index + 1 : index
    guard case .number(_, let digits)? = token(index), digits <= 2 else { return false }
    if case .word(let word)? = token(index + 1) { return DateWords.month(word) == nil }
    return true
  }

  /// `20261127`, also before `T`.
  private mutating func compact() -> WrittenDate? {
    guard case .number(let value, 8)? = token(position) else { return nil }
    guard let day = LocalDate(year: value / 10_000, month: value / 100 % 100, day: value % 100) else { return nil }
    position += 1
    return .known(day)
  }

  /// `2026/11/27`, `2026.11.27`, `2026-11-27`, `2026年11月27日`.
  private mutating func yearFirst() -> WrittenDate? {
    guard case .number(let year, 4)? = token(position), case .number(let month, _)? = token(position + 2),
      case .number(let day, _)? = token(position + 4)
    else { return nil }
    switch (token(position + 1), token(position + 3)) {
    case (.sign(let one)?, .sign(let two)?) where one == two && "-/.".contains(one): position += 5
    case (.word("年")?, .word("月")?) where token(position + 5) == .word("日"): position += 6
    default: return nil
    }
    return LocalDate(year: year, month: month, day: day).map { .known($0) }
  }

  /// `27.11.2026` has the day first, `27/11/2026` and `27-11-26` what the column decides.
  private mutating func numbers() -> WrittenDate? {
    guard case .number(let first, let digits)? = token(position), digits <= 2,
      case .sign(let one)? = token(position + 1), case .number(let second, let others)? = token(position + 2),
      others <= 2,
      case .sign(let two)? = token(position + 3), one == two, "./-".contains(one), let year = year(at: position + 4)
    else { return nil }
    position += 5
    if one == "." { return LocalDate(year: year, month: second, day: first).map { .known($0) } }
    return .either(first, second, year: year)
  }

  /// `27. November 2026`, `27th of November 2026`, `27-Nov-26`, `27 de noviembre de 2026`.
  private mutating func dayAndName() -> WrittenDate? {
    guard case .number(let day, let digits)? = token(position), digits <= 2 else { return nil }
    let start = position
    position += 1
    skipFillers(".-")
    if case .word(let word)? = token(position), let month = DateWords.month(word) {
      position += 1
      skipFillers(".,-'’")
      if let year = year(at: position) {
        position += 1
        return LocalDate(year: year, month: month, day: day).map { .known($0) }
      }
    }
    position = start
    return nil
  }

  /// `Nov 27, 2026`, `November 27th 2026`.
  private mutating func nameAndDay() -> WrittenDate? {
    guard case .word(let word)? = token(position), let month = DateWords.month(word) else { return nil }
    let start = position
    position += 1
    skipFillers(".")
    if case .number(let day, let digits)? = token(position), digits <= 2 {
      position += 1
      skipFillers(".,")
      if let year = year(at: position) {
        position += 1
        return LocalDate(year: year, month: month, day: day).map { .known($0) }
      }
    }
    position = start
    return nil
  }

  /// Two digits are a year from 1980 to 2079.
  private func year(at index: Int) -> Int? {
    guard case .number(let value, let digits)? = token(index) else { return nil }
    switch digits {
    case 4: return value
    // `27.11.20:00` has no year.
    case 2 where token(index + 1) != .sign(":"): return value + (value < 80 ? 2000 : 1900)
    default: return nil
    }
  }

  // MARK: The time of day

  /// Start, end and offset after the date; all nil when nothing follows, nil when something else does.
  mutating func takeTimes() -> (seconds: Int?, end: Int?, offset: String?)? {
    skipFillers(",.;|@-–·)(", also: ["t"], weekdays: true)
    guard position < tokens.count else { return (nil, nil, nil) }
    guard var first = takeTime() else { return nil }
    var second: WrittenTime?
    if case .sign(let sign)? = token(position), "-–—".contains(sign), !isOffset {
      position += 1
      second = takeTime()
      guard second != nil else { return nil }
    } else if case .word(let word)? = token(position), Self.until.contains(word) {
      position += 1
      second = takeTime()
      guard second != nil else { return nil }
    }
    // `8-11pm`: both are in the evening.
    if let half = second?.isAfternoon, first.isAfternoon == nil, first.hour <= 12 {
      first.isAfternoon = half
      if let end = second?.seconds, let start = first.seconds, start > end, half { first.isAfternoon = false }
    }
    guard first.isCertain || second?.isCertain == true, let start = first.seconds else { return nil }
    guard let offset = takeOffset() else { return nil }
    skipFillers(",.)(", also: DateWords.localZones)
    guard position == tokens.count else { return nil }
    if let second, second.seconds == nil { return nil }
    return (start, second?.seconds, offset.isEmpty ? nil : offset)
  }

  private static let until: Set = ["to", "bis", "till", "til", "until", "hasta", "fino", "jusqu", "tot", "do"]

  /// A time as written.
  private struct WrittenTime {
    var hour: Int
    var minute = 0
    var second = 0
    /// Whether there is more than a number.
    var isCertain = false
    /// Nil without `am` or `pm`.
    var isAfternoon: Bool?

    /// Seconds since midnight; nil for a time that does not exist.
    var seconds: Int? {
      guard minute < 60, second < 60 else { return nil }
      if let isAfternoon {
        // `20:00 pm` is found in lists, and has one meaning.
        guard (1...12).contains(hour) else { return hour < 24 && isAfternoon && hour > 12 ? total(hour) : nil }
        return total(hour % 12 + (isAfternoon ? 12 : 0))
      }
      return hour < 24 || (hour == 24 && minute == 0 && second == 0) ? total(hour) : nil
    }

    private func total(_ hour: Int) -> Int { hour * 3600 + minute * 60 + second }
  }

  private mutating func takeTime() -> WrittenTime? {
    skipFillers("")
    if case .word(let word)? = token(position), let hour = Self.named[FoldedName.fold(word)] {
      position += 1
      return WrittenTime(hour: hour, isCertain: true)
    }
    guard case .number(let value, let digits)? = token(position) else { return nil }
    position += 1
    // `T200000`, `2000`.
    if digits == 6 {
      return WrittenTime(hour: value / 10_000, minute: value / 100 % 100, second: value % 100, isCertain: true)
    }
    if digits == 4 { return WrittenTime(hour: value / 100, minute: value % 100, isCertain: true) }
    guard digits <= 2 else { return nil }
    var time = WrittenTime(hour: value)
    takeMinutes(&time)
    takeHalf(&time)
    return time
  }

  private static let named = [
    "noon": 12, "midday": 12, "mittag": 12, "midi": 12, "mezzogiorno": 12, "midnight": 0, "mitternacht": 0, "minuit": 0,
    "mezzanotte": 0,
  ]

  /// `:30`, `.30`, `h30`, `:30:00.000`, and the words for hours.
  private mutating func takeMinutes(_ time: inout WrittenTime) {
    if isMark(at: position), case .number(let minute, 2)? = token(position + 1) {
      position += 2
      (time.minute, time.isCertain) = (minute, true)
      if token(position) == .sign(":"), case .number(let second, 2)? = token(position + 1) {
        position += 2
        time.second = second
        if token(position) == .sign("."), case .number? = token(position + 1) { position += 2 }
      }
      if case .word("分")? = token(position) { position += 1 }
    }
    if case .word(let word)? = token(position), ["uhr", "h", "hs", "hrs", "u", "時", "klo", "uur", "hod"].contains(word)
    {
      position += 1
      time.isCertain = true
    }
  }

  private func isMark(at index: Int) -> Bool {
    switch token(index) {
    case .sign(let sign)?: ":.".contains(sign)
    case .word(let word)?: ["h", "u", "時"].contains(word)
    default: false
    }
  }

  /// `am`, `p.m.`, `PM`.
  private mutating func takeHalf(_ time: inout WrittenTime) {
    guard case .word(let word)? = token(position) else { return }
    if ["am", "pm"].contains(word) {
      position += 1
    } else if ["a", "p"].contains(word), token(position + 1) == .sign("."), token(position + 2) == .word("m") {
      position += token(position + 3) == .sign(".") ? 4 : 3
    } else {
      return
    }
    time.isAfternoon = word.hasPrefix("p")
    time.isCertain = true
  }

  /// Whether a minus is that of an offset: four digits follow, or seconds are before it.
  private var isOffset: Bool {
    guard token(position) == .sign("-") else { return false }
    if case .number(_, 4)? = token(position + 1) { return true }
    return position >= 4 && token(position - 2) == .sign(":") && token(position - 4) == .sign(":")
  }

  /// `Z`, `UTC`, `+01:00`, `-0500`; empty without one, nil for one that is none.
  private mutating func takeOffset() -> String? {
    if case .word(let word)? = token(position), ["z", "utc", "gmt"].contains(word) {
      position += 1
      // `UTC+1` is an offset of its own.
      guard case .sign(let sign)? = token(position), "+-".contains(sign) else { return "Z" }
    }
    guard case .sign(let sign)? = token(position), "+-".contains(sign),
      case .number(let value, let digits)? = token(position + 1)
    else { return "" }
    position += 2
    let hours = digits == 4 ? value / 100 : value
    var minutes = digits == 4 ? value % 100 : 0
    if token(position) == .sign(":"), case .number(let found, 2)? = token(position + 1) {
      position += 2
      minutes = found
    }
    guard hours <= 14, minutes < 60, digits <= 2 || digits == 4 else { return nil }
    func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(sign)\(padded(hours)):\(padded(minutes))"
  }

  // MARK: Tokens

  private func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  private mutating func skip(_ isSkipped: (Token) -> Bool) {
    while let token = token(position), isSkipped(token) { position += 1 }
  }

  private mutating func skipFillers(_ signs: String, also words: Set<String> = [], weekdays: Bool = false) {
    skip { token in
      switch token {
      case .sign(let sign): signs.contains(sign)
      case .word(let word):
        DateWords.fillers.contains(word) || words.contains(word) || (weekdays && DateWords.isWeekday(word))
      case .number: false
      }
    }
  }
}
