/// The number of matches in each named area of the catalog.
struct AreaCounts {
  /// The areas with matches, in no particular order.
  let values: [FacetCounts.Value]
  /// The number of matches in any area.
  let covered: Int
}

/// Sums up the areas of listings, by the rows of both.
struct AreaSums {
  private(set) var areas: [Int: Int] = [:]
  private(set) var covered = 0

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
