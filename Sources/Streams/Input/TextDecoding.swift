/// Decodes bytes as UTF-8, else as Windows-1252, a superset of the printable ISO-8859-1.
package enum TextDecoding {
  /// The text of `bytes`, and whether they were UTF-8.
  package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: String, isUTF8: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
    return (windows1252(bytes), false)
  }

  /// Every byte is a character; the five that Windows-1252 leaves undefined decode as in ISO-8859-1.
  static func windows1252(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let isExtra = (0x80...0x9F).contains(byte)
      text.append(isExtra ? extras[Int(byte) - 0x80] : Unicode.Scalar(byte))
    }
    return String(text)
  }

  // 0x80...0x9F from the WHATWG Encoding Standard, index windows-1252.
  private static let extras: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]
}
