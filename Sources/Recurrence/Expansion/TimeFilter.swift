/// The times of day that a rule selects.
struct TimeFilter: Sendable {
  /// Bit *h* is hour *h*; all bits set where any hour matches.
  let hours: UInt64
  let minutes: UInt64
  let seconds: UInt64

  /// - Parameter start: seconds since midnight; units below the period that the rule does not give are taken from it.
  init(_ rule: RecurrenceRule, start: Int) {
    let unit = rule.frequency.seconds ?? 86_400
    hours = Self.bits(rule.hours, unit <= 3600 ? nil : start / 3600)
    minutes = Self.bits(rule.minutes, unit <= 60 ? nil : start / 60 % 60)
    seconds = Self.bits(rule.seconds, unit == 1 ? nil : start % 60)
  }

  private static func bits(_ values: [Int], _ fallback: Int?) -> UInt64 {
    if values.isEmpty { return fallback.map { 1 << UInt64($0) } ?? .max }
    return values.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// The members of a mask below `limit`, in order.
  static func members(_ mask: UInt64, below limit: Int) -> [Int] {
    (0..<limit).filter { mask >> UInt64($0) & 1 == 1 }
  }

  /// The first member of a mask at or after `value`, below `limit`.
  static func next(_ mask: UInt64, from value: Int, below limit: Int) -> Int? {
    guard value < limit else { return nil }
    let next = value + (mask >> UInt64(value)).trailingZeroBitCount
    return next < limit ? next : nil
  }

  /// Every time within a day, an hour or a minute, in seconds from its beginning.
  func times(within unit: Int64) -> [Int] {
    let minuteOffsets = unit > 60 ? Self.members(minutes, below: 60).map { $0 * 60 } : [0]
    let secondOffsets = unit > 1 ? Self.members(seconds, below: 60) : [0]
    let hourOffsets = unit > 3600 ? Self.members(hours, below: 24).map { $0 * 3600 } : [0]
    return hourOffsets.flatMap { hour in
      minuteOffsets.flatMap { minute in secondOffsets.map { hour + minute + $0 } }
    }
  }
}
