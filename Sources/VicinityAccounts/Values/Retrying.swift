/// The delays between retries of an email or webhook.
enum Retrying {
  /// The tries, the last after a day and a half.
  static let mostAttempts = 12

  /// Seconds until the next try: 1, 2, 4, … minutes.
  ///
  /// - Parameter attempts: so far, from 1.
  static func wait(after attempts: Int) -> Int64 { Int64(60 << min(attempts - 1, 10)) }
}
