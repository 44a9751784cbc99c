import Vicinity

/// Writes a header with the fields and one row per match (RFC 4180: comma, double quotes, CR LF, UTF-8).
///
/// Missing values are empty cells; tags are joined by `;`, and a backslash precedes a separator within a tag. Other names
/// and links are JSON objects. A text
/// that a spreadsheet would evaluate as a formula is prefixed by an apostrophe, which spreadsheets do not show; numbers
/// are unchanged.
public struct CSVWriter: AnswerWriter {
  /// Makes a writer.
  public init() {}

  /// Appends everything before the first match.
  public mutating func begin(_ answer: Answer, into bytes: inout [UInt8]) {
    bytes += Self.row(answer.fields.map(\.rawValue) + answer.ownFields)
  }

  /// Appends one match.
  public mutating func write(_ match: Match, of answer: Answer, into bytes: inout [UInt8]) {
    let cells = answer.fields.map { field in match.fieldValue(of: field).map { Self.cell($0, of: field) } }
    bytes += Self.row((cells + answer.ownFields.map { match.ownValue(of: $0).map(Self.cell) }).map { $0 ?? "" })
  }

  /// Appends everything after the last match.
  public mutating func end(_ answer: Answer, into bytes: inout [UInt8]) {}

  /// The text of a cell in a form that can be imported.
  private static func cell(_ value: FieldValue, of field: Field) -> String {
    guard field == .names || field == .links, case .structure(let json, _) = value else { return cell(value) }
    return FormulaText.cell(of: json.text)
  }

  /// The text of a cell, without quotes.
  static func cell(_ value: FieldValue) -> String {
    switch value {
    case .list(let words): FormulaText.cell(of: TagText.text(of: words))
    case .text, .structure: FormulaText.cell(of: value.plainText)
    default: value.plainText
    }
  }

  /// A row with its line end.
  static func row(_ cells: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell, to: &bytes)
    }
    return bytes + [0x0D, 0x0A]
  }

  /// Whether a cell with this byte is quoted.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), 0x0A, 0x0D: true
    default: false
    }
  }

  private static func append(_ cell: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard cell.utf8.contains(where: isSpecial) else {
      bytes += cell.utf8
      return
    }
    bytes.append(quote)
    for byte in cell.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}
