/// A small, fast generator of pseudo-random numbers that gives the same numbers on every platform and in every version.
///
/// Its own methods replace `Int.random(in:using:)`, whose use of a generator may change with the standard library. Not
/// for secrets. Source: Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators",
/// doi:10.1145/2660193.2660195.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator; equal seeds give equal numbers.
  public init(seed: UInt64) { state = seed }

  /// Makes the generator of one member of a numbered family, independent of the others.
  public init(seed: UInt64, index: Int) {
    state = Self.mixed(seed &+ Self.mixed(UInt64(truncatingIfNeeded: index) &+ Self.gamma))
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= Self.gamma
    return Self.mixed(state)
  }

  // The odd integer nearest to 2^64 divided by the golden ratio: every state occurs once in 2^64 steps.
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  // Stafford's variant 13 of the MurmurHash3 finalizer.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension SplitMix64 {
  /// An integer in 0..<bound; `bound` is at least 1. Biased by less than bound / 2^64.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// An integer in a closed range.
  mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// True once in `count` draws on average.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// True in `percent` of 100 draws on average.
  mutating func chance(percent: Int) -> Bool { below(100) < percent }

  /// A number in 0..<1, a multiple of 2^-53.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A bell-shaped number with mean 0 and variance 1, between -6 and 6.
  ///
  /// The sum of twelve uniform numbers: only additions, so the bits do not depend on a mathematics library.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<6 {
      let bits = next()
      sum += (Double(bits >> 32) + Double(bits & 0xFFFF_FFFF)) * 0x1p-32
    }
    return sum
  }

  /// One element of a nonempty array.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
