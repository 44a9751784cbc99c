import CivilTime
import Streams

extension Query.Moment {
  static let instantForm = "a date and time with an offset from UTC"
  static let instantExample = #""2026-11-27T22:30:00+01:00""#

  /// Parses `now`, an instant (`2026-11-27T22:30:00+01:00`), a local time (`2026-11-27T22:30`), a weekday and time
  /// (`Sa 22:30`) or a time of day (`22:30`).
  ///
  /// - Parameters:
  ///   - text: the text to read.
  ///   - path: the path of the text, for errors.
  /// - Throws: `QueryError.badTime` with what was expected.
  public init(parsing text: String, path: String = "time") throws(QueryError) {
    if text.lowercased() == "now" {
      self = .now
    } else if Self.isTimeOfDay(text) {
      self = try Self.daily(text, path: path)
    } else if let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      // A text without a year is not a date.
      guard text.dropFirst(4).first == "-" else { throw .badTime(path: path, found: text, expected: Self.forms) }
      do { self = try Self.dated(text) } catch { throw .badTime(path: path, error) }
    } else {
      self = try Self.weekly(text, path: path)
    }
  }

  /// Parses the start or end of a time span: as ``init(parsing:path:)``, or a date, which means its local midnight.
  init(boundary text: String, path: String) throws(QueryError) {
    if let day = try? LocalDate(parsing: text) {
      self = .local(LocalDateTime(date: day, secondOfDay: 0))
    } else {
      try self.init(parsing: text, path: path)
    }
  }

  var json: JSONValue { .string(description) }

  static let forms =
    #""now", a time such as 22:30, a date and time such as 2026-11-27T22:30, or a weekday and time such as "Sa 22:30""#

  /// `22:30`, `9:00`.
  private static func isTimeOfDay(_ text: String) -> Bool { text.prefix(3).dropFirst().contains(":") }

  private static func daily(_ text: String, path: String) throws(QueryError) -> Query.Moment {
    guard let minute = minuteOfDay(text[...]) else {
      throw .badTime(path: path, found: text, expected: "a time from 00:00 to 24:00")
    }
    return .daily(minuteOfDay: minute % 1440)
  }

  /// A time with an offset is an instant, one without is a local time.
  private static func dated(_ written: String) throws(TimeParseError) -> Query.Moment {
    // People write a space between date and time.
    var text = written
    if let space = text.firstIndex(of: " ") { text.replaceSubrange(space...space, with: "T") }
    let offsetMarks = Set("Zz+-".utf8)
    let hasOffset = text.utf8.dropFirst("2026-11-27T".utf8.count).contains { offsetMarks.contains($0) }
    return hasOffset ? .instant(try Instant(parsing: text)) : .local(try LocalDateTime(parsing: text))
  }

  private static func weekly(_ text: String, path: String) throws(QueryError) -> Query.Moment {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, let weekday = Weekday(queryWord: words[0]) else {
      throw .badTime(path: path, found: text, expected: forms)
    }
    guard let minute = minuteOfDay(words[1]) else {
      throw .badTime(path: path, found: text, expected: "a time from 00:00 to 24:00 after the weekday")
    }
    // 24:00 is the midnight at the end of the day.
    guard minute == 1440 else { return .weekly(weekday, minuteOfDay: minute) }
    return .weekly(Weekday(rawValue: (weekday.rawValue + 1) % 7) ?? weekday, minuteOfDay: 0)
  }

  /// Minutes from midnight, 0...1440; nil unless the text is a time such as 9:00 or 22:30.
  private static func minuteOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), minute < 60
    else { return nil }
    let total = hour * 60 + minute
    return total <= 1440 ? total : nil
  }
}

extension Query.Moment: CustomStringConvertible {
  /// The moment in the notation of a query; parses back to the same moment.
  public var description: String {
    switch self {
    case .now: return "now"
    case .instant(let instant): return instant.description
    case .local(let local): return local.description
    case .weekly(let weekday, let minute): return "\(weekday.abbreviation) \(Self.timeOfDay(minute))"
    case .daily(let minute): return Self.timeOfDay(minute)
    }
  }

  private static func timeOfDay(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension Weekday {
  /// The weekday of two or more letters of its English name.
  init?(queryWord text: Substring) {
    let typed = text.lowercased()
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    guard typed.count >= 2, let index = names.firstIndex(where: { $0.hasPrefix(typed) }) else { return nil }
    self.init(rawValue: index)
  }
}
