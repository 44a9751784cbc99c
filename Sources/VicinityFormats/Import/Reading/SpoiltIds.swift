import Streams
import Vicinity

/// Ids that a spreadsheet has rounded: it keeps 15 digits of a number and writes `5.54287E+17`, so that several rows
/// may have the same one; other programs write `5.54287E17`. `#####` is a number in a narrow column, `#NAME?` an error.
struct SpoiltIds {
  /// The number of such ids.
  private(set) var count = 0
  private var example = ""

  /// Counts an id if it is such a number, with a decimal point or comma, or such an error.
  mutating func take(_ id: String) -> Bool {
    guard Self.isSpoilt(id) else { return false }
    if count == 0 { example = id }
    count += 1
    return true
  }

  /// Whether a text is such a number or error.
  static func isSpoilt(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9](?:[.,][0-9]+[eE]\+?|[eE]\+)[0-9]{1,3}|#{3,}|#(?:NAME\?|(?:VALUE|REF|NUM|DIV\/0)!)/)
      != nil
  }

  /// Notes what has become of the rows.
  func note(_ remarks: inout ReaderRemarks) {
    guard count > 0 else { return }
    remarks.notes.append(
      "a spreadsheet has spoilt \(count.counted("id", "ids")), such as \(example), which cannot be restored: these "
        + "rows got ids made of name and position. Import the original file, or format the column as text before saving."
    )
  }
}
