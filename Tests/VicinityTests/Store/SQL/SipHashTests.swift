import Testing

@testable import Vicinity

@Suite("SipHash")
struct SipHashTests {
  /// Hashes of the bytes 0, 1, … under the key 00 01 … 0f; that of 15 bytes is from the paper's appendix, all are
  /// from OpenSSL.
  static let vectors: [(count: UInt8, hash: UInt64)] = [
    (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137), (8, 0x93f5_f579_9a93_2462),
    (15, 0xa129_ca61_49be_45e5), (63, 0x958a_324c_eb06_4572),
  ]

  @Test("hashes the reference texts as its authors do", arguments: vectors)
  func reference(count: UInt8, hash: UInt64) {
    #expect(SipHash(key: Array(0..<16)).hash(Array(0..<count)) == hash)
  }
}
