/// Finds the end of a JSON value without parsing it, over any number of pieces of input.
///
/// Only strings and nesting are tracked; the parser checks the rest afterwards.
struct JSONExtent {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isScalar = false

  /// The number of bytes examined.
  private(set) var length = 0

  /// Examines the bytes of `window` from `length` on; the window begins with the first byte of the value.
  /// - Returns: whether the value ends inside the window, at `length`.
  mutating func advance(_ window: UnsafeBufferPointer<UInt8>) -> Bool {
    while length < window.count {
      let byte = window[length]
      if isInString {
        length += 1
        if follow(stringByte: byte) { return true }
      } else if isScalar, Self.endsScalar(byte) {
        return true
      } else {
        length += 1
        if follow(byte) { return true }
      }
    }
    return false
  }

  /// Whether the value may end at the end of the input: only a number or a word may.
  var mayEndHere: Bool { isScalar }

  private mutating func follow(stringByte byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      return depth == 0
    }
    return false
  }

  private mutating func follow(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth <= 0
    default: isScalar = depth == 0
    }
    return false
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }
}
