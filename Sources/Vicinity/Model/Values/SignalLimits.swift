/// Limits on the data of members.
enum SignalLimits {
  /// The maximum length of a member's name, bytes of UTF-8.
  static let longestMember = 255
  /// The allowed names, for messages.
  static let allowedMember = "a name of 1 to \(longestMember) bytes, none of them zero"
  /// The maximum length of a review, bytes of UTF-8.
  static let longestText = 10_000

  /// Whether the name of a member is valid.
  static func allow(member name: String) -> Bool {
    // Arguments of a process cannot contain a zero byte, so such a member could not be named, or forgotten.
    !name.isEmpty && name.utf8.count <= longestMember && !name.utf8.contains(0)
  }
}
