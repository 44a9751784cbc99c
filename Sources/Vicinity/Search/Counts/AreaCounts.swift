/// How many matches lie in the areas that a catalog knows by name.
struct AreaCounts {
  /// The areas with matches, in no order.
  let values: [FacetCounts.Value]
  /// How many matches lie in any.
  let covered: Int
}

/// Adds up the areas that listings lie in, by the rows of both.
struct AreaSums {
  private(set) var areas: [Int: Int] = [:]
  private(set) var covered = 0

  /// Takes in the areas of matches that are one listing.
  mutating func add(_ areas: some Sequence<Int>, times: Int) {
    var isCovered = false
    for area in areas {
      self.areas[area, default: 0] += times
      isCovered = true
    }
    if isCovered { covered += times }
  }
}
