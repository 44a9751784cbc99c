import Vicinity

/// How long a walk takes, as text. The way is not known, only the straight line.
enum WalkText {
  /// `about 12 min`.
  static func about(_ minutes: Int64) -> String {
    minutes == 0 ? "0 min" : "about \(Relaxation.minutes(Double(minutes)))"
  }

  /// The minutes of a walk over a straight line of some meters, as arrivals count them.
  static func minutes(_ meters: Double) -> Int64 { Query.Travel.walking.minutes(for: meters) }
}
