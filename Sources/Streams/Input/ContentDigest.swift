/// The SHA-256 of bytes that come in pieces (FIPS 180-4), in order to recognize damaged files.
///
/// For programs without the cryptographic library of the server.
package struct ContentDigest {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count = 0

  private static let blockSize = 64

  package init() {}

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = bytes.prefix(Self.blockSize - rest.count)
      rest += missing
      bytes = bytes.dropFirst(missing.count)
      guard rest.count == Self.blockSize else { return }
      rest.withUnsafeBytes { compress($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let blocks = bytes.count / Self.blockSize * Self.blockSize
    compress(UnsafeRawBufferPointer(rebasing: bytes.prefix(blocks)))
    rest += bytes.dropFirst(blocks)
  }

  /// The digest of all bytes so far, in hexadecimal.
  package func hexadecimal() -> String {
    var last = self
    // A one bit, zeros, and the number of bits at the end of a block.
    var padding: [UInt8] = [0x80]
    let used = (count + 9) % Self.blockSize
    padding += [UInt8](repeating: 0, count: used == 0 ? 0 : Self.blockSize - used)
    withUnsafeBytes(of: UInt64(count * 8).bigEndian) { padding += $0 }
    padding.withUnsafeBytes { last.update($0) }
    return last.state.map { withUnsafeBytes(of: $0.bigEndian) { $0.hexadecimal } }.joined()
  }

  /// Whether a text could be such a digest.
  package static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }

  /// - Parameter blocks: whole blocks.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    guard let start = blocks.baseAddress, !blocks.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      state.withUnsafeMutableBufferPointer { state in
        Self.constants.withUnsafeBufferPointer { constants in
          for offset in stride(from: 0, to: blocks.count, by: Self.blockSize) {
            for index in 0..<16 {
              let word = (start + offset + 4 * index).loadUnaligned(as: UInt32.self)
              words[index] = UInt32(bigEndian: word)
            }
            Self.compress(words, constants, &state)
          }
        }
      }
    }
  }

  /// One block; the names of the variables are those of the standard.
  private static func compress(
    _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    _ state: inout UnsafeMutableBufferPointer<UInt32>
  ) {
    for t in 16..<64 {
      let (w15, w2) = (words[t &- 15], words[t &- 2])
      let s0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 &>> 3)
      let s1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 &>> 10)
      words[t] = words[t &- 16] &+ s0 &+ words[t &- 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let t1 = h &+ sum1 &+ ((e & f) ^ (~e & g)) &+ constants[t] &+ words[t]
      let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let t2 = sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word &>> bits | word &<< (32 &- bits) }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
