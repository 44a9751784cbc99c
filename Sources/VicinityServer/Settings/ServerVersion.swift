/// The version of the program, as its command and its server tell it.
public enum ServerVersion {
  /// By semantic versioning.
  public static let current = "0.1.0"
}
