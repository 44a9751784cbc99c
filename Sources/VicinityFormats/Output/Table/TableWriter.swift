import Geography
import Streams
import Vicinity

/// Writes aligned columns for people, with a line below that says how many there are.
///
/// Times are local to each listing. The widths depend on all matches, so the whole table is laid out at its beginning.
public struct TableWriter: AnswerWriter {
  private let style: TableStyle
  private let fields: [Field]
  private let units: DistanceUnits
  private let dropsEmptyColumns: Bool
  private var layout = Layout()

  /// The default fields.
  public static let standardFields: [Field] = [
    .score, .distance, .distances, .routePosition, .offset, .name, .kind, .open, .opensOrCloses, .starts, .ends, .price,
    .currency, .stayPrice, .nightPrice, .rating, .ratingCount, .guests,
    .because, .leastHappy, .parts, .counterfactual,
    .matchedWords,
    .tags,
    .id,
  ]

  /// Makes a writer of the given fields; nil shows the default ones, without columns that would be empty.
  public init(fields: [Field]? = nil, style: TableStyle = TableStyle(), units: DistanceUnits = .metric) {
    self.fields = fields ?? Self.standardFields
    (self.style, self.units) = (style, units)
    dropsEmptyColumns = fields == nil
  }

  /// The fields to request so that the table can be written: the shown fields and the zone of each listing.
  public var queryFields: [Field] { fields + [.timezone] }

  /// Appends everything before the first match.
  public mutating func begin(_ answer: Answer, into bytes: inout [UInt8]) {
    guard !answer.matches.isEmpty else { return }
    // Recommendations show why they are recommended; other orders need no score by default.
    let isScored = !dropsEmptyColumns || answer.plan?.order.first == .recommended
    let shown = isScored ? fields : fields.filter { $0 != .score && $0 != .parts }
    layout = Layout(
      answer, columns: TableColumn.columns(for: shown) + answer.ownFields.map { .own($0) },
      isDefault: dropsEmptyColumns, units: units, into: style.width)
    let headings = layout.columns.map { Layout.Cell(text: $0.heading, emphasis: .heading) }
    appendRow(headings, to: &bytes)
  }

  /// Appends one match.
  public mutating func write(_ match: Match, of answer: Answer, into bytes: inout [UInt8]) {
    let cells = layout.columns.map { column in
      Layout.Cell(text: column.text(of: match, now: answer.now, units: units), emphasis: column.emphasis(of: match))
    }
    appendRow(cells, to: &bytes)
  }

  /// Appends everything after the last match.
  public mutating func end(_ answer: Answer, into bytes: inout [UInt8]) {
    bytes += style.applied(.faint, to: Self.summary(of: answer)).utf8
    bytes.append(0x0A)
  }

  /// `20 of 134 listings`.
  static func summary(of answer: Answer) -> String {
    let shown = answer.matches.count
    let counted = answer.total.map { $0 == shown ? "\(shown)" : "\(shown) of \($0)" } ?? "\(shown)"
    let noun = (answer.total ?? shown).noun("listing")
    return shown == 0 && answer.next == nil && answer.total ?? 0 == 0
      ? "no listing matches" : "\(counted) \(noun)"
  }

  private func appendRow(_ cells: [Layout.Cell], to bytes: inout [UInt8]) {
    var row = ""
    for (index, cell) in cells.enumerated() {
      let width = layout.widths[index]
      let isLast = index == cells.count - 1 && !layout.columns[index].isAlignedRight
      let text = cell.text.truncated(to: width)
      let padded = isLast ? text : text.padded(to: width, alignedRight: layout.columns[index].isAlignedRight)
      row += (index > 0 ? "  " : "") + style.applied(cell.emphasis, to: padded)
    }
    while row.hasSuffix(" ") { row.removeLast() }
    bytes += row.utf8
    bytes.append(0x0A)
  }
}
