extension Lexer {
  /// A number, a time of day, or `24/7`.
  mutating func number() throws(OpeningHoursError) {
    var value = 0
    var length = 0
    while let digit = digit(length) {
      guard length < 9 else { throw failure("a shorter number") }
      value = value * 10 + digit
      length += 1
    }
    if length == 3, value < 24, try paddedHour(value) { return }
    if length <= 2 {
      if try always(value, length) { return }
      if try namedHour(value, length) { return }
      if try sevenDays(value, length) { return }
      if try clock(hour: value, length) { return }
      if try meridiem(hour: value, minute: nil, length) { return }
    }
    add(.number, length, value: value)
  }

  /// `011:00`.
  private mutating func paddedHour(_ hour: Int) throws(OpeningHoursError) -> Bool {
    guard byte(0) == UInt8(ascii: "0"), byte(3) == UInt8(ascii: ":"), let tens = digit(4), let ones = digit(5),
      digit(6) == nil, tens < 6
    else { return false }
    let minutes = hour * 60 + tens * 10 + ones
    try warn(6, "an hour has two digits", correction: Printer.time(minutes))
    add(.time, 6, value: minutes)
    return true
  }

  /// `12 noon`, `12 midnight`.
  private mutating func namedHour(_ value: Int, _ length: Int) throws(OpeningHoursError) -> Bool {
    guard value == 12 else { return false }
    let gap = byte(length) == 0x20 ? 1 : 0
    var end = length + gap
    while (byte(end) | 0x20) &- 0x61 < 26 { end += 1 }
    let word = text(from: position + length + gap, to: position + end).lowercased()
    guard case .hour(let minutes)? = Vocabulary.entries[word]?.first?.meaning else { return false }
    try namedTime(minutes, end)
    return true
  }

  /// `7 days a week`.
  private mutating func sevenDays(_ value: Int, _ length: Int) throws(OpeningHoursError) -> Bool {
    let words = " days a week"
    guard value == 7, text(from: position + length, to: position + length + words.utf8.count).lowercased() == words
    else { return false }
    let whole = length + words.utf8.count
    try warn(whole, "not a word of the language", correction: "Mo-Su", isUncommon: true)
    add(days: .monday, .sunday, whole)
    return true
  }

  /// Noon, or midnight: the end of a day, and at the start of a span its begin.
  mutating func namedTime(_ minutes: Int, _ length: Int) throws(OpeningHoursError) {
    let isEnd = tokens.last?.kind == .hyphen
    let minutes = minutes == 1440 && !isEnd ? 0 : minutes
    try warn(length, "a time is written HH:MM", correction: Printer.time(minutes), isUncommon: true)
    add(.meridiemTime, length, value: minutes)
  }

  /// `24/7`, or an equivalent.
  private mutating func always(_ value: Int, _ length: Int) throws(OpeningHoursError) -> Bool {
    guard value == 24 && length == 2 || value == 7 && length == 1 && isSevenByDay else { return false }
    if byte(2) == UInt8(ascii: "/"), byte(3) == UInt8(ascii: "7"), digit(4) == nil, byte(4) != UInt8(ascii: ":") {
      let isAllYear = options.leniency == .tolerant && text(from: position + 4, to: position + 8) == "/365"
      if isAllYear { try warn(8, "a day without end", correction: "24/7", isUncommon: true) }
      add(.always, isAllYear ? 8 : 4)
      return true
    }
    guard let spelled = allDayLength(after: length) else { return false }
    try warn(spelled.length, "a day without end", correction: "24/7", isUncommon: spelled.isUncommon)
    add(.always, spelled.length)
    return true
  }

  /// Whether the next tokens are `7/24`, a spelling of 24/7.
  private var isSevenByDay: Bool {
    byte(1) == UInt8(ascii: "/") && digit(2) == 2 && digit(3) == 4 && !Lexer.isWordByte(byte(4))
      && byte(4) != UInt8(ascii: ":")
  }

  /// The length of `24h`, `24 hours`, `24/24`... at this position, nil when it is an hour of a time span.
  private func allDayLength(after length: Int) -> (length: Int, isUncommon: Bool)? {
    if let last = tokens.last?.kind, last == .hyphen || last == .number || last == .time { return nil }
    if length == 1 { return (4, true) }
    let rest = text(from: position + 2, to: position + 24).lowercased()
    for (form, isUncommon) in Vocabulary.allDayForms where rest.hasPrefix(form) {
      let after = rest.dropFirst(form.count)
      guard after.first.map({ !$0.isLetter && !$0.isNumber && !"/:\\-–".contains($0) }) ?? true else { continue }
      // "24 h - 8 h" is a span.
      let next = after.first { $0 != " " }
      guard next.map({ !"-–0123456789".contains($0) }) ?? true else { continue }
      return (2 + form.utf8.count, isUncommon)
    }
    return nil
  }

  /// `8:00`, `08.00`, `8h30`, `8h`, with or without am or pm.
  private mutating func clock(hour: Int, _ length: Int) throws(OpeningHoursError) -> Bool {
    if let spread = spreadClock(length) { return try loose(hour, spread) }
    let separator = byte(length)
    var width = separatorWidth(length)
    let isHourSign = separator | 0x20 == UInt8(ascii: "h")
    guard width > 0 || isHourSign else { return false }
    width = max(width, 1)
    guard let tens = digit(length + width), let ones = digit(length + width + 1),
      digit(length + width + 2) == nil
    else {
      return isHourSign ? try hourSign(hour, length) : try bareZero(hour, length)
    }
    let total = length + width + 2
    // Three parts, as in "week 01:10:00": the first is not an hour. With two dots it is a date.
    if byte(total) == UInt8(ascii: ":"), digit(total + 1) != nil, digit(total + 2) != nil { return false }
    if separator == UInt8(ascii: "."), byte(total) == UInt8(ascii: "."), digit(total + 1) != nil { return false }
    let minute = tens * 10 + ones
    guard minute < 60 else { throw failure("minutes below 60", at: position + length + width) }
    if try meridiem(hour: hour, minute: minute, total) { return true }
    guard hour <= 48 else { throw failure("an hour up to 48") }
    if separator != UInt8(ascii: ":") || length == 1 {
      try warn(
        total, "a time is written HH:MM", correction: Printer.time(hour * 60 + minute),
        isUncommon: isHourSign)
    }
    add(.time, total, value: hour * 60 + minute)
    return true
  }

  /// The minute and length of `09 : 00` or `9: 00`, nil otherwise: a colon after a date has no space before it, and a
  /// time that follows it has its own colon.
  private func spreadClock(_ length: Int) -> (minute: Int, length: Int)? {
    var end = length
    while byte(end) == 0x20 { end += 1 }
    guard byte(end) == UInt8(ascii: ":") else { return nil }
    let isApart = end > length
    end += 1
    let colon = end
    while byte(end) == 0x20 { end += 1 }
    guard isApart || end > colon, let tens = digit(end), let ones = digit(end + 1), digit(end + 2) == nil else {
      return nil
    }
    let minute = tens * 10 + ones
    guard byte(end + 2) != UInt8(ascii: ":"), minute < 60, isApart || minute % 15 == 0 && minute != 15 else {
      return nil
    }
    return (minute, end + 2)
  }

  private mutating func loose(_ hour: Int, _ spread: (minute: Int, length: Int)) throws(OpeningHoursError) -> Bool {
    guard hour <= 24 else { return false }
    if try meridiem(hour: hour, minute: spread.minute, spread.length) { return true }
    let minutes = hour * 60 + spread.minute
    try warn(spread.length, "a time contains no blanks", correction: Printer.time(minutes))
    add(.time, spread.length, value: minutes)
    return true
  }

  /// The length in bytes of the separator between hour and minute, 0 for anything else.
  private func separatorWidth(_ offset: Int) -> Int {
    switch byte(offset) {
    case UInt8(ascii: ":"), UInt8(ascii: "."): 1
    // U+FF1A, the full-width colon.
    case 0xEF where byte(offset + 1) == 0xBC && byte(offset + 2) == 0x9A: 3
    default: 0
    }
  }

  /// `14:0`.
  private mutating func bareZero(_ hour: Int, _ length: Int) throws(OpeningHoursError) -> Bool {
    guard byte(length) == UInt8(ascii: ":"), digit(length + 1) == 0, digit(length + 2) == nil, hour <= 24,
      byte(length + 2) != UInt8(ascii: ":")
    else { return false }
    try warn(length + 2, "minutes have two digits", correction: Printer.time(hour * 60))
    add(.time, length + 2, value: hour * 60)
    return true
  }

  /// `8h`.
  private mutating func hourSign(_ hour: Int, _ length: Int) throws(OpeningHoursError) -> Bool {
    guard !Lexer.isWordByte(byte(length + 1)), hour <= 48 else { return false }
    try warn(length + 1, "a time is written HH:MM", correction: Printer.time(hour * 60))
    add(.time, length + 1, value: hour * 60)
    return true
  }

  /// A time followed by am or pm.
  private mutating func meridiem(hour: Int, minute: Int?, _ length: Int) throws(OpeningHoursError) -> Bool {
    guard let (isAfternoon, suffix) = meridiemSuffix(length) else { return false }
    guard (0...12).contains(hour) || (hour < 24 && isAfternoon && minute != nil) else {
      throw failure("an hour up to 12 before am or pm")
    }
    let hours = hour > 12 ? hour : hour % 12 + (isAfternoon ? 12 : 0)
    let minutes = hours * 60 + (minute ?? 0)
    try warn(length + suffix, "the clock has 24 hours", correction: Printer.time(minutes))
    add(.meridiemTime, length + suffix, value: minutes)
    return true
  }

  /// Whether am or pm follows at `offset`, and the length up to its end.
  private func meridiemSuffix(_ offset: Int) -> (isAfternoon: Bool, length: Int)? {
    var end = offset
    while byte(end) == 0x20 { end += 1 }
    let narrowSpace = byte(end) == 0xE2 && byte(end + 1) == 0x80 && byte(end + 2) == 0xAF
    if narrowSpace { end += 3 }
    let letter = byte(end) | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
    end += 1
    // "10a-9p" is unambiguous; in "2 a 6" the "a" means "to".
    let isShort = end == offset + 1 && !Lexer.isWordByte(byte(end)) && options.leniency == .tolerant
    if isShort, byte(end) != UInt8(ascii: "."), byte(end + 1) | 0x20 != UInt8(ascii: "m") {
      return (letter == UInt8(ascii: "p"), 1)
    }
    if byte(end) == UInt8(ascii: ".") { end += 1 }
    while byte(end) == 0x20, byte(end + 1) | 0x20 == UInt8(ascii: "m") { end += 1 }
    guard byte(end) | 0x20 == UInt8(ascii: "m") else { return nil }
    end += 1
    if byte(end) == UInt8(ascii: ".") { end += 1 }
    guard (byte(end) | 0x20) &- 0x61 >= 26 else { return nil }
    return (letter == UInt8(ascii: "p"), end - offset)
  }
}
