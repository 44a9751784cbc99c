import Geography
import Streams

/// Finds the standing queries whose gates a listing passes.
///
/// The map is divided into cells at levels 0 to 14: at level k of 180 / 2^k degrees of latitude and 360 / 2^k of
/// longitude. A window belongs to the one to four cells that it touches at the last level whose cells are as large as
/// it, so that a place is looked up in one cell of each level. Queries without a place are read for every listing of
/// their kinds.
struct StandingIndex {
  /// By kind and cell.
  private var cells: [UInt64: [StandingGate]] = [:]
  /// By the keys of areas.
  private var areas: [String: [StandingGate]] = [:]

  /// The last level: cells of a few hundred meters to two kilometers.
  private static let deepest = 14
  /// The level of what has no place.
  private static let everywhere = 15

  /// Whether the areas of a listing matter.
  var hasAreas: Bool { !areas.isEmpty }

  /// Adds a query with its slot.
  mutating func insert(_ query: StandingQuery, _ number: UInt32) {
    var gate = query.gate
    gate.number = number
    for kind in query.kinds {
      switch query.place {
      case .anywhere: cells[Self.key(kind, Self.everywhere, 0, 0), default: []].append(gate)
      case .area(let keys): for key in keys { areas[Self.key(kind, key), default: []].append(gate) }
      case .windows(let windows):
        for window in windows {
          for cell in Self.cells(of: window, kind) { cells[cell, default: []].append(gate.placed(in: window)) }
        }
      }
    }
  }

  /// Removes the query of a slot.
  mutating func remove(_ query: StandingQuery, _ number: UInt32) {
    for kind in query.kinds {
      switch query.place {
      case .anywhere: cells.remove(number, at: Self.key(kind, Self.everywhere, 0, 0))
      case .area(let keys): for key in keys { areas.remove(number, at: Self.key(kind, key)) }
      case .windows(let windows):
        for cell in Set(windows.flatMap { Self.cells(of: $0, kind) }) { cells.remove(number, at: cell) }
      }
    }
  }

  /// The slots of the queries whose gates a listing passes, ascending.
  ///
  /// - Parameter areaKeys: of the areas in which it lies; nil if they are not known.
  func numbers(passedBy facts: StandingFacts, in areaKeys: [String]?) -> [UInt32] {
    var found: [UInt32] = []
    func read(_ gates: [StandingGate]?) {
      guard let gates else { return }
      for gate in gates where gate.passes(facts) { found.append(gate.number) }
    }
    read(cells[Self.key(facts.kind, Self.everywhere, 0, 0)])
    for level in 0...Self.deepest {
      let (row, column) = Self.position(facts.latitude, facts.longitude, level)
      read(cells[Self.key(facts.kind, level, row, column)])
    }
    for key in areaKeys?.map({ Self.key(facts.kind, $0) }) ?? Array(areas.keys) { read(areas[key]) }
    found.sortUniquely()
    return found
  }

  private static func cells(of window: BoundingBox, _ kind: Kind) -> [UInt64] {
    // From the gates' point of view: places are rounded to single precision.
    let (south, west) = (Float(window.south).nextDown, Float(window.west).nextDown)
    let (north, east) = (Float(window.north).nextUp, Float(window.east).nextUp)
    let level = level(width: east - west, height: north - south)
    let (first, last) = (position(south, west, level), position(north, east, level))
    return (first.row...last.row).flatMap { row in
      (first.column...last.column).map { column in key(kind, level, row, column) }
    }
  }

  private static func level(width: Float, height: Float) -> Int {
    (0...deepest).last { width <= 360 / Float(1 << $0) && height <= 180 / Float(1 << $0) } ?? 0
  }

  private static func position(_ latitude: Float, _ longitude: Float, _ level: Int) -> (row: Int, column: Int) {
    let count = 1 << level
    func place(_ degrees: Float, of span: Float) -> Int {
      min(count - 1, max(0, Int(degrees / span * Float(count))))
    }
    return (place(latitude + 90, of: 180), place(longitude + 180, of: 360))
  }

  private static func key(_ kind: Kind, _ level: Int, _ row: Int, _ column: Int) -> UInt64 {
    UInt64(kind.ordinal) << 40 | UInt64(level) << 32 | UInt64(row) << 16 | UInt64(column)
  }

  private static func key(_ kind: Kind, _ area: String) -> String { "\(kind.ordinal)\(area)" }
}

extension Dictionary where Value == [StandingGate] {
  fileprivate mutating func remove(_ number: UInt32, at key: Key) {
    self[key]?.removeAll { $0.number == number }
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
