import Foundation

/// Whether slow tests run: `scripts/test --all`.
public enum SlowTests {
  /// Whether the environment variable `VICINITY_ALL_TESTS` is 1.
  public static let areEnabled = ProcessInfo.processInfo.environment["VICINITY_ALL_TESTS"] == "1"
}
