extension DateTokens {
  /// Start, end and zone after the date; all nil when nothing follows, nil when something else does.
  mutating func takeTimes() -> WrittenTimes? {
    let words = skipFillers(",.;|@-–—·)(", also: ["t"], weekdays: true)
    guard position < tokens.count else { return WrittenTimes() }
    guard var first = takeTime(after: words) else { return nil }
    var second: WrittenTime?
    if takeUntil() {
      second = takeTime()
      guard second != nil else { return nil }
    }
    if var end = second {
      WrittenTime.completeHalves(&first, &end)
      second = end
    }
    guard first.isCertain || second?.isCertain == true, let start = first.seconds, let zone = takeZone() else {
      return nil
    }
    skipFillers(",.)(")
    guard position == tokens.count else { return nil }
    if let second, second.seconds == nil { return nil }
    return WrittenTimes(start: start, end: second?.seconds, zone: zone)
  }

  private mutating func takeUntil() -> Bool {
    let isUntil = (isDash(position) && !isOffset) || word(position).map(DateWords.until.contains) ?? false
    if isUntil { position += 1 }
    return isUntil
  }

  /// - Parameter words: those before the time.
  private mutating func takeTime(after words: [String] = []) -> WrittenTime? {
    let words = words + skipFillers(".:'’")
    if let word = word(position), let isAfternoon = Self.named[MonthNames.fold(word)] {
      position += 1
      return WrittenTime(hour: 12, isCertain: true, isAfternoon: isAfternoon, isNamed: true)
    }
    let half = word(position).flatMap { DateWords.halves[$0] }
    if half != nil { position += 1 }
    guard case .number(let value, let digits)? = token(position) else { return nil }
    position += 1
    // `T200000`, `2000`.
    if digits == 6 {
      return WrittenTime(hour: value / 10_000, minute: value / 100 % 100, second: value % 100, isCertain: true)
    }
    if digits == 4 { return WrittenTime(hour: value / 100, minute: value % 100, isCertain: true) }
    guard digits <= 2 else { return nil }
    var time = WrittenTime(hour: value, isCertain: half != nil, isAfternoon: half)
    takeMinutes(&time)
    takeHalf(&time)
    if !time.isCertain { time.isCertain = words.contains { DateWords.timeWords[$0].map { $0 || value > 12 } ?? false } }
    return time
  }

  /// Whether noon or midnight is in the afternoon, which begins at 12.
  private static let named = [
    "noon": true, "midday": true, "mittag": true, "midi": true, "mezzogiorno": true, "mediodia": true,
    "midnight": false, "mitternacht": false, "minuit": false, "mezzanotte": false, "medianoche": false,
  ]

  /// `:30`, `.30`, `h30`, `:30:00.000`, and the words for hours.
  private mutating func takeMinutes(_ time: inout WrittenTime) {
    if isMark(at: position), let minute = number(position + 1, digits: 2...2) {
      position += 2
      (time.minute, time.isCertain) = (minute, true)
      if sign(position) == ":", let second = number(position + 1, digits: 2...2) {
        position += 2
        time.second = second
        if sign(position) == ".", case .number? = token(position + 1) { position += 2 }
      }
      if let word = word(position), ["分", "분"].contains(word) { position += 1 }
    }
    if let word = word(position), DateWords.hours.contains(word) {
      position += 1
      time.isCertain = true
    }
  }

  private func isMark(at index: Int) -> Bool {
    switch token(index) {
    case .sign(let sign)?: ":.".contains(sign)
    case .word(let word)?: DateWords.hours.contains(word)
    default: false
    }
  }

  /// `am`, `p.m.`, `PM`.
  private mutating func takeHalf(_ time: inout WrittenTime) {
    guard let word = word(position) else { return }
    if ["am", "pm"].contains(word) {
      position += 1
    } else if ["a", "p"].contains(word), sign(position + 1) == ".", self.word(position + 2) == "m" {
      position += sign(position + 3) == "." ? 4 : 3
    } else {
      return
    }
    time.isAfternoon = word.hasPrefix("p")
    time.isCertain = true
  }

  // MARK: The zone

  /// Whether a minus is that of an offset: four digits follow, or seconds are before it.
  private var isOffset: Bool {
    // `2000-0200` are two times.
    guard sign(position) == "-", number(position - 1, digits: 4...4) == nil else { return false }
    if number(position + 1, digits: 4...4) != nil { return true }
    return position >= 4 && sign(position - 2) == ":" && sign(position - 4) == ":"
  }

  /// `Z`, `UTC`, `+01:00`, `-0500`, `CET`, `(UTC+1)`, `Ortszeit`; a nil zone without one or for the time of the place,
  /// nil for one that is none.
  private mutating func takeZone() -> WrittenZone?? {
    skipSigns(",(")
    var zone: WrittenZone?
    if let name = takeName() {
      zone = ZoneWords.isName(name) ? .name(name) : nil
      skipSigns(",(")
    }
    if let word = word(position), ["z", "utc", "gmt"].contains(word) {
      position += 1
      // `UTC+1` is an offset of its own.
      guard let sign = sign(position), "+-".contains(sign) else { return .some(.offset("Z")) }
    }
    guard let sign = sign(position), "+-".contains(sign), case .number(let value, let digits)? = token(position + 1)
    else { return .some(zone) }
    position += 2
    let hours = digits == 4 ? value / 100 : value
    var minutes = digits == 4 ? value % 100 : 0
    if self.sign(position) == ":", let found = number(position + 1, digits: 2...2) {
      position += 2
      minutes = found
    }
    guard hours <= 14, minutes < 60, digits <= 2 || digits == 4 else { return nil }
    return .some(.offset(WrittenZone.text(minutes: (hours * 60 + minutes) * (sign == "-" ? -1 : 1))))
  }

  /// The longest run of words that names a zone, or the time of the place.
  private mutating func takeName() -> String? {
    for count in stride(from: 4, through: 1, by: -1) {
      let words = (0..<count).compactMap { word(position + $0) }
      let name = words.joined(separator: " ")
      guard words.count == count, ZoneWords.isName(name) || ZoneWords.local.contains(name) else { continue }
      position += count
      return name
    }
    return nil
  }
}
