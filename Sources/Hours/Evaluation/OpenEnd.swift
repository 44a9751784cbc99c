enum OpenEnd {
  /// How long a place may go on after the last time given, in minutes from the same midnight.
  ///
  /// The guess of `opening_hours.js`, so that the answers agree: from 17:00 ten hours, from 22:00 on, and after
  /// midnight, eight; else until midnight.
  static func guess(after minute: Int) -> Int {
    if minute >= 1320 { return minute + 480 }
    return minute >= 1020 ? minute + 600 : 1440
  }
}
