extension Query.Moment {
  static let instantForm = "a date and time with an offset from UTC"
  static let instantExample = #""2026-11-27T22:30:00+01:00""#

  /// Reads `now`, an instant (`2026-11-27T22:30:00+01:00`), a local time (`2026-11-27T22:30`) or a weekday and time (`Sa 22:30`).
  ///
  /// - Parameter path: what messages call the place of the text.
  /// - Throws: `QueryError.badTime` with what was expected.
  public init(parsing text: String, path: String) throws(QueryError) {
    if text.lowercased() == "now" {
      self = .now
    } else if let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      do { self = try Self.dated(text) } catch { throw .badTime(path: path, error) }
    } else {
      self = try Self.weekly(text, path: path)
    }
  }

  var json: JSONValue { .string(description) }

  /// A time with an offset is an instant, one without is what the wall shows.
  private static func dated(_ text: String) throws(TimeParseError) -> Query.Moment {
    let offsetMarks = Set("Zz+-".utf8)
    let hasOffset = text.utf8.dropFirst("2026-11-27T".utf8.count).contains { offsetMarks.contains($0) }
    return hasOffset ? .instant(try Instant(iso8601: text)) : .local(try LocalDateTime(iso8601: text))
  }

  private static func weekly(_ text: String, path: String) throws(QueryError) -> Query.Moment {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, let weekday = weekday(named: words[0]) else {
      throw .badTime(
        path: path, found: text,
        expected: #""now", a date and time such as 2026-11-27T22:30, or a weekday and time such as "Sa 22:30""#)
    }
    guard let minute = minuteOfDay(words[1]) else {
      throw .badTime(path: path, found: text, expected: "a time from 00:00 to 23:59 after the weekday")
    }
    return .weekly(weekday, minuteOfDay: minute)
  }

  /// Two or more letters of the English name.
  private static func weekday(named text: Substring) -> Weekday? {
    let typed = text.lowercased()
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    guard typed.count >= 2, let index = names.firstIndex(where: { $0.hasPrefix(typed) }) else { return nil }
    return Weekday(rawValue: index)
  }

  private static func minuteOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isWholeNumber) }) else {
      return nil
    }
    guard let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60 else { return nil }
    return hour * 60 + minute
  }
}

extension Query.Moment: CustomStringConvertible {
  /// The moment as a query writes it; reads back as the same moment.
  public var description: String {
    switch self {
    case .now: return "now"
    case .instant(let instant): return instant.description
    case .local(let local): return local.description
    case .weekly(let weekday, let minute):
      let time = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      return "\(weekday.abbreviation) \(time)"
    }
  }
}
