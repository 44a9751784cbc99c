/// Detects text that needs no escapes in JSON, eight bytes at a time.
enum PlainText {
  /// Whether JSON requires an escape for a byte: control characters, the quote and the backslash.
  @inline(__always)
  static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Copies text; false when it has a byte that needs an escape.
  @inline(__always)
  static func copy(_ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Bool {
    guard let source = UnsafeRawPointer(text.baseAddress) else { return true }
    let target = UnsafeMutableRawPointer(target)
    let count = text.count
    var found: UInt64 = 0
    if count >= 8 {
      for offset in stride(from: 0, to: count - 8, by: 8) { found |= copyEight(source + offset, target + offset) }
      // The last eight overlap the previous ones.
      found |= copyEight(source + (count - 8), target + (count - 8))
    } else if count >= 4 {
      found = copyFour(source, target) | copyFour(source + (count - 4), target + (count - 4))
    } else {
      for index in 0..<count {
        let byte = text[index]
        target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
        if needsEscape(byte) { found = 1 }
      }
    }
    return found == 0
  }

  @inline(__always)
  private static func copyEight(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> UInt64 {
    let word = source.loadUnaligned(as: UInt64.self)
    target.storeBytes(of: word, as: UInt64.self)
    return escapes(in: word)
  }

  @inline(__always)
  private static func copyFour(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> UInt64 {
    let half = source.loadUnaligned(as: UInt32.self)
    target.storeBytes(of: half, as: UInt32.self)
    // Letters fill the rest of the word.
    return escapes(in: 0x6161_6161_0000_0000 | UInt64(half))
  }

  /// Nonzero when a byte of a word needs an escape.
  ///
  /// Source: Anderson, "Bit Twiddling Hacks", https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord.
  @inline(__always)
  private static func escapes(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    @inline(__always) func below(_ bound: UInt64, _ word: UInt64) -> UInt64 { (word &- ones &* bound) & ~word }
    let quote = below(1, word ^ (ones &* 0x22))
    let backslash = below(1, word ^ (ones &* 0x5C))
    return (below(0x20, word) | quote | backslash) & (ones &* 0x80)
  }
}
