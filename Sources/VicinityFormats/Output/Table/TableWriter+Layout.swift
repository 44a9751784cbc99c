import Streams
import Vicinity

extension TableWriter {
  /// The columns and their widths.
  struct Layout: Sendable {
    private(set) var columns: [TableColumn] = []
    private(set) var widths: [Int] = []

    struct Cell {
      var text: String
      var emphasis: TableStyle.Emphasis?
    }

    init() {}

    init(_ answer: Answer, columns: [TableColumn], dropsEmptyColumns: Bool) {
      for column in columns {
        let width = answer.matches.lazy.map { column.text(of: $0, now: answer.now).displayWidth }.max() ?? 0
        if width == 0, dropsEmptyColumns { continue }
        self.columns.append(column)
        widths.append(max(width, column.heading.displayWidth))
      }
    }

    /// Narrows the widest of the columns that may be cut, one step at a time, until the row fits or all are at their
    /// minimum.
    mutating func fit(into total: Int?) {
      guard let total else { return }
      while rowWidth > total, let widest = widestToCut { widths[widest] -= 1 }
    }

    private var rowWidth: Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }

    private var widestToCut: Int? {
      let candidates = columns.indices.filter { index in columns[index].leastWidth.map { widths[index] > $0 } ?? false }
      return candidates.max { widths[$0] < widths[$1] }
    }
  }
}
