/// Where lines are drawn on a map: cells of a few pixels that labels should not cover.
struct InkMask: Sendable {
  private let frame: PixelBox
  private let columns: Int
  private let rows: Int
  private var cells: [Bool]

  private static let cellSize = 3.0

  init(frame: PixelBox) {
    self.frame = frame
    columns = Int(((frame.right - frame.left) / Self.cellSize).rounded(.up)) + 1
    rows = Int(((frame.bottom - frame.top) / Self.cellSize).rounded(.up)) + 1
    cells = Array(repeating: false, count: columns * rows)
  }

  /// Marks the cells below a line, without its parts outside the frame.
  mutating func draw(_ line: [MapView.Point]) {
    for (start, end) in zip(line, line.dropFirst()) {
      guard let (from, to) = frame.clipped(start, end) else { continue }
      let (x, y) = (to.x - from.x, to.y - from.y)
      let steps = max(1, (max(abs(x), abs(y)) / (Self.cellSize / 2)).rounded(.up))
      for step in 0...Int(steps) {
        let part = Double(step) / steps
        cells[row(from.y + part * y) * columns + column(from.x + part * x)] = true
      }
    }
  }

  /// Whether no line crosses a box.
  func isClean(_ box: PixelBox) -> Bool {
    for row in row(box.top)...max(row(box.top), row(box.bottom)) {
      for column in column(box.left)...max(column(box.left), column(box.right)) where cells[row * columns + column] {
        return false
      }
    }
    return true
  }

  private func column(_ x: Double) -> Int { Self.cell(x - frame.left, of: columns) }
  private func row(_ y: Double) -> Int { Self.cell(y - frame.top, of: rows) }

  private static func cell(_ pixels: Double, of count: Int) -> Int {
    Int(min(Double(count - 1), max(0, (pixels / cellSize).rounded(.down))))
  }
}

extension PixelBox {
  /// The part of a segment within the box; nil when there is none. Source: Liang and Barsky 1984, "A new concept and
  /// method for line clipping", doi:10.1145/357332.357333.
  func clipped(_ start: MapView.Point, _ end: MapView.Point) -> (MapView.Point, MapView.Point)? {
    let (x, y) = (end.x - start.x, end.y - start.y)
    var (first, last) = (0.0, 1.0)
    for (step, room) in [
      (-x, start.x - left), (x, right - start.x), (-y, start.y - top), (y, bottom - start.y),
    ] {
      if step == 0 {
        if room < 0 { return nil }
      } else if step < 0 {
        first = max(first, room / step)
      } else {
        last = min(last, room / step)
      }
    }
    guard first <= last else { return nil }
    func point(_ part: Double) -> MapView.Point { .init(x: start.x + part * x, y: start.y + part * y) }
    return (point(first), point(last))
  }
}
