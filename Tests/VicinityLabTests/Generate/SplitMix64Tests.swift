import Testing

@testable import VicinityLab

@Suite struct SplitMix64Tests {
  @Test func `the numbers are those of the published algorithm`() {
    // The first outputs for seed 1234567, from the reference implementation at prng.di.unimi.it.
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    #expect(expected.allSatisfy { $0 == random.next() })
  }

  @Test(arguments: [1, 2, 3, 10, 1000]) func `draws stay below their bound and reach every small value`(bound: Int) {
    var random = SplitMix64(seed: UInt64(bound))
    let draws = (0..<10_000).map { _ in random.below(bound) }
    #expect(draws.allSatisfy { (0..<bound).contains($0) })
    #expect(Set(draws).count == bound)
  }

  @Test func `the bell has its middle at zero and a variance of one`() {
    var random = SplitMix64(seed: 7)
    let draws = (0..<20_000).map { _ in random.normal() }
    let mean = draws.reduce(0, +) / 20_000
    let variance = draws.reduce(0) { $0 + $1 * $1 } / 20_000
    #expect(abs(mean) < 0.03)
    #expect(abs(variance - 1) < 0.05)
  }

  @Test func `low ranks are drawn more often, in proportion`() {
    var random = SplitMix64(seed: 11)
    let ranks = ZipfRanks(count: 100)
    var counts = [Int](repeating: 0, count: 100)
    for _ in 0..<50_000 { counts[ranks.rank(&random)] += 1 }
    #expect(abs(Double(counts[0]) / Double(counts[1]) - 2) < 0.2)
    #expect(counts.allSatisfy { $0 > 0 })
  }
}
