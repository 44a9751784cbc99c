/// The number of random queries that a test runs on the engine and its brute-force twin.
public enum TwinQueries {
  /// `usually`; ten times as many if slow tests run as well.
  public static func count(usually: Int) -> Int { SlowTests.areEnabled ? 10 * usually : usually }
}
