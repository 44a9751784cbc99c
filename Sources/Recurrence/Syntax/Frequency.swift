/// The period of a rule, from short to long.
public enum Frequency: String, CaseIterable, Sendable {
  /// Every second.
  case secondly = "SECONDLY"
  /// Every minute.
  case minutely = "MINUTELY"
  /// Every hour.
  case hourly = "HOURLY"
  /// Every day.
  case daily = "DAILY"
  /// Every week.
  case weekly = "WEEKLY"
  /// Every month.
  case monthly = "MONTHLY"
  /// Every year.
  case yearly = "YEARLY"

  /// Whether the period is shorter than a day.
  public var isSubDaily: Bool { self == .secondly || self == .minutely || self == .hourly }

  /// The length of the period in seconds; nil for months and years, whose length varies.
  var seconds: Int64? {
    switch self {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    case .daily: 86_400
    case .weekly: 604_800
    case .monthly, .yearly: nil
    }
  }
}
