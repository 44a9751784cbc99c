/// The most that a catalog keeps of what a member says.
enum SignalLimits {
  /// Bytes of UTF-8 of a member's name.
  static let longestMember = 255
  /// What a name may be, for messages.
  static let allowedMember = "a name of 1 to \(longestMember) bytes, none of them zero"
  /// Bytes of UTF-8 of the text of a review.
  static let longestText = 10_000

  /// Whether a catalog can keep a member of this name.
  static func allow(member name: String) -> Bool {
    // A command line cannot say a zero byte, nor could this member be forgotten by one.
    !name.isEmpty && name.utf8.count <= longestMember && !name.utf8.contains(0)
  }
}
