import Streams
import Vicinity

/// Ids that a spreadsheet has rounded: it keeps 15 digits of a number and writes `5.54287E+17`, so that several rows may
/// have the same one.
struct SpoiltIds {
  /// The number of such ids.
  private(set) var count = 0
  private var example = ""

  /// Counts an id if it is such a number, with a decimal point or comma.
  mutating func take(_ id: String) -> Bool {
    guard id.wholeMatch(of: /[0-9](?:[.,][0-9]+)?[eE]\+[0-9]{1,3}/) != nil else { return false }
    if count == 0 { example = id }
    count += 1
    return true
  }

  /// Notes what has become of the rows.
  func note(_ remarks: inout ReaderRemarks) {
    guard count > 0 else { return }
    remarks.notes.append(
      "a spreadsheet has rounded \(count.counted("id", "ids")), such as \(example), which cannot be restored: these rows "
        + "got ids made of name and position. Import the original file, or format the column as text before saving.")
  }
}
