/// Texts that a spreadsheet would evaluate as formulas.
///
/// A cell with such a text begins with an apostrophe, which spreadsheets do not show. Signed numbers, such as telephone
/// numbers, call no function and are unchanged. Source: OWASP, "CSV Injection",
/// https://owasp.org/www-community/attacks/CSV_Injection.
enum FormulaText {
  private static let guardMark: Character = "'"

  /// The text as a cell.
  static func cell(of text: String) -> String { needsGuard(text[...]) ? "\(guardMark)\(text)" : text }

  /// The text of a cell.
  static func text(of cell: String) -> String {
    cell.first == guardMark && needsGuard(cell.dropFirst()) ? String(cell.dropFirst()) : cell
  }

  private static func needsGuard(_ text: Substring) -> Bool {
    // A text that looks like a guarded one is guarded once more.
    let bare = text.drop { $0 == guardMark }.utf8
    switch bare.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      return !bare.allSatisfy { (0x30...0x39).contains($0) || "+-.,/() ".utf8.contains($0) }
    default: return false
    }
  }
}
