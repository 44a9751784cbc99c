/// The number of random queries that a test runs on the engine and its brute-force twin.
public enum TwinQueries {
  /// `usually`; ten times as many if slow tests run as well.
  /// - Parameter atMost: where each query takes long, such as one for which the catalog is opened again.
  public static func count(usually: Int, atMost: Int = .max) -> Int {
    SlowTests.areEnabled ? min(10 * usually, atMost) : usually
  }
}
