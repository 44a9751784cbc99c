/// How many random questions a test puts to the engine and its brute-force twin.
public enum TwinQueries {
  /// So many as usual; ten times as many where slow tests run as well.
  public static func count(usually: Int) -> Int { SlowTests.areEnabled ? 10 * usually : usually }
}
