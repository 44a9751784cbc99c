/// The beginning of a text as a number, so that most texts are compared as numbers.
enum TextPrefix {
  /// The first eight bytes without the last bit: numbers are in the order of the texts, and equal for texts with the
  /// same first bytes. Finite, and at least 0.
  ///
  /// - Complexity: O(1).
  static func number(_ text: String) -> Double {
    var bytes: UInt64 = 0
    var places = 8
    for byte in text.utf8.prefix(8) {
      bytes = bytes << 8 | UInt64(byte)
      places -= 1
    }
    // The bits of positive numbers are in the order of the numbers; no byte of UTF-8 turns them into infinity.
    return Double(bitPattern: (bytes << UInt64(8 * places)) >> 1)
  }
}
