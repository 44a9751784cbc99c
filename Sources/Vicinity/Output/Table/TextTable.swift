/// Rows of text below headings, in columns.
struct TextTable {
  let headings: [String]
  /// The columns whose last characters stand below each other.
  let alignedRight: Set<Int>
  var rows: [[String]] = []

  /// Every row on a line of its own, the headings first; without rows nothing.
  func text(_ style: TableStyle) -> String {
    guard !rows.isEmpty else { return "" }
    let cells = [headings] + rows.map { $0.map(\.printable) }
    let widths = headings.indices.map { column in cells.map { $0[column].displayWidth }.max() ?? 0 }
    return cells.enumerated().map { number, row in
      var line = row.enumerated().map { $1.padded(to: widths[$0], alignedRight: alignedRight.contains($0)) }
        .joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return style.applied(number == 0 ? .heading : nil, to: line) + "\n"
    }.joined()
  }
}
