import Vicinity

/// Ranks 0..<count with a Zipf distribution: rank r in proportion to 1 / (r + 1 + shift).
///
/// A larger shift flattens the top. Source: Zipf 1949; the shift is Mandelbrot's.
struct ZipfRanks: Sendable {
  private let cumulative: [UInt64]

  /// Sums the weights; `count` is at least 1, `shift` not negative.
  init(count: Int, shift: Int = 0) {
    var sum: UInt64 = 0
    cumulative = (0..<count).map { rank in
      sum += (1 << 40) / UInt64(rank + 1 + shift)
      return sum
    }
  }

  /// Draws a rank.
  /// - Complexity: O(log count).
  func rank(_ random: inout SplitMix64) -> Int {
    let target = UInt64(random.below(Int(cumulative[cumulative.count - 1])))
    return cumulative.partitioningIndex { $0 > target }
  }
}
