/// Base64 encoding (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four letters for three bytes, padded with `=`.
  static func text(of bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { letters in
      alphabet.withUnsafeBufferPointer { alphabet in
        var end = 0
        for start in stride(from: 0, to: bytes.count, by: 3) {
          let taken = min(3, bytes.count - start)
          var word = UInt32(0)
          for offset in 0..<3 { word = word << 8 | (offset < taken ? UInt32(bytes[start + offset]) : 0) }
          for offset in 0..<4 {
            let letter = alphabet[Int(word >> UInt32(18 - 6 * offset) & 63)]
            letters[end] = offset <= taken ? letter : UInt8(ascii: "=")
            end += 1
          }
        }
      }
      return count
    }
  }
}
