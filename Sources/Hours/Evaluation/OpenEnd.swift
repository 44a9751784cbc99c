enum OpenEnd {
  /// How long a place may go on after the last time given, in minutes from the same midnight.
  ///
  /// The guess of `opening_hours.js`, so that the answers agree: from 17:00 ten hours, from 22:00 eight, else until
  /// midnight.
  static func guess(after minute: Int) -> Int {
    let clock = minute % 1440
    if clock >= 1320 { return minute + 480 }
    if clock >= 1020 { return minute + 600 }
    return minute - clock + 1440
  }
}
