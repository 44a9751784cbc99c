import Geography

/// Merges the results that would overlap in the picture.
///
/// Listings at one location become one mark. Marks whose boxes overlap are merged into a circle in the middle of their
/// listings, and again while growing circles meet others. A circle over an origin moves onto it, so that the origin can
/// be drawn around it. The same items give the same marks.
struct MarkClustering: Sendable {
  /// In the order of their first items; no two boxes overlap.
  private(set) var marks: [MapMark]
  /// The size of their circles.
  private(set) var scale: ClusterScale
  private let origins: [MapView.Point]

  /// - Complexity: O(n log n) in the items for each round; a handful of rounds are usual.
  init(_ items: [MapItem], origins: [MapView.Point]) {
    self.origins = origins
    marks = Self.places(of: items)
    // Small circles first: their counts determine how large the final ones can be. The last scale only shrinks them.
    scale = ClusterScale(largest: items.reduce(0) { Self.sum($0, $1.count) })
    mergeCells()
    mergeOverlaps()
    scale = ClusterScale(largest: largest)
    mergeOverlaps()
    scale = ClusterScale(largest: largest)
  }

  private var largest: Int { marks.map(\.count).max() ?? 1 }

  /// One mark for the items of each coordinate, compared to a meter.
  private static func places(of items: [MapItem]) -> [MapMark] {
    struct Place: Hashable { let latitude, longitude: Double }
    var marks: [MapMark] = []
    var places: [Place: Int] = [:]
    for (index, item) in items.enumerated() {
      let mark = MapMark(
        form: item.isCluster ? .cluster : .listing, point: item.point, items: [index], count: item.count,
        isRanked: item.rank != nil)
      let place = Place(
        latitude: (item.coordinate.latitude * 1e5).rounded(), longitude: (item.coordinate.longitude * 1e5).rounded())
      if let known = places[place] {
        let point = marks[known].point
        marks[known].absorb(mark)
        marks[known].point = point
        let isSmall = marks[known].count <= 3 && marks[known].items.allSatisfy { !items[$0].isCluster }
        marks[known].form = isSmall ? .place : .cluster
      } else {
        places[place] = marks.count
        marks.append(mark)
      }
    }
    return marks
  }

  /// Merges what lies in one cell as wide as the smallest mark, and so overlaps.
  private mutating func mergeCells() {
    var merged: [MapMark] = []
    var cells: [Grid.Cell: Int] = [:]
    for mark in marks {
      let cell = Grid.cell(of: mark.point, size: 2 * ListingShape.reach)
      if let known = cells[cell] {
        merged[known].absorb(mark)
      } else {
        cells[cell] = merged.count
        merged.append(mark)
      }
    }
    marks = merged
  }

  private mutating func mergeOverlaps() {
    while true {
      let before = marks.count
      mergeOverlapsOnce()
      if marks.count == before, !centerOnOrigins() { return }
    }
  }

  /// Moves circles that cover an origin onto it; false when none had to move.
  private mutating func centerOnOrigins() -> Bool {
    var hasMoved = false
    for origin in origins {
      let covering = marks.firstIndex { mark in
        mark.form == .cluster && mark.box(scale).contains(PixelBox(around: origin, 0, 0))
      }
      guard let covering, !origins.contains(marks[covering].point) else { continue }
      marks[covering].point = origin
      hasMoved = true
    }
    return hasMoved
  }

  /// Merges each mark with the nearest that it overlaps; a mark that has moved may meet others in the next round.
  private mutating func mergeOverlapsOnce() {
    let grid = Grid(marks.map(\.point))
    var isGone = Array(repeating: false, count: marks.count)
    for index in marks.indices where !isGone[index] {
      let box = marks[index].box(scale)
      let overlapping = grid.near(marks[index].point).filter { other in
        other != index && !isGone[other] && marks[other].box(scale).meets(box)
      }
      let nearest = overlapping.min { first, second in
        let (one, other) = (distance(index, first), distance(index, second))
        return one == other ? first < second : one < other
      }
      guard let nearest else { continue }
      let (kept, gone) = (min(index, nearest), max(index, nearest))
      marks[kept].absorb(marks[gone])
      isGone[gone] = true
    }
    marks = zip(marks, isGone).filter { !$0.1 }.map(\.0)
  }

  private func distance(_ one: Int, _ other: Int) -> Double {
    let (x, y) = (marks[one].point.x - marks[other].point.x, marks[one].point.y - marks[other].point.y)
    return x * x + y * y
  }

  /// The sum, or the largest integer.
  fileprivate static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

extension MapMark {
  /// Takes the listings of another mark, as a circle between them.
  fileprivate mutating func absorb(_ other: MapMark) {
    let part = Double(other.count) / (Double(count) + Double(other.count))
    point.x += part * (other.point.x - point.x)
    point.y += part * (other.point.y - point.y)
    items = (items + other.items).sorted()
    count = MarkClustering.sum(count, other.count)
    isRanked = isRanked || other.isRanked
    form = .cluster
  }
}

/// Points by square cells, to find those near a point.
private struct Grid {
  struct Cell: Hashable { let x, y: Int }

  private var points: [Cell: [Int]] = [:]

  /// More than two marks of the largest size reach to either side.
  private static let size = 80.0

  init(_ all: [MapView.Point]) {
    for (index, point) in all.enumerated() { points[Self.cell(of: point, size: Self.size), default: []].append(index) }
  }

  /// All points within the size of a cell, and others.
  func near(_ point: MapView.Point) -> [Int] {
    let cell = Self.cell(of: point, size: Self.size)
    return (-1...1).flatMap { x in (-1...1).flatMap { y in points[Cell(x: cell.x + x, y: cell.y + y)] ?? [] } }
  }

  static func cell(of point: MapView.Point, size: Double) -> Cell {
    Cell(x: Int((point.x / size).rounded(.down)), y: Int((point.y / size).rounded(.down)))
  }
}
