import Testing
import VicinityLab

/// Every case computed by hand from the formulas of `RankingMetrics`.
struct RankingMetricsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var hits: [Int]
    var relevant: Int
    var at5: [RankingMetrics.Measure: Double]
    var testDescription: String { "hits at \(hits) of \(relevant)" }
  }

  static let cases = [
    Case(hits: [], relevant: 3, at5: [.precision: 0, .recall: 0, .ndcg: 0, .averagePrecision: 0, .hit: 0]),
    Case(hits: [1], relevant: 1, at5: [.precision: 0.2, .recall: 1, .ndcg: 1, .averagePrecision: 1, .hit: 1]),
    // Discounts 1/log₂ 3 and 1/log₂ 5 = 0.630930 + 0.430677 of 1 + 0.630930 + 0.5; precisions 1/2 and 2/4 of 3.
    Case(
      hits: [2, 4], relevant: 3,
      at5: [.precision: 0.4, .recall: 2.0 / 3, .ndcg: 1.061606 / 2.130930, .averagePrecision: 1.0 / 3, .hit: 1]),
    // More relevant items than the list has: the ideal has five hits, 2.948459.
    Case(
      hits: [1, 2, 3, 4, 5], relevant: 8,
      at5: [.precision: 1, .recall: 0.625, .ndcg: 1, .averagePrecision: 1, .hit: 1]),
    // A hit beyond the fifth place does not count.
    Case(hits: [6], relevant: 2, at5: [.precision: 0, .recall: 0, .ndcg: 0, .averagePrecision: 0, .hit: 0]),
  ]

  @Test("measures agree with those worked out by hand", arguments: cases)
  func agree(_ example: Case) {
    let hits = (1...20).map { example.hits.contains($0) }
    let metrics = RankingMetrics(hits: hits, relevant: example.relevant)
    for (measure, value) in example.at5 { #expect(abs(metrics[measure, at: 5] - value) < 1e-5, "\(measure)") }
  }

  @Test("a short list is measured as if misses followed")
  func short() {
    let metrics = RankingMetrics(hits: [true], relevant: 4)
    #expect(metrics[.precision, at: 20] == 0.05)
    #expect(metrics[.recall, at: 20] == 0.25)
  }

  @Test("the standard error of 1, 2, 3, 4 is the root of 5/12")
  func standard() {
    let value = MeanWithError([1, 2, 3, 4])
    #expect(value.mean == 2.5)
    #expect(abs(value.standardError - (5.0 / 12).squareRoot()) < 1e-12)
  }
}
