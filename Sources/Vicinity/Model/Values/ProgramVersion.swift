/// The version of Vicinity, as its command and its server report it.
public enum ProgramVersion {
  /// A semantic version (https://semver.org).
  public static let current = "0.2.0"
}
