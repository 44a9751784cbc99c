import Foundation

/// How many random questions a test puts to the engine and its brute-force twin.
public enum TwinQueries {
  /// So many as usual, or as the environment variable `VICINITY_TWIN_QUERIES` says: with 2100 areas, groups and ways are each asked
  /// about over ten thousand times.
  public static func count(usually: Int) -> Int {
    ProcessInfo.processInfo.environment["VICINITY_TWIN_QUERIES"].flatMap { Int($0) } ?? usually
  }
}
