/// SipHash-2-4: a keyed 64-bit hash (PRF) that reveals neither its key nor, from known hashes, the hash of another
/// text.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012, doi:10.1007/978-3-642-34931-7_28.
package struct SipHash: Sendable {
  /// 128 bits, as two words in the order of the paper.
  private let key: (UInt64, UInt64)

  /// - Parameter key: 16 bytes.
  init(key: some Collection<UInt8>) {
    precondition(key.count == 16, "a key has 16 bytes, not \(key.count)")
    self.key = (Self.word(key.prefix(8)), Self.word(key.dropFirst(8)))
  }

  /// - Parameter key: 16 bytes.
  package init(key: [UInt8]) { self.init(key: key[...]) }

  /// The hash of a text.
  package func hash(_ text: String) -> UInt64 { hash(Array(text.utf8)) }

  /// The hash of some bytes.
  func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    var state = State(key)
    var rest = bytes[...]
    while rest.count >= 8 {
      state.take(Self.word(rest.prefix(8)))
      rest = rest.dropFirst(8)
    }
    // The last word ends with the length.
    state.take(Self.word(rest) | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.finished()
  }

  /// Little-endian; at most 8 bytes.
  private static func word(_ bytes: some Collection<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for (index, byte) in bytes.enumerated() { word |= UInt64(byte) << UInt64(8 * index) }
    return word
  }

  private struct State {
    private var v0, v1, v2, v3: UInt64

    init(_ key: (UInt64, UInt64)) {
      // "somepseudorandomlygeneratedbytes"
      v0 = key.0 ^ 0x736f_6d65_7073_6575
      v1 = key.1 ^ 0x646f_7261_6e64_6f6d
      v2 = key.0 ^ 0x6c79_6765_6e65_7261
      v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func take(_ word: UInt64) {
      v3 ^= word
      for _ in 0..<2 { mix() }
      v0 ^= word
    }

    mutating func finished() -> UInt64 {
      v2 ^= 0xff
      for _ in 0..<4 { mix() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func mix() {
      v0 &+= v1
      v1 = Self.rotate(v1, 13) ^ v0
      v0 = Self.rotate(v0, 32)
      v2 &+= v3
      v3 = Self.rotate(v3, 16) ^ v2
      v0 &+= v3
      v3 = Self.rotate(v3, 21) ^ v0
      v2 &+= v1
      v1 = Self.rotate(v1, 17) ^ v2
      v2 = Self.rotate(v2, 32)
    }

    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
  }
}
