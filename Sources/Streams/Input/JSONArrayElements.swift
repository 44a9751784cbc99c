/// Streams the elements of one long JSON array, the top-level one or a member of the top-level object, one at a time.
///
/// The brackets after the array are checked too, so that a truncated file is detected.
package final class JSONArrayElements: JSONElementStream {
  private enum Place { case beforeArray, inArray, afterElement, done }

  private let buffer: InputBuffer
  private var keys: [String]
  private var place = Place.beforeArray
  /// The number of objects around the array.
  private var depth = 0
  private var line = 1
  private var column = 1
  private var pendingLength = 0
  private var seenKeys: [String] = []
  /// The short values next to the array, such as a server's remarks on the file; complete at its end.
  package private(set) var frame = JSONObject()
  package private(set) var firstForeignLine: Int?

  /// - Parameter keys: members that may hold the array when the top level is an object, such as `features`;
  ///   `result.records` is that of an object within.
  package init(_ buffer: InputBuffer, keys: [String]) {
    self.buffer = buffer
    self.keys = keys
  }

  package func next() throws(InputError) -> JSONElement? {
    consume(pendingLength)
    pendingLength = 0
    if place == .beforeArray { try enterArray() }
    guard try moveToElement() else { return nil }
    let line = line
    pendingLength = try valueLength()
    place = .afterElement
    var isForeign = false
    let value = JSONValue.parseLeniently(current, foreign: &isForeign)
    if isForeign, firstForeignLine == nil { firstForeignLine = line }
    // Brackets inside a malformed element may have been misread, so nothing after it can be trusted.
    if case .failure(let error) = value { throw syntaxError(error.problem, after: error.offset) }
    return JSONElement(line: line, value: value)
  }

  package var text: String { TextDecoding.text(current).text }

  private var current: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer.bytes[..<pendingLength]) }
}

// MARK: - The frame around the elements

extension JSONArrayElements {
  private func enterArray() throws(InputError) {
    if try peek() == UInt8(ascii: "{") {
      enterObject()
      try skipToMember()
    }
    guard try peek() == UInt8(ascii: "[") else { throw syntaxError("expected '['") }
    consume(1)
    place = .inArray
  }

  private func enterObject() {
    depth += 1
    consume(1)
  }

  /// Stops before the value of the first member in `keys`.
  private func skipToMember() throws(InputError) {
    while try peek() != UInt8(ascii: "}") {
      let key = try memberKey()
      let first = try peek()
      if keys.contains(key), first == UInt8(ascii: "[") { return }
      let inner = keys.filter { $0.hasPrefix("\(key).") }.map { String($0.dropFirst(key.count + 1)) }
      if !inner.isEmpty, first == UInt8(ascii: "{") {
        keys = inner
        enterObject()
        continue
      }
      seenKeys.append(key)
      try takeMember(key)
      if try peek() == UInt8(ascii: ",") { consume(1) }
    }
    throw InputError.noElements(path: buffer.source.path, found: seenKeys)
  }

  /// Skips a value next to the array, and retains it if it is short.
  private func takeMember(_ key: String) throws(InputError) {
    let length = try valueLength()
    if length <= Self.longestMember, frame.members.count < Self.mostMembers {
      let text = UnsafeBufferPointer(rebasing: buffer.bytes[..<length])
      var isForeign = false
      if case .success(let value) = JSONValue.parseLeniently(text, foreign: &isForeign) { frame[key] = value }
    }
    consume(length)
  }

  /// Bytes.
  private static let longestMember = 1 << 14
  private static let mostMembers = 32

  private func memberKey() throws(InputError) -> String {
    guard try peek() == UInt8(ascii: "\"") else { throw syntaxError("expected a key in double quotes") }
    let length = try valueLength()
    let key = String(decoding: UnsafeBufferPointer(rebasing: buffer.bytes[1..<(length - 1)]), as: UTF8.self)
    consume(length)
    guard try peek() == UInt8(ascii: ":") else { throw syntaxError("expected ':' after the key \"\(key)\"") }
    consume(1)
    return key
  }

  /// Moves to the next element; at the end of the array, to the end of the file.
  private func moveToElement() throws(InputError) -> Bool {
    guard place != .done else { return false }
    var byte = try peek()
    if place == .afterElement, byte == UInt8(ascii: ",") {
      consume(1)
      byte = try peek()
    } else if byte != UInt8(ascii: "]") {
      guard place == .inArray else { throw syntaxError("expected ',' or ']'") }
    }
    guard byte == UInt8(ascii: "]") else { return true }
    consume(1)
    place = .done
    try finish()
    return false
  }

  private func finish() throws(InputError) {
    while depth > 0 {
      let byte = try peek()
      consume(1)
      if byte == UInt8(ascii: "}") {
        depth -= 1
        continue
      }
      guard byte == UInt8(ascii: ",") else { throw syntaxError("expected ',' or '}'") }
      let key = try memberKey()
      _ = try peek()
      try takeMember(key)
    }
    if try skipSpace() { throw syntaxError("something follows the end of the JSON text") }
  }
}

// MARK: - Bytes

extension JSONArrayElements {
  /// The next byte that is not white space.
  private func peek() throws(InputError) -> UInt8 {
    guard try skipSpace() else { throw InputError.jsonEndsEarly(path: buffer.source.path, line: line) }
    return buffer.bytes[0]
  }

  /// Skips white space; false at the end of the file.
  private func skipSpace() throws(InputError) -> Bool {
    while true {
      let bytes = buffer.bytes
      let space = bytes.prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }.count
      let isFound = space < bytes.count
      consume(space)
      if isFound { return true }
      guard try buffer.fill() else { return false }
    }
  }

  /// The length in bytes of the value at the start of the window.
  private func valueLength() throws(InputError) -> Int {
    var extent = JSONExtent()
    while !extent.advance(buffer.bytes) {
      guard extent.length <= InputBuffer.maximumRow else {
        throw InputError.rowTooLong(path: buffer.source.path, line: line)
      }
      if try buffer.fill() { continue }
      guard extent.mayEndHere else { throw InputError.jsonEndsEarly(path: buffer.source.path, line: line) }
      break
    }
    guard extent.length > 0 else { throw syntaxError("expected a value") }
    return extent.length
  }

  private func consume(_ count: Int) {
    for byte in buffer.bytes.prefix(count) {
      if byte == 0x0A { (line, column) = (line + 1, 1) } else { column += 1 }
    }
    buffer.consume(count)
  }

  private func syntaxError(_ problem: String, after offset: Int = 0) -> InputError {
    var (line, column) = (line, column)
    for byte in buffer.bytes.prefix(offset) {
      if byte == 0x0A { (line, column) = (line + 1, 1) } else { column += 1 }
    }
    return .notJSON(path: buffer.source.path, line: line, column: column, problem: problem)
  }
}
