import Streams
import Vicinity

/// The listings of a block of JSON Lines, with the remarks of a reader.
struct CanonicalBlock: Sendable {
  /// The rows in order; their lines are counted from the start of the block, from 1.
  private(set) var rows: [ImportedRow] = []
  private(set) var remarks = ReaderRemarks()
  /// The line of the first row that was not UTF-8, counted likewise.
  private(set) var firstForeignLine: Int?
  private(set) var lineCount = 0
  private var bytes: [UInt8] = []
  private var places: [Range<Int>] = []

  init() {}

  init(parsing bytes: [UInt8], with decoder: ListingDecoder) {
    self.bytes = bytes
    var decoder = decoder
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while start < buffer.count {
        let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) ?? buffer.count
        lineCount += 1
        let endsWithReturn = end > start && buffer[end - 1] == UInt8(ascii: "\r")
        parse(buffer, start..<(endsWithReturn ? end - 1 : end), &decoder)
        start = end + 1
      }
    }
    remarks = decoder.remarks
  }

  /// The text of a row.
  func text(_ row: Int) -> String {
    bytes.withUnsafeBufferPointer { TextDecoding.text(Self.line($0, places[row])).text }
  }

  private static func line(_ buffer: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    JSONLines.withoutSeparator(UnsafeBufferPointer(rebasing: buffer[place]))
  }

  private mutating func parse(
    _ buffer: UnsafeBufferPointer<UInt8>, _ place: Range<Int>, _ decoder: inout ListingDecoder
  ) {
    let line = Self.line(buffer, place)
    guard !JSONLines.isBlank(line) else { return }
    var isForeign = false
    let value = JSONValue.parseLeniently(line, foreign: &isForeign)
    if isForeign, firstForeignLine == nil { firstForeignLine = lineCount }
    rows.append(ImportedRow(JSONElement(line: lineCount, value: value), &decoder))
    places.append(place)
  }
}

extension ImportedRow {
  /// The outcome of a JSON value as a listing.
  init(_ element: JSONElement, _ decoder: inout ListingDecoder) {
    self.init(line: element.line) { () throws(RowRejection) in
      switch element.value {
      case .failure(let error): throw .notJSON(problem: error.problem, column: error.offset + 1)
      case .success(let value):
        guard case .object(let object) = value else { throw .notAnObject(found: value.typeName) }
        return .listing(try decoder.listing(object))
      }
    }
  }
}
