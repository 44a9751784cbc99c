/// The version of the program, as reported by the command and the server; see `CHANGELOG.md`.
public enum ServerVersion {
  /// By semantic versioning.
  public static let current = "0.2.0"
}
