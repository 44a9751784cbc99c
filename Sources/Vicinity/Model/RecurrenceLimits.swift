import Recurrence

/// What a recurrence may ask of whoever looks at its event; the language itself knows no such limits.
public enum RecurrenceLimits {
  /// The most occurrences on one day, of all rules of an event together: one every quarter of an hour.
  public static let mostPerDay = 96
  /// The greatest COUNT, of all rules of an event together: what happens daily does so for 27 years.
  public static let mostCounted = 10_000

  /// What is too much about a recurrence and what to write instead; nil when nothing is.
  static func excess(of set: RecurrenceSet) -> String? {
    let (perDay, counted) = (set.mostPerDay, set.counted)
    if perDay > mostPerDay {
      return "comes to up to \(perDay) times a day, and an event may have \(mostPerDay): every quarter of an hour. "
        + "Write a longer period, or one event that lasts"
    }
    return counted > mostCounted ? "counts to \(counted), and may count to \(mostCounted). Write UNTIL and a date" : nil
  }
}
