import Foundation

/// Quality measures of one ranked list, by what its member liked next.
///
/// With h(r) = 1 where the item at rank r (from 1) is among the n things liked next, and 0 elsewhere:
///
///     P@k    = Σ h(r) / k                                      r ≤ k; by k, however short the list
///     R@k    = Σ h(r) / n
///     nDCG@k = Σ h(r) / log₂(r + 1)  /  Σ 1 / log₂(r + 1)      the second sum over r ≤ min(k, n)
///     AP@k   = Σ h(r) P@r / min(k, n)
///     Hit@k  = 1 where any h(r) = 1
///
/// Source of the discounts: Järvelin, Kekäläinen 2002, doi:10.1145/582415.582418.
public struct RankingMetrics: Hashable, Sendable {
  /// The lengths at which lists are measured.
  public static let cutoffs = [5, 10, 20]

  /// A measure.
  public enum Measure: String, CaseIterable, Sendable {
    case precision = "P"
    case recall = "R"
    case ndcg = "nDCG"
    case averagePrecision = "AP"
    case hit = "Hit"
  }

  private var values: [Double]

  /// Measures a list.
  ///
  /// - Parameters:
  ///   - hits: whether each item of the list, best first, was liked next; an item that repeats an earlier one is not a
  ///     hit.
  ///   - relevant: the number of things liked next; at least 1.
  public init(hits: [Bool], relevant: Int) {
    values = Self.cutoffs.flatMap { cutoff in
      Measure.allCases.map { Self.value($0, hits.prefix(cutoff), cutoff, relevant) }
    }
  }

  /// The measure at one of the cutoffs.
  public subscript(measure: Measure, at cutoff: Int) -> Double {
    guard let row = Self.cutoffs.firstIndex(of: cutoff), let column = Measure.allCases.firstIndex(of: measure) else {
      return .nan
    }
    return values[row * Measure.allCases.count + column]
  }

  private static func value(_ measure: Measure, _ hits: ArraySlice<Bool>, _ cutoff: Int, _ relevant: Int) -> Double {
    let count = hits.count { $0 }
    let best = min(cutoff, relevant)
    switch measure {
    case .precision: return Double(count) / Double(cutoff)
    case .recall: return Double(count) / Double(relevant)
    case .hit: return count > 0 ? 1 : 0
    case .ndcg:
      return sum(hits) { discount($0) } / (0..<best).reduce(0) { $0 + discount($1) }
    case .averagePrecision:
      var found = 0.0
      return sum(hits) { rank in
        found += 1
        return found / Double(rank + 1)
      } / Double(best)
    }
  }

  private static func sum(_ hits: ArraySlice<Bool>, _ gain: (Int) -> Double) -> Double {
    var sum = 0.0
    for (rank, isHit) in hits.enumerated() where isHit { sum += gain(rank) }
    return sum
  }

  /// The discount of a hit at a rank, from 0.
  private static func discount(_ rank: Int) -> Double { 1 / log2(Double(rank + 2)) }
}

/// A mean with its standard error.
public struct MeanWithError: Hashable, Sendable {
  /// The mean; 0 without values.
  public var mean: Double
  /// The standard deviation of the values divided by the root of their number; 0 for fewer than two.
  public var standardError: Double

  /// Takes the mean of values.
  public init(_ values: [Double]) {
    let count = Double(max(1, values.count))
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.mean = mean
    standardError = (squares / Double(max(1, values.count - 1)) / count).squareRoot()
  }
}
