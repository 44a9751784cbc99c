/// Appends JSON (RFC 8259) to a byte buffer, one value after another, without building a tree.
package struct JSONWriter {
  // Larger than `count`, so that values are written through a pointer instead of byte by byte.
  private var storage: [UInt8] = []
  /// The number of bytes written so far.
  package private(set) var count = 0
  private var needsComma = false
  /// Whether a number that may have a fraction always has one, `20.0` for 20: for readers that take the type of all
  /// values from the first ones.
  package var keepsFractions = false

  package init(reservingCapacity capacity: Int = 0) {
    if capacity > 0 { storage = [UInt8](repeating: 0, count: capacity) }
  }

  /// A copy of the UTF-8 text written so far.
  /// - Complexity: O(n).
  package var bytes: [UInt8] { Array(storage[..<count]) }

  /// The value written, if it is a single one.
  ///
  /// It may be nested deeper than text from elsewhere: whoever wrote it had the stack for it.
  package var writtenValue: JSONValue {
    let result = storage[..<count].withUnsafeBufferPointer { bytes in
      Result { () throws(JSONSyntaxError) in try JSONParser.parse(bytes, maximumDepth: .max) }
    }
    guard case .success(let value) = result else { preconditionFailure("one JSON value has been written") }
    return value
  }

  /// A position in the output, between two values.
  package struct Mark {
    /// The number of bytes before it.
    package let count: Int
    fileprivate let needsComma: Bool
  }

  /// The position of the next value.
  package var mark: Mark { Mark(count: count, needsComma: needsComma) }

  /// Discards everything written after a position.
  package mutating func rewind(to mark: Mark) { (count, needsComma) = (mark.count, mark.needsComma) }

  /// Returns the output and clears the writer.
  package mutating func take() -> [UInt8] {
    storage.removeLast(storage.count - count)
    defer { self = JSONWriter() }
    return storage
  }

  /// Discards the output and keeps the memory.
  package mutating func removeAll() {
    count = 0
    needsComma = false
  }

  package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    beginObject()
    try members(&self)
    endObject()
  }

  package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    beginArray()
    try elements(&self)
    endArray()
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  package mutating func key(_ key: String) {
    string(key)
    append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member with a string value; nothing for nil.
  package mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  /// Writes a member with an integer value; nothing for nil.
  package mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    int(value)
  }

  package mutating func null() { raw("null") }
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  package mutating func int(_ value: some BinaryInteger) {
    let number = Int64(value)
    write(atMost: Digits.most + 2) { target, comma in
      var end = comma
      if number < 0 { Self.put(UInt8(ascii: "-"), target, &end) }
      return end + Digits.write(number.magnitude, to: target + end)
    }
  }

  /// Writes the shortest text that reads back as the same number; NaN and infinity, which JSON lacks, become null.
  package mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if !keepsFractions, let whole = Int64(exactly: value) { return int(whole) }
    raw("\(value)")
  }

  /// Writes a number rounded to `decimals` places (0...7), without trailing zeros.
  package mutating func double(_ value: Double, decimals: Int) {
    let scaled = (value * Double(Digits.scales[decimals])).rounded()
    guard abs(scaled) < 9e15 else { return double(value) }
    if keepsFractions { return raw("\(scaled / Double(Digits.scales[decimals]))") }
    let units = Int64(scaled)
    write(atMost: Digits.most + 4) { target, comma in
      var end = comma
      if units < 0 { Self.put(UInt8(ascii: "-"), target, &end) }
      return end + Digits.write(units.magnitude, decimals: decimals, to: target + end)
    }
  }

  package mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      if !plainString(utf8) { escapedString(utf8) }
    }
  }

  package mutating func value(_ value: JSONValue) {
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

  /// Appends the single value that another writer has written.
  package mutating func append(_ value: JSONWriter) {
    value.storage.withUnsafeBufferPointer { bytes in
      write(atMost: value.count + 1) { target, comma in
        guard let source = bytes.baseAddress else { return 0 }
        (target + comma).update(from: source, count: value.count)
        return comma + value.count
      }
    }
  }

  /// Appends a value that is written already.
  package mutating func append(text: String) { raw(text) }

  /// Appends a whole line of another form.
  package mutating func append(line bytes: [UInt8]) {
    reserve(bytes.count)
    for byte in bytes {
      storage[count] = byte
      count += 1
    }
    needsComma = false
  }

  package mutating func newline() {
    append(0x0A)
    needsComma = false
  }
}

// MARK: - Strings

extension JSONWriter {
  /// Writes text in quotes; returns false, writing nothing, when it has bytes that need an escape.
  @inline(__always)
  private mutating func plainString(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var isPlain = true
    let before = needsComma
    write(atMost: utf8.count + 3) { target, comma in
      target[comma] = UInt8(ascii: "\"")
      isPlain = PlainText.copy(utf8, to: target + comma + 1)
      target[comma + 1 + utf8.count] = UInt8(ascii: "\"")
      return isPlain ? comma + utf8.count + 2 : 0
    }
    if !isPlain { needsComma = before }
    return isPlain
  }

  @inline(never)
  private mutating func escapedString(_ utf8: UnsafeBufferPointer<UInt8>) {
    // Discards the output and keeps the memory.
    write(atMost: 6 * utf8.count + 3) { target, comma in
      var end = comma
      Self.put(UInt8(ascii: "\""), target, &end)
      for byte in utf8 { Self.putEscaped(byte, target, &end) }
      Self.put(UInt8(ascii: "\""), target, &end)
      return end
    }
  }

  private static func putEscaped(_ byte: UInt8, _ target: UnsafeMutablePointer<UInt8>, _ end: inout Int) {
    guard PlainText.needsEscape(byte) else { return put(byte, target, &end) }
    put(UInt8(ascii: "\\"), target, &end)
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte, target, &end)
    case 0x0A: put(UInt8(ascii: "n"), target, &end)
    case 0x0D: put(UInt8(ascii: "r"), target, &end)
    case 0x09: put(UInt8(ascii: "t"), target, &end)
    default:
      for character in "u00".utf8 { put(character, target, &end) }
      for digit in [byte >> 4, byte & 15] { put(digit < 10 ? 0x30 + digit : 0x57 + digit, target, &end) }
    }
  }
}

// MARK: - The buffer

extension JSONWriter {
  private mutating func open(_ bracket: UInt8) {
    write(atMost: 2) { target, comma in
      target[comma] = bracket
      return comma + 1
    }
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    append(bracket)
    needsComma = true
  }

  private mutating func raw(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(atMost: utf8.count + 1) { target, comma in
        var end = comma
        for byte in utf8 { Self.put(byte, target, &end) }
        return end
      }
    }
  }

  private mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  /// Writes a value at the end, preceded by a comma if necessary.
  ///
  /// - Parameters:
  ///   - capacity: the maximum number of bytes of the value and the comma.
  ///   - body: receives the address to write to and the bytes already used by the comma; returns the total number of
  ///     bytes, or 0 to write nothing, not even the comma.
  @inline(__always)
  private mutating func write(atMost capacity: Int, _ body: (UnsafeMutablePointer<UInt8>, Int) -> Int) {
    reserve(capacity)
    let (start, comma) = (count, needsComma ? 1 : 0)
    count += storage.withUnsafeMutableBufferPointer { buffer in
      guard let target = buffer.baseAddress.map({ $0 + start }) else { return 0 }
      target[0] = UInt8(ascii: ",")
      return body(target, comma)
    }
    needsComma = true
  }

  @inline(__always)
  private mutating func reserve(_ capacity: Int) {
    if storage.count - count < capacity { grow(capacity) }
  }

  @inline(never)
  private mutating func grow(_ capacity: Int) {
    storage += [UInt8](repeating: 0, count: max(capacity, storage.count, 256))
  }

  @inline(__always)
  private static func put(_ byte: UInt8, _ target: UnsafeMutablePointer<UInt8>, _ end: inout Int) {
    target[end] = byte
    end += 1
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
