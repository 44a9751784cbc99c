import Testing

@testable import VicinityLab

struct LatencySummaryTests {
  @Test(
    arguments: [
      ([], 0, 0, 0), ([7], 7, 7, 7), ([2, 1], 1, 2, 2), ([3, 1, 2], 2, 3, 3),
      (Array(1...100), 50, 95, 99), (Array((1...101).reversed()), 51, 96, 100), (Array(1...20), 10, 19, 20),
      (Array(1...10_000), 5000, 9500, 9900),
    ] as [([UInt64], UInt64, UInt64, UInt64)])
  func `percentiles are elements by the nearest rank`(durations: [UInt64], p50: UInt64, p95: UInt64, p99: UInt64) {
    let summary = LatencySummary(durations)
    #expect((summary.p50, summary.p95, summary.p99) == (p50, p95, p99))
  }

  @Test(arguments: [([], 0), ([4], 4), ([1, 3], 2), ([9, 1, 5], 5), ([4, 1, 3, 2], 2.5)] as [([Double], Double)])
  func `the median of an even number lies between the two in the middle`(numbers: [Double], median: Double) {
    #expect(numbers.median == median)
  }
}
