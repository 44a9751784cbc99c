enum OpenEnd {
  /// The latest plausible end of an open-ended span, in minutes from the same midnight.
  ///
  /// The heuristic of `opening_hours.js`, so that results agree: ten hours from 17:00 on, eight from 22:00 on and after
  /// midnight; else until midnight.
  static func guess(after minute: Int) -> Int {
    if minute >= 1320 { return minute + 480 }
    return minute >= 1020 ? minute + 600 : 1440
  }
}
