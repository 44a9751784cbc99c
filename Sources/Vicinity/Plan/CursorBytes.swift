import Foundation

/// The bytes of a cursor: a fingerprint, then little-endian numbers of eight bytes each, and texts with a length
/// prefix.
struct CursorBytes {
  private(set) var bytes: [UInt8] = []
  private var position = 0
  let fingerprint: Int

  init(fingerprint: Int) {
    self.fingerprint = fingerprint
    bytes.reserveCapacity(96)
    append(Int64(fingerprint))
  }

  /// Nil when it is shorter than a fingerprint.
  init?(_ data: Data) {
    guard data.count >= 8 else { return nil }
    bytes = Array(data)
    fingerprint = bytes.withUnsafeBytes { Int(Int64(littleEndian: $0.loadUnaligned(as: Int64.self))) }
    position = 8
  }

  mutating func append(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ number: Double) { append(Int64(bitPattern: number.bitPattern)) }

  mutating func append(_ text: String) {
    append(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Stands for a text that is missing before another one.
  mutating func appendNoText() { append(Int64(-1)) }

  mutating func nextInteger() -> Int64? {
    guard bytes.count - position >= 8 else { return nil }
    defer { position += 8 }
    return bytes.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Int64.self))
    }
  }

  mutating func nextDouble() -> Double? { nextInteger().map { Double(bitPattern: UInt64(bitPattern: $0)) } }

  mutating func nextText() -> String? {
    guard let count = nextInteger(), count >= 0, count <= bytes.count - position else { return nil }
    defer { position += Int(count) }
    return String(decoding: bytes[position..<(position + Int(count))], as: UTF8.self)
  }
}
