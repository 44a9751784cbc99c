/// Rows of text in columns with headings.
package struct TextTable {
  package let headings: [String]
  /// The columns that are aligned right.
  package let alignedRight: Set<Int>
  package var rows: [[String]] = []

  package init(headings: [String], alignedRight: Set<Int>, rows: [[String]] = []) {
    (self.headings, self.alignedRight, self.rows) = (headings, alignedRight, rows)
  }

  /// One line per row, the headings first; empty without rows.
  package func text(_ style: TableStyle) -> String {
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
