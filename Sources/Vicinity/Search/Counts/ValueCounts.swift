/// The number of matches with each value of a facet: the areas they lie in, or the values of a custom field.
struct ValueCounts {
  /// The values that matches have, in no particular order.
  let values: [FacetCounts.Value]
  /// The number of matches with any value.
  let covered: Int
}

/// Sums up the areas of listings, by the rows of both.
struct AreaSums {
  private(set) var areas: [Int: Int]
  private(set) var covered: Int

  /// - Parameters:
  ///   - areas: the matches counted already, by the row of the area.
  ///   - covered: those of them with any.
  init(_ areas: [UInt32: Int], covered: Int) {
    self.areas = Dictionary(uniqueKeysWithValues: areas.map { (Int($0), $1) })
    self.covered = covered
  }

  /// Adds the areas of the matches of one listing.
  mutating func add(_ areas: some Sequence<Int>, times: Int) {
    var isCovered = false
    for area in areas {
      self.areas[area, default: 0] += times
      isCovered = true
    }
    if isCovered { covered += times }
  }
}
