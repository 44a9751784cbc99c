import Geography
import Streams
import Vicinity

extension TableWriter {
  /// The columns and their widths.
  ///
  /// If a terminal is too narrow for all, default columns are dropped: first opening states lose the time of their next
  /// change, then the kind goes if it is the same in every row, then the columns of `TableColumn.dispensable`. Names
  /// and other long texts are cut to the remaining width. An id is needed for other commands, so it is cut only as a
  /// last resort.
  struct Layout: Sendable {
    private(set) var columns: [TableColumn] = []
    private(set) var widths: [Int] = []
    private var units = DistanceUnits.metric

    struct Cell {
      var text: String
      var emphasis: TableStyle.Emphasis?
    }

    init() {}

    /// - Parameters:
    ///   - isDefault: whether the columns are the default ones, which may be left out.
    ///   - units: of distances.
    ///   - total: the width of the terminal; nil without a limit.
    init(_ answer: Answer, columns: [TableColumn], isDefault: Bool, units: DistanceUnits, into total: Int?) {
      self.units = units
      for column in columns { add(column, of: answer, dropsEmpty: isDefault) }
      guard let total else { return }
      if isDefault { leaveOut(of: answer, into: total) }
      narrow(into: total)
    }

    private mutating func add(_ column: TableColumn, of answer: Answer, dropsEmpty: Bool) {
      let width = width(of: column, answer)
      if width == 0, dropsEmpty { return }
      columns.append(column)
      widths.append(max(width, column.heading.displayWidth))
    }

    private func width(of column: TableColumn, _ answer: Answer) -> Int {
      answer.matches.lazy.map { column.text(of: $0, now: answer.now, units: units).displayWidth }.max() ?? 0
    }

    private mutating func leaveOut(of answer: Answer, into total: Int) {
      if rowWidth > total, let index = columns.firstIndex(of: .opening) {
        columns[index] = .openingBriefly
        widths[index] = max(width(of: .openingBriefly, answer), TableColumn.opening.heading.displayWidth)
      }
      let kinds = Set(answer.matches.map(\.kind))
      if rowWidth > total, kinds.count == 1, answer.matches.count > 1 { remove(.field(.kind)) }
      // The start and end of events say more than their state, unless they are cancelled.
      let areOn = answer.matches.allSatisfy { $0.listing?.statusText == nil }
      if rowWidth > total, kinds == [.event], areOn, columns.contains(.when) { remove(.openingBriefly) }
      for column in TableColumn.dispensable where leastRowWidth > total { remove(column) }
    }

    private mutating func remove(_ column: TableColumn) {
      guard let index = columns.firstIndex(of: column) else { return }
      columns.remove(at: index)
      widths.remove(at: index)
    }

    /// Narrows the widest of the columns that may be cut, one step at a time, until the row fits.
    private mutating func narrow(into total: Int) {
      while rowWidth > total, let widest = widestToCut { widths[widest] -= 1 }
      guard rowWidth > total, let id = columns.firstIndex(of: .field(.id)) else { return }
      widths[id] = max(min(Self.leastId, widths[id]), widths[id] - (rowWidth - total))
    }

    /// The least width of an id that is cut.
    private static let leastId = 12

    private var rowWidth: Int { Self.rowWidth(widths) }

    /// The width of a row whose long texts are cut as far as is reasonable.
    private var leastRowWidth: Int {
      Self.rowWidth(columns.indices.map { min(widths[$0], columns[$0].leastWidth ?? widths[$0]) })
    }

    private static func rowWidth(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }

    private var widestToCut: Int? {
      let candidates = columns.indices.filter { index in columns[index].leastWidth.map { widths[index] > $0 } ?? false }
      return candidates.max { widths[$0] < widths[$1] }
    }
  }
}
