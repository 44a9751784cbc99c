import Vicinity

/// Two non-personalized recommenders, as baselines.
struct BaselineRankers {
  private let data: CheckIns
  private let byPopularity: [Int32]
  private let sites: SiteTree

  init(_ data: CheckIns) {
    self.data = data
    let visitors = data.visits.transposed(columns: data.places.count)
    byPopularity = data.places.indices.map { Int32($0) }.sorted {
      (visitors.range(Int($1)).count, $0) < (visitors.range(Int($0)).count, $1)
    }
    sites = SiteTree(data.coordinates)
  }

  /// The places with the most visitors.
  func popular(for member: Int, limit: Int) -> [Int32] {
    let known = Set(data.visits.columns(of: member))
    return Array(byPopularity.lazy.filter { !known.contains($0) }.prefix(limit))
  }

  /// The places nearest to the member's most visited one.
  func nearest(for member: Int, limit: Int) -> [Int32] {
    guard let home = data.visits.heaviest(of: member) else { return popular(for: member, limit: limit) }
    let known = Set(data.visits.columns(of: member))
    let near = sites.nearest(to: Int(home), limit: limit + known.count)
    return Array(near.filter { !known.contains($0) }.prefix(limit))
  }
}

extension SparseRows {
  /// The column with the largest weight in a row, the first of equal ones; nil for an empty row.
  func heaviest(of row: Int) -> Int32? {
    var best: Int?
    for place in range(row) where best.map({ weights[place] > weights[$0] }) ?? true { best = place }
    return best.map { columns[$0] }
  }
}
