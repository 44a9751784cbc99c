/// Reads delimited text record by record: RFC 4180 with any single-byte delimiter, embedded line ends, LF or CRLF.
///
/// The established CSV package for Swift holds the whole file in memory and reads about 50 000 rows a second; an
/// availability calendar of a few hundred couches has a million rows.
///
/// A quote inside an unquoted field is taken literally, and so is text after a closing quote, as in spreadsheets.
package final class CSVReader {
  private let buffer: InputBuffer
  private let delimiter: UInt8
  private var line = 1
  private var fields: [UInt8] = []
  private var fieldEnds: [Int] = []
  private var highBits: UInt8 = 0

  /// The line of the first record that is not UTF-8.
  package private(set) var firstForeignLine: Int?
  /// The first line of the last record, from 1.
  package private(set) var recordLine = 0

  package init(_ buffer: InputBuffer, delimiter: UInt8) {
    self.buffer = buffer
    self.delimiter = delimiter
  }

  /// Reads a table whose delimiter its first line declares (`sep=;`) or makes likely.
  package convenience init(_ buffer: InputBuffer) {
    let declared = CSVDelimiter.declared(buffer.bytes)
    self.init(buffer, delimiter: declared?.delimiter ?? CSVDelimiter.guess(buffer.bytes))
    guard let declared else { return }
    buffer.consume(declared.length)
    line = 2
  }

  /// The number of fields of the last record.
  package var fieldCount: Int { fieldEnds.count }

  /// Reads the next record; false after the last. Empty lines are not records.
  /// - Throws: `InputError.quoteNotClosed` when the file ends inside quotes.
  package func next() throws(InputError) -> Bool {
    repeat {
      recordLine = line
      guard try readRecord() else { return false }
    } while fieldEnds.count == 1 && fields.isEmpty
    if highBits >= 0x80, firstForeignLine == nil { lookForForeignText() }
    return true
  }

  /// Field `index` of the last record without surrounding white space; nil when the record is shorter.
  package func field(_ index: Int) -> String? {
    guard index < fieldEnds.count else { return nil }
    return fields.withUnsafeBufferPointer { all in
      let bytes = UnsafeBufferPointer(rebasing: all[(index == 0 ? 0 : fieldEnds[index - 1])..<fieldEnds[index]])
      return TextDecoding.text(bytes).text.trimmingSpaces
    }
  }

  /// All fields of the last record.
  package var record: [String] { fieldEnds.indices.map { field($0) ?? "" } }

  /// The last record as one line of text, quoted again.
  package var rawRecord: String {
    let separator = String(Unicode.Scalar(delimiter))
    return record.map { Self.quoted($0, separator) }.joined(separator: separator)
  }

  private func lookForForeignText() {
    let isUTF8 = fields.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
    if !isUTF8 { firstForeignLine = recordLine }
  }

  private static func quoted(_ field: String, _ separator: String) -> String {
    let needsQuotes = field.contains { $0 == "\"" || $0.isNewline } || field.contains(separator)
    return needsQuotes
      ? "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" : field
  }
}

// MARK: - The state machine

extension CSVReader {
  private enum State { case fieldStart, plain, quoted, quoteInQuoted }

  private func readRecord() throws(InputError) -> Bool {
    fields.removeAll(keepingCapacity: true)
    fieldEnds.removeAll(keepingCapacity: true)
    highBits = 0
    var state = State.fieldStart
    while true {
      let bytes = buffer.bytes
      if let used = scan(bytes, &state) {
        buffer.consume(used)
        return true
      }
      buffer.consume(bytes.count)
      guard fields.count <= InputBuffer.maximumRow else {
        throw InputError.rowTooLong(path: buffer.source.path, line: recordLine)
      }
      if try !buffer.fill() { return try finishAtEnd(state) }
    }
  }

  private func finishAtEnd(_ state: State) throws(InputError) -> Bool {
    guard state != .quoted else { throw InputError.quoteNotClosed(path: buffer.source.path, line: recordLine) }
    guard !fieldEnds.isEmpty || !fields.isEmpty || state != .fieldStart else { return false }
    endField()
    return true
  }

  private func endField() {
    // Drops the CR of a CRLF line end.
    fieldEnds.append(fields.count)
  }

  /// Scans the bytes of one record; returns the number of bytes used if its end was found, nil when more are needed.
  private func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ state: inout State) -> Int? {
    let (quote, newline) = (UInt8(ascii: "\""), UInt8(ascii: "\n"))
    for (index, byte) in bytes.enumerated() {
      if byte == newline { line += 1 }
      highBits |= byte
      if state == .quoted {
        if byte == quote { state = .quoteInQuoted } else { fields.append(byte) }
      } else if byte == newline {
        dropReturn()
        endField()
        return index + 1
      } else if byte == delimiter {
        endField()
        state = .fieldStart
      } else if byte == quote, state != .plain {
        if state == .quoteInQuoted { fields.append(quote) }
        state = .quoted
      } else {
        fields.append(byte)
        if byte != 0x20 || state != .fieldStart { state = .plain }
      }
    }
    return nil
  }

  private func dropReturn() {
    let fieldStart = fieldEnds.last ?? 0
    if fields.count > fieldStart, fields.last == UInt8(ascii: "\r") { fields.removeLast() }
  }
}
