/// One rule: a state for the times on the days that its selectors match.
public struct Rule: Hashable, Sendable {
  /// How the rule relates to those before it.
  public var relation: Relation = .override
  /// Whether the selector is `24/7`.
  public var isAlways = false
  /// Years; empty means every year.
  public var years: [YearRange] = []
  /// Months, dates and ranges of them; empty means every day of the year.
  public var dates: [DateRange] = []
  /// ISO 8601 weeks; empty means every week.
  public var weeks: [WeekRange] = []
  /// Weekdays and holidays: a day matches if it is one of them; empty means every day.
  public var days: [DaySelector] = []
  /// Time spans; empty means the whole day.
  public var times: [TimeSpan] = []
  /// The state as written; nil means open, or unknown when there is only a comment.
  public var modifier: Modifier?
  /// The text between the quotes.
  public var comment: String?

  /// How a rule relates to the rules before it.
  public enum Relation: Hashable, Sendable {
    /// `;` — replaces them on the days it selects.
    case override
    /// `,` — adds to them.
    case additional
    /// `||` — applies where they leave the place closed.
    case fallback
  }

  /// The keyword of the state.
  public enum Modifier: String, Hashable, Sendable {
    /// Open.
    case open
    /// Closed.
    case closed
    /// Closed; the shorter word.
    case off
    /// Possibly open.
    case unknown
  }
}

extension Rule {
  /// The state on the days and times selected.
  public var state: OpeningState {
    switch modifier {
    case .open: .open
    case .closed, .off: .closed
    case .unknown: .unknown
    // A comment without a state is a condition, such as "by appointment"; the state is then unknown.
    case nil: comment == nil ? .open : .unknown
    }
  }

  /// Whether days are restricted at all.
  var selectsDays: Bool { selectsDates || !days.isEmpty }

  /// Whether the days of the year are restricted.
  var selectsDates: Bool { !years.isEmpty || !dates.isEmpty || !weeks.isEmpty }

  /// Whether the rule repeats each week.
  var isWeekly: Bool {
    years.isEmpty && dates.isEmpty && weeks.isEmpty && days.allSatisfy(\.isWeekly) && !times.contains(where: \.usesSun)
  }

  var usesHolidays: Bool { days.contains { $0.holiday != nil } }
}
