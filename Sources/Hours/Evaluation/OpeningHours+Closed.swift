import CivilTime

extension OpeningHours {
  /// How the text closes a place at all times of the year that follows `now`, as `Mo-Fr off; Sa,Su off` and
  /// `Mo-Fr 10:00-20:00; off "renovation"` do; nil for other texts.
  ///
  /// `Mo off` alone closes Mondays and leaves the other days undetermined.
  package func closure(at now: Instant) -> Closure? {
    let closing = rules.filter { $0.state == .closed }
    guard Self.mayClose(closing) else { return nil }
    let year = now..<(now + 366 * 86_400)
    let context = HoursContext(zone: .utc)
    let opposite = closing.enumerated().map { number, rule in
      var rule = rule
      (rule.modifier, rule.comment, rule.relation) = (.open, nil, number == 0 ? .override : .additional)
      return rule
    }
    guard Schedule(OpeningHours(rules: opposite), in: context).isOpen(throughout: year) == .open,
      Schedule(self, in: context).duration(of: .closed, in: year) == year.upperBound - year.lowerBound
    else { return nil }
    let ends = closing.contains { !$0.years.isEmpty || $0.dates.contains { $0.last?.year != nil } }
    return Closure(comment: closing.lazy.compactMap(\.comment).first, hasEnd: ends)
  }

  /// A text that closes a place at all times.
  package struct Closure: Hashable, Sendable {
    /// The first comment of the rules that close.
    package var comment: String?
    /// Whether the text gives an end date.
    package var hasEnd: Bool
  }

  /// Whether rules may close every day, judged only by their weekdays; quick, since most texts close some days.
  private static func mayClose(_ rules: [Rule]) -> Bool {
    rules.contains { $0.days.isEmpty }
      || Weekday.allCases.allSatisfy { day in
        rules.contains { $0.days.contains { $0.weekdays?.contains(day) == true } }
      }
  }
}
