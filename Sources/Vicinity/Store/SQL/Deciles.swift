/// The distribution of a column: minimum, the nine deciles, and maximum.
struct Deciles: Hashable, Sendable {
  /// Ascending; empty when there are no values.
  let bounds: [Double]

  /// - Complexity: O(n log n).
  init(of values: [Double]) {
    let sorted = values.sorted()
    bounds = sorted.isEmpty ? [] : (0...10).map { sorted[min(sorted.count - 1, $0 * (sorted.count - 1) / 10)] }
  }

  init(bounds: [Double]) { self.bounds = bounds.count == 11 ? bounds : [] }

  /// The approximate share of values in a closed range, 0...1.
  func share(from least: Double, through greatest: Double) -> Double {
    guard !bounds.isEmpty, least <= greatest else { return 0 }
    // At least half a percent, for values between deciles.
    return min(1, max(0.005, shareThrough(greatest) - shareBelow(least)))
  }

  private func shareThrough(_ value: Double) -> Double {
    guard let above = bounds.firstIndex(where: { $0 > value }) else { return 1 }
    guard above > 0 else { return 0 }
    return (Double(above - 1) + (value - bounds[above - 1]) / (bounds[above] - bounds[above - 1])) / 10
  }

  private func shareBelow(_ value: Double) -> Double {
    guard let notBelow = bounds.firstIndex(where: { $0 >= value }) else { return 1 }
    guard notBelow > 0 else { return 0 }
    return (Double(notBelow - 1) + (value - bounds[notBelow - 1]) / (bounds[notBelow] - bounds[notBelow - 1])) / 10
  }
}
