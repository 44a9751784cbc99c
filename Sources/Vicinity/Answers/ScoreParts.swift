/// The parts of a recommended listing's score.
///
/// Every part is a multiple of 2⁻²⁰, so their sum is exact, in this order or any other.
public struct ScoreParts: Hashable, Sendable {
  /// The parts by name; see `RecommendationWeights` for their meaning.
  public enum Name: Int, CaseIterable, Hashable, Sendable {
    /// The part with the name of its weight.
    case taste, tags, places, popularity, distance, price, start, rating

    /// The name in queries and answers.
    public var word: String { "\(self)" }
  }

  private var values = SIMD8<Double>()

  /// All parts zero.
  init() {}

  /// The parts that differ between members.
  @inline(__always)
  init(taste: Double, tags: Double, places: Double, popularity: Double, price: Double) {
    values = SIMD8(taste, tags, places, popularity, 0, price, 0, 0)
  }

  /// The parts that are the same for every member, except for the distance.
  @inline(__always)
  init(start: Double, rating: Double) { values = SIMD8(0, 0, 0, 0, 0, 0, start, rating) }

  /// The sums of the parts.
  @inline(__always)
  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.values += right.values
    return sum
  }

  /// The points of a part.
  public internal(set) subscript(name: Name) -> Double {
    get { values[name.rawValue] }
    set { values[name.rawValue] = newValue }
  }

  /// The sum of all parts, exactly.
  public var total: Double { values.sum() }

  /// Rounds to the nearest multiple of 2⁻²⁰, so that sums stay exact.
  @inline(__always)
  static func exact(_ points: Double) -> Double { (points * 0x1p20).rounded() * 0x1p-20 }

  /// The smallest difference of two scores.
  static let step = 0x1p-20
}
