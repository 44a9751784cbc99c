import CivilTime

/// The times of day of a date as written.
struct WrittenTimes: Equatable {
  /// Seconds since midnight; nil for a date alone.
  var start: Int?
  /// Seconds since midnight of the end in `20:00-23:00`; nil without.
  var end: Int?
  /// Nil without a zone.
  var zone: WrittenZone?
  /// Whether both are of each day, as in `27–28 November 2026, 20:00–02:00`, not of the first and the last one.
  var hasOneStart = false
}

/// The zone of a time as written: `Z`, `+01:00`, `CET`.
enum WrittenZone: Equatable {
  case offset(String)
  /// A name of `ZoneWords`.
  case name(String)

  /// The offset in ISO 8601; empty for the time of the place.
  /// - Parameter place: the zone of the place; nil when it is not known.
  func offset(at local: LocalDateTime, in place: Zone?) throws(DateText.Failure) -> String {
    switch self {
    case .offset(let text): return text
    case .name(let name):
      switch ZoneWords.meaning(of: name, at: local, in: place) {
      case .local: return ""
      case .offset(let seconds): return Self.text(minutes: seconds / 60)
      case .unclear: throw .zoneUnclear(name.uppercased())
      }
    }
  }

  /// `+01:00` for 60.
  static func text(minutes: Int) -> String {
    let parts = [abs(minutes) / 60, abs(minutes) % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(minutes < 0 ? "-" : "+")\(parts.joined(separator: ":"))"
  }
}

/// A time of day as written.
struct WrittenTime {
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

  /// Whether the hour may be one of the morning or of the evening.
  private var isOpen: Bool { isAfternoon == nil && (1...12).contains(hour) }

  /// Gives the halves of the day to the one of two times that lacks it: in `8-11pm` both are in the evening, in
  /// `8-1am` and `11-2pm` the start is in the other half, since it would not be before the end; in `8pm-1` the end is
  /// the next one.
  static func completeHalves(_ first: inout WrittenTime, _ second: inout WrittenTime) {
    if first.isOpen, let half = second.isAfternoon, !(second.isNamed && first.isCertain) {
      first.isAfternoon = half
      if let start = first.seconds, let end = second.seconds, start >= end { first.isAfternoon = !half }
    } else if second.isOpen, first.isAfternoon != nil, !(first.isNamed && second.isCertain), let start = first.seconds {
      second.isAfternoon = false
      let morning = second.seconds ?? 0
      second.isAfternoon = (morning - start + 86_399) % 86_400 > (morning + 43_200 - start + 86_399) % 86_400
    }
  }

  /// Whether it is noon or midnight as a word.
  var isNamed = false
}
