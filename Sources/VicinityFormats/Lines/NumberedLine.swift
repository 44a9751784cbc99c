/// A line of a batch with its number before it, as programs need that hand out lines to several processes:
/// `17<TAB>{"near":…}`.
struct NumberedLine {
  let number: Int
  /// What follows the tab.
  let text: UnsafeBufferPointer<UInt8>

  /// What a line without a number needs.
  static let problem = "the line does not begin with a number and a tab, as each line of a numbered batch does"

  /// Nil for a line without a number from 0 to 2^53 and a tab.
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    var (number, index) = (0, 0)
    while index < line.count, line[index] &- UInt8(ascii: "0") < 10 {
      guard index < Self.mostDigits else { return nil }
      number = 10 * number + Int(line[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > 0, index < line.count, line[index] == UInt8(ascii: "\t"), number <= 1 << 53 else { return nil }
    self.number = number
    text = UnsafeBufferPointer(rebasing: line[(index + 1)...])
  }

  /// Of the largest number that every JSON reader knows.
  private static let mostDigits = 16
}
