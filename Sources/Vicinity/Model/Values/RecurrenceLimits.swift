import Recurrence

/// Limits on the recurrence of a listing, which bound the work of every search; the recurrence language has none.
public enum RecurrenceLimits {
  /// The maximum number of occurrences per day, over all rules of an event: one every quarter of an hour.
  public static let mostPerDay = 96
  /// The maximum COUNT, over all rules of an event: 27 years of a daily event.
  public static let mostCounted = 10_000

  /// The limit that a recurrence exceeds, with advice; nil when it is within the limits.
  static func excess(of set: RecurrenceSet) -> String? {
    let (perDay, counted) = (set.mostPerDay, set.counted)
    if perDay > mostPerDay {
      return "comes to up to \(perDay) times a day, and an event may have \(mostPerDay): every quarter of an hour. "
        + "Write a longer period, or one event that lasts"
    }
    return counted > mostCounted ? "counts to \(counted), and may count to \(mostCounted). Write UNTIL and a date" : nil
  }
}
