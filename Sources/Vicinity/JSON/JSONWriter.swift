/// Appends JSON (RFC 8259) to a byte buffer, one value after another, without building a tree.
struct JSONWriter {
  /// The text written so far, UTF-8.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init(reservingCapacity capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Forgets what was written and keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    try members(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    try elements(&self)
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func null() { raw("null") }
  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  mutating func int(_ value: some BinaryInteger) {
    separate()
    appendDigits(of: Int64(value))
    needsComma = true
  }

  /// The shortest text that reads back as the same number; not-a-number and infinity, which JSON lacks, become null.
  mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int64(exactly: value) { return int(whole) }
    raw("\(value)")
  }

  /// A number rounded to `decimals` places (0...7), without trailing zeros.
  mutating func double(_ value: Double, decimals: Int) {
    let scale = Self.scales[decimals]
    let scaled = (value * Double(scale)).rounded()
    guard abs(scaled) < 9e15 else { return double(value) }
    separate()
    let units = Int64(scaled)
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = units.magnitude
    appendDigits(of: Int64(magnitude / UInt64(scale)))
    appendFraction(magnitude % UInt64(scale), decimals: decimals)
    needsComma = true
  }

  mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { utf8 in
      if utf8.contains(where: Self.needsEscape) {
        for byte in utf8 { appendEscaped(byte) }
      } else {
        bytes.append(contentsOf: utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .double(let value): double(value)
    case .string(let value): string(value)
    case .array(let elements): array { for element in elements { $0.value(element) } }
    case .object(let object):
      self.object { writer in
        for member in object.members {
          writer.key(member.key)
          writer.value(member.value)
        }
      }
    }
  }

  mutating func newline() {
    bytes.append(0x0A)
    needsComma = false
  }

  private static let scales: [Int64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func appendDigits(of value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private mutating func appendFraction(_ fraction: UInt64, decimals: Int) {
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var rest = fraction
    var divisor = UInt64(Self.scales[decimals]) / 10
    while rest > 0, divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: [0x5C, 0x22])
    case UInt8(ascii: "\\"): bytes.append(contentsOf: [0x5C, 0x5C])
    case 0x0A: bytes.append(contentsOf: [0x5C, UInt8(ascii: "n")])
    case 0x0D: bytes.append(contentsOf: [0x5C, UInt8(ascii: "r")])
    case 0x09: bytes.append(contentsOf: [0x5C, UInt8(ascii: "t")])
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    default: bytes.append(byte)
    }
  }
}

extension JSONValue {
  /// Compact JSON text.
  public var text: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
